import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { call, type Outcome } from '../support/call.ts';
import { endpoints, newBudget, newEvent, newPayment, newToken } from '../support/service.ts';
import { killedDuring } from '../support/stepping.ts';
import { tableContent } from '../support/table-content.ts';

const { view, viewBudget } = endpoints;

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };
let payment: { event_id: string; budget_id: string; id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
  budget = await newBudget(token, event, { spent: 0 });
  payment = await newPayment(token, budget);
});

const tagOfEvent = async () => (await call(view.handler, { method: 'GET', token, path: event })).tag;
const tagOfBudget = async () => (await call(viewBudget.handler, { method: 'GET', token, path: budget })).tag;

const updates = [
  ['update', () => event, tagOfEvent],
  ['updateBudget', () => budget, tagOfBudget],
  ['updatePayment', () => payment, tagOfBudget],
] as const;
const deletions = [
  ['delete', () => event, tagOfEvent],
  ['deleteBudget', () => budget, tagOfBudget],
  ['deletePayment', () => payment, tagOfBudget],
] as const;

const BODIES: Record<string, object> = {
  update: { name: 'Ball' },
  updateBudget: { name: 'Hall' },
  updatePayment: { note: 'By card' },
};
const KEYED = { 'idempotency-key': 'a-key' };

/** What is stored of events, and how many claims there are. */
async function stored() {
  const items = Object.entries(await tableContent());
  const accountId = String(decodeJwt(token).sub);
  return {
    events: items.filter(([key]) => key.startsWith(`ACCOUNT#${accountId} `)),
    claims: items.filter(([key]) => key.startsWith(`CLAIM#${accountId} `)).length,
  };
}

const expectReplay = (again: Outcome, first: Outcome) => {
  expect([again.status, again.text, again.isReplay]).toEqual([200, first.text, true]);
  expect(again.headers).not.toHaveProperty('etag');
};

/** The session, the claim and the event are read before the write. */
const WRITE = 4;

it.each([...updates, ...deletions])(
  '%s under a key is done once, and its repeat gets the first response, although the tag is old by then',
  async (name, pathOf, tag) => {
    const body = BODIES[name];
    const send = (headers: Record<string, string>) =>
      call(endpoints[name].handler, { token, path: pathOf(), headers, ...(body && { body }) });
    const headers = { ...KEYED, 'if-match': await tag() };
    const first = await send(headers);
    expect([first.status, first.isReplay]).toEqual([200, false]);
    const after = await stored();
    expect(after.claims).toBe(1);
    expectReplay(await send(headers), first);
    expect(await stored()).toEqual(after);
  },
);

describe.each([updates[1], deletions[1]])('%s under a key', (name, pathOf, tag) => {
  const send = (headers: Record<string, string>, body = BODIES[name]) =>
    call(endpoints[name].handler, { token, path: pathOf(), headers, ...(body && { body }) });

  it('is found by its repeat after a response that never came', async () => {
    const headers = { ...KEYED, 'if-match': await tag() };
    expect((await killedDuring(WRITE, () => send(headers))).status).toBe(500);
    const after = await stored();
    const again = await send(headers);
    expect([again.status, again.body.status, again.isReplay]).toEqual([200, 'success', true]);
    expect(await stored()).toEqual(after);
  });

  it('is done once by two calls at once', async () => {
    const headers = { ...KEYED, 'if-match': await tag() };
    const outcomes = await Promise.all([send(headers), send(headers)]);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200]);
    expect(outcomes.filter((outcome) => outcome.isReplay)).toHaveLength(1);
    expect((await stored()).claims).toBe(1);
  });

  it('is refused with an old tag, which is not remembered', async () => {
    const before = await stored();
    expect((await send({ ...KEYED, 'if-match': '"999"' })).status).toBe(412);
    expect(await stored()).toEqual(before);
    const done = await send({ ...KEYED, 'if-match': await tag() });
    expect([done.status, done.isReplay]).toEqual([200, false]);
  });

  it('is refused without one as before: a repeat finds another version, or nothing', async () => {
    const headers = { 'if-match': await tag() };
    const first = await send(headers);
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect((await send(headers)).status).toBe(name.startsWith('delete') ? 404 : 412);
    expect((await stored()).claims).toBe(0);
  });
});

it.each(updates)('%s with a key that had another body is refused', async (name, pathOf) => {
  const send = (body?: object) =>
    call(endpoints[name].handler, { token, path: pathOf(), headers: KEYED, ...(body && { body }) });
  expect((await send(BODIES[name])).status).toBe(200);
  const before = await stored();
  const { status, body } = await send(name === 'updatePayment' ? { note: 'Cash' } : { name: 'Other' });
  expect([status, body.errors?.[0]?.code]).toEqual([422, 'reused']);
  expect(await stored()).toEqual(before);
});

it('a change under a key returns what was written, and its repeat does not', async () => {
  const headers = { ...KEYED, prefer: 'return=representation' };
  const change = () =>
    call(endpoints.updateBudget.handler, { token, path: budget, headers, body: { amount: 7 } });
  const first = await change();
  expect([first.body.data, first.headers['etag']]).toMatchObject([{ amount: 7 }, await tagOfBudget()]);
  const again = await change();
  expect(again.text).toBe('{"status":"success","message":"Budget saved successfully"}');
  expect(again.headers).not.toHaveProperty('preference-applied');
});
