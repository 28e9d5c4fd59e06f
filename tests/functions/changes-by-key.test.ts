import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../support/call.ts';
import { type Client, newClient } from '../support/client.ts';
import { accountIdOf } from '../support/sharing.ts';
import { killedDuring } from '../support/stepping.ts';
import { tableContent } from '../support/table.ts';

let ada: Client;
let event: { id: string };
let budget: { event_id: string; id: string };
let payment: { event_id: string; budget_id: string; id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
  budget = await ada.newBudget(event, { spent: 0 });
  payment = await ada.newPayment(budget);
});

const tagOfEvent = async () => (await ada.view(event)).tag;
const tagOfBudget = async () => (await ada.viewBudget(budget)).tag;

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
  const accountId = accountIdOf(ada.token);
  return {
    events: items.filter(([key]) => key.startsWith(`ACCOUNT#${accountId} `)),
    claims: items.filter(([key]) => key.startsWith(`CLAIM#${accountId} `)).length,
  };
}

/** The session, the claim and the event are read before the write. */
const WRITE = 4;

it.each([...updates, ...deletions])(
  '%s under a key is done once, and its repeat gets the first response, although the tag is old by then',
  async (name, pathOf, tag) => {
    const headers = { ...KEYED, 'if-match': await tag() };
    const send = () => ada[name](pathOf(), BODIES[name], headers);
    const first = await send();
    expect([first.status, first.isReplay]).toEqual([200, false]);
    const after = await stored();
    expect(after.claims).toBe(1);
    const again = await send();
    expect([again.status, again.text, again.isReplay]).toEqual([200, first.text, true]);
    expect(again.headers).not.toHaveProperty('etag');
    expect(await stored()).toEqual(after);
  },
);

describe.each([updates[1], deletions[1]])('%s under a key', (name, pathOf, tag) => {
  const send = (headers: Record<string, string>): Promise<Outcome> =>
    ada[name](pathOf(), BODIES[name], headers);

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

  it('is rejected with an old tag, which is not remembered', async () => {
    const before = await stored();
    expect((await send({ ...KEYED, 'if-match': '"999"' })).status).toBe(412);
    expect(await stored()).toEqual(before);
    const done = await send({ ...KEYED, 'if-match': await tag() });
    expect([done.status, done.isReplay]).toEqual([200, false]);
  });

  it('is rejected without one as before: a repeat finds another version, or nothing', async () => {
    const headers = { 'if-match': await tag() };
    const first = await send(headers);
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect((await send(headers)).status).toBe(name.startsWith('delete') ? 404 : 412);
    expect((await stored()).claims).toBe(0);
  });
});

it.each(updates)('%s with a key that had another body is rejected', async (name, pathOf) => {
  expect((await ada[name](pathOf(), BODIES[name], KEYED)).status).toBe(200);
  const before = await stored();
  const other = name === 'updatePayment' ? { note: 'Cash' } : { name: 'Other' };
  expect((await ada[name](pathOf(), other, KEYED)).codes).toEqual([422, 'Idempotency-Key reused']);
  expect(await stored()).toEqual(before);
});

it('a change under a key returns what was written, and its repeat does not', async () => {
  const headers = { ...KEYED, prefer: 'return=representation' };
  const first = await ada.updateBudget(budget, { amount: 7 }, headers);
  expect([first.body.data, first.tag]).toMatchObject([{ amount: 7 }, await tagOfBudget()]);
  const again = await ada.updateBudget(budget, { amount: 7 }, headers);
  expect(again.text).toBe('{"status":"success","message":"Budget saved successfully"}');
  expect(again.headers).not.toHaveProperty('preference-applied');
});
