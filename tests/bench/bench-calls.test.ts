import { afterEach, beforeAll, expect, it, vi } from 'vitest';
// Sets environment variables, so it has a test file of its own.
import { environment } from '../../bench/environment.ts';
import { given, seed, successes, successOf } from '../../bench/fixtures.ts';
import { gatewayCall } from '../../bench/gateway-call.ts';
import { routes } from '../../resources/definitions.ts';
import { context } from '../support/gateway.ts';
import { handlers } from '../support/handlers.ts';
import { newTable } from '../support/new-table.ts';

beforeAll(async () => {
  const { endpoint = '', table = {} } = globalThis.database ?? {};
  await newTable(endpoint, environment.TABLE_NAME, table);
});
afterEach(() => {
  vi.useRealTimers();
});

it.each(handlers)('the benchmark has a call of $name that succeeds', async ({ name, path, handler }) => {
  await seed();
  const call = successes[name];
  if (!call) throw new Error(`There is no call of ${name}.`);
  // When its code was made, which is right for a minute.
  if (call.at !== undefined) vi.useFakeTimers({ toFake: ['Date'], now: call.at });
  const { statusCode, body } = await handler(gatewayCall(path, call), context());
  expect([statusCode, body]).toEqual([call.status, body]);
});

it('the benchmark knows more only of functions that have a route', () => {
  const names = routes.map(({ name }) => name);
  expect(Object.keys(given).filter((name) => !names.includes(name))).toEqual([]);
});

it('the benchmark says what it lacks for a call', () => {
  const route = 'ANY /events/{event_id}/tags/view/{id}';
  expect(() => successOf({ name: 'tagsView', route })).toThrow('Give tagsView a path in');
  const known = { name: 'eventsCreate', route: 'ANY /events/create' };
  const body = { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' };
  expect(successOf(known)).toMatchObject({ method: 'POST', token: expect.any(String), status: 201, body });
});
