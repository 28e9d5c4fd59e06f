import { beforeEach, expect, it } from 'vitest';
import { call, idIn, isReplay, type Outcome } from '../support/call.ts';
import { gateToDatabase } from '../support/gate.ts';
import { allBudgets, catering, endpoints, newEvent, newToken } from '../support/service.ts';

const gate = await gateToDatabase();

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
});

const add = (tag: string, fields = {}) =>
  call(endpoints.createBudget.handler, {
    token,
    path: { event_id: event.id },
    headers: { 'idempotency-key': 'a-key', 'if-match': tag },
    body: catering(fields),
  });
const ids = async () => (await allBudgets(token, event)).map(({ id }) => String(id));

/** Starts a create and stops it before its write, until `goOn` is called. */
async function slowly(create: () => Promise<Outcome>) {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  gate.before = ({ operation }) => {
    if (operation !== 'UpdateItem') return undefined;
    gate.open();
    hold();
    return mayGoOn;
  };
  const outcome = create();
  await isHeld;
  return { outcome, goOn };
}

it('a repeat after a refusal makes the same as a slow one', async () => {
  const slow = await slowly(() => add('*'));
  expect((await add('"7"')).status).toBe(412);
  const made = await add('*');
  slow.goOn();
  expect(idIn(await slow.outcome)).toBe(idIn(made));
  expect(await ids()).toEqual([idIn(made)]);
});

it('a slow one that is refused does not take back what another one made', async () => {
  const slow = await slowly(() => add('"1"'));
  const made = await add('*');
  const path = { event_id: event.id, id: idIn(made) };
  await call(endpoints.deleteBudget.handler, { token, path });
  slow.goOn();
  expect((await slow.outcome).status).toBe(412);
  expect(isReplay(await add('*'))).toBe(true);
  expect(await ids()).toEqual([]);
});

it('a slow one whose key was given to other input does not mark that as made', async () => {
  const slow = await slowly(() => add('*'));
  expect((await add('"7"')).status).toBe(412);
  expect((await add('"7"', { amount: 1 })).status).toBe(412);
  slow.goOn();
  const first = await slow.outcome;
  const other = await add('*', { amount: 1 });
  expect([other.status, isReplay(other)]).toEqual([201, false]);
  expect(await ids()).toEqual([idIn(first), idIn(other)]);
});
