import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { queryOnce } from '../../lib/dynamodb/items.ts';
import { headsAfter } from '../../lib/dynamodb/queries.ts';
import { storedToken } from '../support/account.ts';
import { call } from '../support/call.ts';
import { endpoints, party } from '../support/service.ts';
import { start } from '../support/stepping.ts';

/** One in so many orders is run; with ALL_ORDERS, each. */
const ONE_IN = process.env['ALL_ORDERS'] ? 1 : 12;

/** The ids of an account's events. */
async function eventsOf(accountId: string): Promise<string[]> {
  const heads = await queryOnce(headsAfter(accountId, 0));
  return heads.map(({ head_id }) => String(head_id));
}

/** Requests for events and claims. */
const HELD = /^ACCOUNT#/;

const create = (token: string) =>
  call(endpoints.create.handler, { token, headers: { 'idempotency-key': 'a-key' }, body: party() });
const remove = (token: string, id: string) => call(endpoints.delete.handler, { token, path: { id } });

/** A create, its repeat and a delete of what was made: how many requests each makes at most. */
const STEPS = [3, 3, 2];
const DELETE = 2;

/** Every order of steps in which operation n has `counts[n]` steps. */
function ordersOf(counts: readonly number[]): number[][] {
  if (counts.every((count) => count === 0)) return [[]];
  return counts.flatMap((count, index) => {
    const rest = counts.map((each, other) => (other === index ? each - 1 : each));
    return count === 0 ? [] : ordersOf(rest).map((order) => [index, ...order]);
  });
}

/** Executes their requests in an order. The response to the request at `crash` is lost with its function. */
async function play(order: number[], crash?: number): Promise<'deleted' | 'kept'> {
  const accountId = randomUUID();
  const token = await storedToken(accountId);
  const creates = [start(() => create(token), HELD), start(() => create(token), HELD)];
  let deletion: (typeof creates)[number] | undefined;
  const made = new Set<string>();
  const history: number[] = [];
  for (const [index, number] of order.entries()) {
    // It deletes the event that exists when its turn comes.
    if (number === DELETE) {
      const [id] = await eventsOf(accountId);
      if (id) deletion ??= start(() => remove(token, id), HELD);
    }
    await (number === DELETE ? deletion : creates[number])?.step(index === crash);
    const events = await eventsOf(accountId);
    for (const id of events) made.add(id);
    history.push(events.length);
  }
  // A delete whose first turn came before the event existed has steps left.
  await deletion?.step();
  history.push((await eventsOf(accountId)).length);
  const crashed = crash === undefined ? undefined : order[crash];
  const outcomes = await Promise.all(creates.map(({ result }) => result));
  const deleted = await deletion?.result;

  const last = await create(token);
  const answered = [...outcomes.filter((_, number) => number !== crashed), last];
  expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 201));
  expect(new Set(answered.map(({ headers }) => headers['location'])).size).toBe(1);
  made.add(String(last.headers['location']).replace('/events/view/', ''));
  expect(made.size).toBe(1);
  // The event exists from its create to its delete, and never again.
  expect(history.join('')).toMatch(/^0*1*0*$/);
  if (deletion && crashed !== DELETE) expect(deleted?.status).toBe(200);
  const isDeleted = history.includes(1) && history.at(-1) === 0;
  if (deleted?.status === 200) expect(isDeleted).toBe(true);
  expect(await eventsOf(accountId)).toHaveLength(isDeleted ? 0 : 1);
  return isDeleted ? 'deleted' : 'kept';
}

describe('an event created with a key never comes back, and is never created twice', () => {
  const orders = ordersOf(STEPS).filter((_, index) => index % ONE_IN === 0);

  it('in every order of the requests of a create, its repeat and a delete', {
    timeout: 600_000,
  }, async () => {
    const ends = new Set<string>();
    for (const order of orders) ends.add(await play(order));
    expect(ends).toEqual(new Set(['deleted', 'kept']));
  });

  it('in every order, with a crash after each request', { timeout: 3_600_000 }, async () => {
    const crashes = orders.flatMap((order) => order.map((_, crash) => ({ order, crash })));
    const some = crashes.filter((_, index) => ONE_IN === 1 || index % 5 === 0);
    for (const { order, crash } of some) await play(order, crash);
  });
});
