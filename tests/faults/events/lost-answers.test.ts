import { decodeJwt } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ITEM_BYTES, storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { call } from '../../support/call.ts';
import { eventItem } from '../../support/event-item.ts';
import type { Fault } from '../../support/fault-lane.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { putItem } from '../../support/put-items.ts';
import {
  allBudgets,
  allEvents,
  catering,
  deposit,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  party,
  person,
} from '../../support/service.ts';

const proxy = await startFaultProxy(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint;
afterAll(proxy.stop);

/** Injects a fault into the next request for an event or an e-mail address, or the next update of an account. */
let next: Fault | undefined;
/** The fault of the request after that. */
let second: Fault | undefined;
/** How many requests to leave alone first. */
let skipped = 0;
const lane = proxy.disturb(() => {
  if (skipped-- > 0) return undefined;
  const fault = next;
  [next, second] = [second, undefined];
  return fault;
});
lane.add('EMAIL#ada');
lane.add('"ACCOUNT#');
lane.add('AND attribute_not_exists');

const sessionOf = (token: string) => String(decodeJwt(token)['sid']);

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };
beforeEach(async () => {
  [next, second, skipped] = [undefined, undefined, 0];
  token = await newToken();
  event = await newEvent(token);
  budget = await newBudget(token, event);
});

const { signup, login, logout, listSessions, endSession, updateAccount, changePassword, viewAccount } =
  endpoints;
const { create, update, createBudget, updateBudget, deleteBudget, viewBudget } = endpoints;
const { createPayment, updatePayment, deletePayment } = endpoints;
const remove = endpoints.delete;

describe.each<Fault>([
  { kind: 'lose', degree: 0 },
  { kind: 'cut', degree: 0 },
  { kind: 'cut', degree: 50 },
  { kind: 'error', degree: 0 },
])('a write succeeds if it was executed and its response meets %o', (fault) => {
  beforeEach(() => {
    next = fault;
  });

  const isAlive = async (token: unknown) =>
    (await call(viewAccount.handler, { method: 'GET', token: String(token) })).status === 200;

  it('signup: creates one account and returns its token', async () => {
    const body = person();
    const { status } = await call(signup.handler, { body });
    expect(status).toBe(201);
    const credentials = { username: body.email, password: body.password };
    expect((await call(login.handler, { body: credentials })).status).toBe(200);
    expect((await call(signup.handler, { body })).status).toBe(409);
  });

  describe('with two sessions,', () => {
    const credentials = () => ({ username: ada.email, password: ada.password });
    let ada: ReturnType<typeof person>;
    let first = '';
    let second = '';
    beforeEach(async () => {
      next = undefined;
      ada = person();
      first = String((await call(signup.handler, { body: ada })).body.token);
      second = String((await call(login.handler, { body: credentials() })).body.token);
      next = fault;
    });

    it('login: adds one session', async () => {
      // The request for the e-mail address.
      skipped = 1;
      const { status, body } = await call(login.handler, { body: credentials() });
      expect(status).toBe(200);
      const { body: listed } = await call(listSessions.handler, { method: 'GET', token: String(body.token) });
      expect(listed.data).toHaveLength(3);
    });

    it('logout: ends this session', async () => {
      expect((await call(logout.handler, { token: first })).status).toBe(200);
      expect([await isAlive(first), await isAlive(second)]).toEqual([false, true]);
    });

    it('logout everywhere: ends both', async () => {
      expect((await call(logout.handler, { token: first, body: { everywhere: true } })).status).toBe(200);
      expect([await isAlive(first), await isAlive(second)]).toEqual([false, false]);
    });

    it('end session: ends the other one', async () => {
      const path = { id: sessionOf(second) };
      expect((await call(endSession.handler, { token: first, path })).status).toBe(200);
      expect([await isAlive(first), await isAlive(second)]).toEqual([true, false]);
    });

    it('update', async () => {
      const body = { first_name: 'Grace' };
      expect((await call(updateAccount.handler, { token: first, body })).status).toBe(200);
      const { body: viewed } = await call(viewAccount.handler, { method: 'GET', token: first });
      expect(viewed.data).toMatchObject({ first_name: 'Grace', last_name: ada.last_name });
    });

    it('change password: changes it, and ends the other session', async () => {
      const body = { password: ada.password, new_password: 'a fair new passphrase' };
      expect((await call(changePassword.handler, { token: first, body })).status).toBe(200);
      expect([await isAlive(first), await isAlive(second)]).toEqual([true, false]);
      expect((await call(login.handler, { body: credentials() })).status).toBe(401);
      const changed = { ...credentials(), password: body.new_password };
      expect((await call(login.handler, { body: changed })).status).toBe(200);
    });
  });

  it('create: creates one event, at its Location', async () => {
    const { status, headers } = await call(create.handler, { token, body: party({ name: 'Ball' }) });
    expect(status).toBe(201);
    const [, second, ...others] = await allEvents(token);
    expect(second).toMatchObject({ name: 'Ball' });
    expect(headers['location']).toBe(`/events/view/${second?.id}`);
    expect(others).toEqual([]);
  });

  it('update', async () => {
    const { status } = await call(update.handler, { token, path: event, body: { name: 'Ball' } });
    expect(status).toBe(200);
    expect(await allEvents(token)).toMatchObject([{ name: 'Ball', budgets_count: 1 }]);
  });

  it('delete', async () => {
    expect((await call(remove.handler, { token, path: event })).status).toBe(200);
    expect(await allEvents(token)).toEqual([]);
  });

  it('create budget: adds one line, the one in the response', async () => {
    const path = { event_id: event.id };
    const { status, body } = await call(createBudget.handler, { token, path, body: catering() });
    expect(status).toBe(201);
    const [, second, ...others] = await allBudgets(token, event);
    expect(second).toEqual(body.data);
    expect(others).toEqual([]);
  });

  it('update budget', async () => {
    const { status } = await call(updateBudget.handler, { token, path: budget, body: { amount: 7 } });
    expect(status).toBe(200);
    expect(await allBudgets(token, event)).toMatchObject([{ amount: 7 }]);
  });

  it('delete budget', async () => {
    expect((await call(deleteBudget.handler, { token, path: budget })).status).toBe(200);
    expect(await allBudgets(token, event)).toEqual([]);
  });

  describe('with a budget that has a payment,', () => {
    let paid: { event_id: string; id: string };
    let path: { event_id: string; budget_id: string; id: string };
    beforeEach(async () => {
      next = undefined;
      paid = await newBudget(token, event, { spent: 0, amount: undefined, unit_amount: 7, per_guest: true });
      path = await newPayment(token, paid);
      // The reads of the event come before its write.
      [next, skipped] = [fault, 1];
    });

    const shown = async () =>
      (await call(viewBudget.handler, { method: 'GET', token, path: paid })).body.data;

    it('create payment: adds one, the one in the response', async () => {
      const { status, body } = await call(createPayment.handler, {
        token,
        path,
        body: deposit({ amount: 1 }),
      });
      expect(status).toBe(201);
      expect(await shown()).toMatchObject({ payments: [{ amount: 500 }, body.data] });
    });

    it('update payment', async () => {
      const body = { paid_on: '2027-02-27' };
      expect((await call(updatePayment.handler, { token, path, body })).status).toBe(200);
      expect(await shown()).toMatchObject({ spent: 500, payments: [body] });
    });

    it('delete payment', async () => {
      expect((await call(deletePayment.handler, { token, path })).status).toBe(200);
      expect(await shown()).not.toHaveProperty('payments');
    });

    it('update budget', async () => {
      expect((await call(updateBudget.handler, { token, path: paid, body: { quantity: 2 } })).status).toBe(
        200,
      );
      expect(await shown()).toMatchObject({ quantity: 2 });
    });

    it('update the guests', async () => {
      expect((await call(update.handler, { token, path: event, body: { guests: 80 } })).status).toBe(200);
      expect(await shown()).toMatchObject({ amount: 560, unscheduled: 60 });
      expect(await allEvents(token)).toMatchObject([{ total_amount: 1810.5 }]);
    });
  });
});

describe('a delete that finds nothing', () => {
  it('responds 404 if it was sent once', async () => {
    expect((await call(remove.handler, { token, path: { id: '1' } })).status).toBe(404);
    const path = { event_id: event.id, id: '1' };
    expect((await call(deleteBudget.handler, { token, path })).status).toBe(404);
  });

  // An earlier attempt may have deleted the item before its response was lost.
  it('succeeds if it was retried', async () => {
    next = { kind: 'drop', degree: 0 };
    expect((await call(remove.handler, { token, path: { id: '1' } })).status).toBe(200);
    next = { kind: 'drop', degree: 0 };
    const path = { event_id: event.id, id: '1' };
    expect((await call(deleteBudget.handler, { token, path })).status).toBe(200);
    expect(await allBudgets(token, event)).toHaveLength(1);
  });

  // Such an attempt was not done, and will not be.
  it.each<Fault>([
    { kind: 'throttle', degree: 0 },
    { kind: 'throttle', degree: 1 },
    { kind: 'conflict', degree: 0 },
  ])('responds 404 if an earlier attempt was refused: $kind $degree', async (fault) => {
    next = fault;
    expect((await call(remove.handler, { token, path: { id: '1' } })).status).toBe(404);
    expect(next).toBeUndefined();
    next = fault;
    const path = { event_id: event.id, id: '1' };
    expect((await call(deleteBudget.handler, { token, path })).status).toBe(404);
    expect(next).toBeUndefined();
  });
});

it('an event that is too large is not refused if an earlier attempt may still be done', async () => {
  const ownerId = String(decodeJwt(token).sub);
  const id = nextId();
  const item = eventItem(id, 1);
  const padding = 'x'.repeat(MAX_ITEM_BYTES - 1_000 - storedBytesOf(item));
  await putItem(eventKey({ ownerId, eventId: id }), { ...item, padding });
  const body = { description: 'x'.repeat(2_000) };
  const enlarge = () => call(update.handler, { token, path: { id: String(id) }, body });
  expect((await enlarge()).status).toBe(409);
  next = { kind: 'drop', degree: 0 };
  expect((await enlarge()).status).toBe(503);
  // The SDK sends it again after the first fault, the service after the second.
  [next, second] = [
    { kind: 'drop', degree: 0 },
    { kind: 'conflict', degree: 0 },
  ];
  expect((await enlarge()).status).toBe(503);
  expect([next, second]).toEqual([undefined, undefined]);
  next = { kind: 'conflict', degree: 0 };
  expect((await enlarge()).status).toBe(409);
});
