import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, isReplay, tagOf } from '../../support/call.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { killedAfter, killedDuring } from '../../support/kill.ts';
import { deposit, endpoints, newBudget, newEvent, newPayment, newToken } from '../../support/service.ts';

const gate = await gateToDatabase();

const { createPayment, updatePayment, deletePayment, viewBudget, listBudgets, updateBudget, deleteBudget } =
  endpoints;
const PREFERRED = { prefer: 'return=representation' };
const KEYED = { 'idempotency-key': 'a-key' };

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };
let on: { event_id: string; budget_id: string };
let path: Awaited<ReturnType<typeof newPayment>>;
beforeEach(async () => {
  // No pauses between rounds.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  token = await newToken();
  event = await newEvent(token);
  budget = await newBudget(token, event, { amount: 2_000, spent: 0 });
  on = { event_id: event.id, budget_id: budget.id };
  path = await newPayment(token, budget);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const create = (headers = {}) =>
  call(createPayment.handler, { token, path: on, headers, body: deposit({ paid_on: '2027-01-01' }) });
const update = (headers = {}) =>
  call(updatePayment.handler, { token, path, headers, body: { paid_on: '2027-02-27' } });
const remove = (headers = {}) => call(deletePayment.handler, { token, path, headers });
const viewed = () => call(viewBudget.handler, { method: 'GET', token, path: budget });
const payments = async () => Object((await viewed()).body.data).payments ?? [];
const listed = () => call(listBudgets.handler, { method: 'GET', token, path: { event_id: event.id } });
const spent = async () => Object((await listed()).body['summary']).total_spent;

const rename = () => call(updateBudget.handler, { token, path: budget, body: { name: 'Hall' } });

/** Does something after the next write of the event, and loses its answer. */
function loseAnswer(then: () => unknown): void {
  gate.after = async ({ operation }) => {
    if (!/^(?:Update|TransactWrite)/.test(operation)) return undefined;
    gate.open();
    await then();
    return 'lose';
  };
}

describe('a write of a payment whose answer was lost', () => {
  it.each([
    ['create', () => create(PREFERRED), 500, 2],
    ['create under a key', () => create({ ...PREFERRED, ...KEYED }), 500, 2],
    ['update', () => update(PREFERRED), 500, 1],
    ['delete', () => remove(PREFERRED), 0, 0],
  ])('is done once, with its representation after later writes: %s', async (name, write, sum, count) => {
    loseAnswer(rename);
    const { status, body, headers } = await write();
    expect(status).toBe(name.startsWith('create') ? 201 : 200);
    const [view, list] = [await viewed(), await listed()];
    expect([body['budget'], body['summary']]).toEqual([view.body.data, list.body['summary']]);
    if (name !== 'delete') expect(headers['etag']).toBe(tagOf(view));
    expect([await spent(), (await payments()).length]).toEqual([sum, count]);
  });

  it.each([
    ['payment', () => remove()],
    ['budget', () => call(deleteBudget.handler, { token, path: budget })],
  ])('has no representation if the %s is gone by then', async (_, deletion) => {
    loseAnswer(deletion);
    const { text, headers } = await update(PREFERRED);
    expect(text).toBe('{"status":"success","message":"Payment saved successfully"}');
    expect(headers).not.toHaveProperty('preference-applied');
  });
});

/** The session, the claim and the event. */
const BEFORE_WRITE = 3;

describe('a create under a key', () => {
  it('that was killed before its write is made by the repeat', async () => {
    expect((await killedAfter(BEFORE_WRITE, () => create(KEYED))).status).toBe(500);
    expect(await payments()).toHaveLength(1);
    const again = await create(KEYED);
    expect([again.status, isReplay(again), (await payments()).length]).toEqual([201, false, 2]);
  });

  it('that was killed after its write is found by the repeat, also with an old tag', async () => {
    const tag = { 'if-match': tagOf(await viewed()) };
    const first = await killedDuring(BEFORE_WRITE + 1, () => create({ ...KEYED, ...tag }));
    expect(first.status).toBe(500);
    const [, made] = await payments();
    await rename();
    const again = await create({ ...KEYED, ...tag });
    expect([again.status, isReplay(again), again.body.data]).toEqual([201, true, made]);
    expect(await spent()).toBe(500);
  });
});
