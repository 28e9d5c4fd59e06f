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

/** What becomes of the next request for an account or an event; of those after it, nothing. */
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
])('a write that is done, and whose answer meets %o, is a success', (fault) => {
  beforeEach(() => {
    next = fault;
  });

  it('signup: one account, and its token', async () => {
    const body = person();
    const { status } = await call(signup.handler, { body });
    expect(status).toBe(201);
    const credentials = { username: body.email, password: body.password };
    expect((await call(login.handler, { body: credentials })).status).toBe(200);
    expect((await call(signup.handler, { body })).status).toBe(409);
  });

  it('create: one event, at its Location', async () => {
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

  it('creating a budget: one line, the one that is answered', async () => {
    const path = { event_id: event.id };
    const { status, body } = await call(createBudget.handler, { token, path, body: catering() });
    expect(status).toBe(201);
    const [, second, ...others] = await allBudgets(token, event);
    expect(second).toEqual(body.data);
    expect(others).toEqual([]);
  });

  it('updating a budget', async () => {
    const { status } = await call(updateBudget.handler, { token, path: budget, body: { amount: 7 } });
    expect(status).toBe(200);
    expect(await allBudgets(token, event)).toMatchObject([{ amount: 7 }]);
  });

  it('deleting a budget', async () => {
    expect((await call(deleteBudget.handler, { token, path: budget })).status).toBe(200);
    expect(await allBudgets(token, event)).toEqual([]);
  });
});

describe('a delete that finds nothing', () => {
  it('is a 404 where it was sent once', async () => {
    expect((await call(remove.handler, { token, path: { id: '1' } })).status).toBe(404);
    const path = { event_id: event.id, id: '1' };
    expect((await call(deleteBudget.handler, { token, path })).status).toBe(404);
  });

  // Nobody can tell whether the first try took away what isn't there, and gone is what was asked for.
  it('is a success where it was sent again', async () => {
    next = { kind: 'drop', degree: 0 };
    expect((await call(remove.handler, { token, path: { id: '1' } })).status).toBe(200);
    next = { kind: 'drop', degree: 0 };
    const path = { event_id: event.id, id: '1' };
    expect((await call(deleteBudget.handler, { token, path })).status).toBe(200);
    expect(await allBudgets(token, event)).toHaveLength(1);
  });
});
