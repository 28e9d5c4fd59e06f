import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../support/call.ts';
import type { Fault } from '../support/fault-lane.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import {
  allBudgets,
  allEvents,
  catering,
  endpoints,
  newBudget,
  newEvent,
  newToken,
  party,
  person,
} from '../support/service.ts';

const proxy = await startFaultProxy(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint;
afterAll(proxy.stop);

/** Injects a fault into the next request for an account or an event, and none into later ones. */
let next: Fault | undefined;
const lane = proxy.disturb(() => {
  const fault = next;
  next = undefined;
  return fault;
});
lane.add('EMAIL#');
lane.add('ACCOUNT#');

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
  budget = await newBudget(token, event);
});

const { signup, login, create, update, createBudget, updateBudget, deleteBudget } = endpoints;
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

  it('signup: creates one account and returns its token', async () => {
    const body = person();
    const { status } = await call(signup.handler, { body });
    expect(status).toBe(201);
    const credentials = { username: body.email, password: body.password };
    expect((await call(login.handler, { body: credentials })).status).toBe(200);
    expect((await call(signup.handler, { body })).status).toBe(409);
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
});
