import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { handler as bareUpdate } from '../../bench/contestants/bare-update.ts';
import { handler as bareView } from '../../bench/contestants/bare-view.ts';
import { handler as express } from '../../bench/contestants/express.ts';
import { handler as hono } from '../../bench/contestants/hono.ts';
import { type Call, gatewayCall } from '../../bench/gateway-call.ts';
import { call } from '../support/call.ts';
import { context } from '../support/gateway.ts';
import { endpoints, newEvent, newToken, viewEvent } from '../support/service.ts';

const VIEW = 'ANY /events/view/{id}';
const UPDATE = 'ANY /events/update/{id}';
const body = { name: ' Winter party ', description: 'Inside', event_date: '2027-12-04' };

/** Calls with their expected statuses, for a new event. */
async function newCalls() {
  const token = await newToken();
  const event = await newEvent(token);
  const ended = await newToken();
  const eventOfEnded = await newEvent(ended);
  await call(endpoints.logout.handler, { token: ended });
  const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`;

  const changes = { token, path: event, body };

  const calls: [name: string, route: string, call: Call][] = [
    ['an event', VIEW, { token, path: event, status: 200 }],
    ['no token', VIEW, { path: event, status: 401 }],
    ['a forged token', VIEW, { token: forged, path: event, status: 401 }],
    ['an ended session', VIEW, { token: ended, path: eventOfEnded, status: 401 }],
    ["another account's event", VIEW, { token, path: eventOfEnded, status: 404 }],
    ['an id that is none', VIEW, { token, path: { id: 'x' }, status: 404 }],
    ['changes', UPDATE, { ...changes, status: 200 }],
    ['changes without a token', UPDATE, { path: event, body, status: 401 }],
    ['changes by an ended session', UPDATE, { token: ended, path: eventOfEnded, body, status: 401 }],
    ["changes to another account's event", UPDATE, { ...changes, path: eventOfEnded, status: 404 }],
    ['no changes', UPDATE, { ...changes, body: {}, status: 422 }],
    ['a name that is no text', UPDATE, { ...changes, body: { name: 1 }, status: 422 }],
    ['a blank name', UPDATE, { ...changes, body: { name: ' ' }, status: 422 }],
    ['a long description', UPDATE, { ...changes, body: { description: 'x'.repeat(2_001) }, status: 422 }],
    ['a date that is none', UPDATE, { ...changes, body: { event_date: '2027-02-30' }, status: 422 }],
    ['malformed JSON', UPDATE, { ...changes, body: '{', status: 400 }],
  ];
  return { token, event, calls };
}

const contestants: [name: string, of: (route: string) => object][] = [
  ['the service', (route) => (route === VIEW ? endpoints.view : endpoints.update).handler],
  ['the bare handler', (route) => (route === VIEW ? bareView : bareUpdate)],
  ['Express', () => express],
  ['Hono', () => hono],
];

const response = z.object({ statusCode: z.int(), body: z.string() });

it.each(contestants)('%s does what the benchmark says', async (_, handlerOf) => {
  const { token, event, calls } = await newCalls();
  for (const [name, route, { method = route === VIEW ? 'GET' : 'POST', ...rest }] of calls) {
    const request = gatewayCall(route, { method, ...rest });
    const answered = await Reflect.apply(Object(handlerOf(route)), undefined, [request, context()]);
    expect([name, response.parse(answered).statusCode]).toEqual([name, rest.status]);
  }
  expect(await viewEvent(token, event)).toMatchObject({ ...body, name: 'Winter party' });
});
