import { beforeEach, expect, it } from 'vitest';
import { call, type Outcome } from '../support/call.ts';
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
    if (operation !== 'TransactWriteItems') return undefined;
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
  expect((await slow.outcome).id).toBe(made.id);
  expect(await ids()).toEqual([made.id]);
});

it('a slow one that would be refused gets what another one made, and takes nothing back', async () => {
  const slow = await slowly(() => add('"1"'));
  const made = await add('*');
  const path = { event_id: event.id, id: made.id };
  await call(endpoints.deleteBudget.handler, { token, path });
  slow.goOn();
  const outcome = await slow.outcome;
  expect([outcome.status, outcome.isReplay, outcome.id]).toEqual([201, true, made.id]);
  expect((await add('*')).isReplay).toBe(true);
  expect(await ids()).toEqual([]);
});

it('a slow one makes what it was asked for, although others with its key were refused', async () => {
  const slow = await slowly(() => add('*'));
  expect((await add('"7"')).status).toBe(412);
  expect((await add('"7"', { amount: 1 })).status).toBe(412);
  slow.goOn();
  const first = await slow.outcome;
  expect([first.status, first.isReplay]).toEqual([201, false]);
  expect((await add('*', { amount: 1 })).status).toBe(422);
  expect(await ids()).toEqual([first.id]);
});

it('of a slow one and one with other input, one is made and the other gets 422', async () => {
  const slow = await slowly(() => add('*'));
  const made = await add('*', { amount: 1 });
  slow.goOn();
  const refused = await slow.outcome;
  expect([made.status, refused.status, refused.body.errors?.[0]?.code]).toEqual([201, 422, 'reused']);
  expect(await ids()).toEqual([made.id]);
});
