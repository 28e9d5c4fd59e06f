import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedToken } from '../support/account.ts';
import { call as callOnce, type Handler, type Outcome } from '../support/call.ts';
import { expectDocumented, statusesOf } from '../support/contract.ts';
import { eventOperations, kindOf } from '../support/event-operations.ts';
import { gateToDatabase } from '../support/gate.ts';
import { context, type GatewayRequest, gatewayRequest } from '../support/gateway.ts';
import { notFound, UNAUTHORIZED } from '../support/refusals.ts';
import {
  allEvents,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  party,
  type Tested,
} from '../support/service.ts';
import { sharedEvent, takeRole } from '../support/sharing.ts';

const all = Object.entries<Tested>(endpoints).map(([name, endpoint]) => ({ name, ...endpoint }));
const open = ['signup', 'login', 'forgotPassword', 'resetPassword', 'verifyEmail'];
const forTokenHolders = all.filter(({ name }) => !open.includes(name));
const posts = all.filter(({ method }) => method === 'POST');

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const gate = await gateToDatabase();
const path = { event_id: '1', budget_id: '1', id: '1' };
let token: string | undefined;
beforeEach(async () => {
  token ??= await storedToken(randomUUID());
});

/** Calls an endpoint. What it does may end the session, so the next test has another one. */
async function call(handler: Handler, request: GatewayRequest): Promise<Outcome> {
  const outcome = await callOnce(handler, request);
  if (outcome.status < 300) token = undefined;
  return outcome;
}

describe.each(all)('$name: the method comes first', ({ name, handler, method }) => {
  it.each(METHODS.filter((other) => other !== method))('answers 405 with Allow for %s', async (wrong) => {
    const { status, headers, body } = await call(handler, { method: wrong, body: '{' });
    expect(status).toBe(405);
    expect(headers['allow']).toBe(method);
    const message = name === 'login' ? 'Login Failed. retry' : 'Invalid request method';
    expect(body).toEqual({ status: 'error', message });
  });

  it('answers 405 for preflight headers with a method other than OPTIONS', async () => {
    const headers = { 'access-control-request-method': method };
    const { statusCode } = await handler(gatewayRequest('PUT', { headers }), context());
    expect(statusCode).toBe(405);
  });

  it('answers 204 for a preflight', async () => {
    const headers = { origin: 'https://example.com', 'access-control-request-method': method };
    const { statusCode, body } = await handler(gatewayRequest('OPTIONS', { headers }), context());
    expect([statusCode, body]).toEqual([204, '']);
  });
});

describe.each(forTokenHolders)('$name: the token comes before the body', ({ handler, method }) => {
  it.each([
    ['no token', {}],
    ['an empty one', { authorization: '' }],
    ['the scheme alone', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['what is no token', { authorization: 'Bearer x.y.z' }],
    ['two tokens', { authorization: 'Bearer a, Bearer b' }],
    ['a token of 8 KB', { authorization: `Bearer ${'x'.repeat(8_192)}` }],
    ['no token from a web page, with a body of any type', { origin: 'null', 'content-type': 'text/plain' }],
  ])('answers 401 for %s', async (_, headers: Record<string, string>) => {
    const { status, headers: answered, text } = await call(handler, { method, headers, body: '{' });
    expect(status).toBe(401);
    expect(answered['www-authenticate']).toBe('Bearer');
    expect(text).toBe(UNAUTHORIZED);
  });

  it.each(['Bearer ', 'bearer ', 'BEARER  ', ''])('accepts a token after %j', async (scheme) => {
    const { status } = await call(handler, { method, headers: { authorization: scheme + token } });
    expect(status).not.toBe(401);
  });
});

describe.each(posts)(
  '$name answers a malformed body with its own message',
  ({ handler, failure, body: valid, maxBytes = 65_536 }) => {
    const harmless = valid?.();

    it.each([
      ['cut-off JSON', '{"name":', 400],
      ['a space', ' ', 400],
      ['null', 'null', 400],
      ['an array', '[]', 400],
      ['a string', '"x"', 400],
      ['a number', '1e999', 400],
      ['a form', 'name=x&event_date=2026-01-01', 400],
      ['nesting 17 deep', nested(17), 400],
      ['nesting 10,000 deep', nested(10_000), 400],
      ['an array 30,000 deep', '['.repeat(30_000), 400],
      ['the key __proto__', '{"__proto__":{"name":"x"},"x":1}', 400],
      ['the key constructor', '{"constructor":{"prototype":{}}}', 400],
      ['more than its maximum', JSON.stringify({ ...harmless, x: 'x'.repeat(maxBytes) }), 413],
      ['more than its maximum that is not JSON', 'é'.repeat(maxBytes / 2 + 1), 413],
    ])('%s', async (_, body, expected) => {
      const outcome = await call(handler, { token, path, body });
      expect(outcome.status).toBe(expected);
      expect(outcome.body).toEqual({ status: 'error', message: failure, errors: [expect.anything()] });
      expect(outcome.body.errors?.[0]?.field).toBe('body');
    });

    it('a body that is not UTF-8', async () => {
      const body = Buffer.from(JSON.stringify({ ...harmless, x: 'é' }), 'latin1').toString('base64');
      const outcome = await call(handler, { token, path, body, isBase64Encoded: true });
      expect([outcome.status, outcome.body.message]).toEqual([400, failure]);
    });

    it('accepts a body of exactly its maximum in base64', async () => {
      const frame = JSON.stringify({ ...harmless, x: '' });
      const padded = JSON.stringify({ ...harmless, x: 'x'.repeat(maxBytes - frame.length) });
      const body = Buffer.from(padded).toString('base64');
      const { status } = await call(handler, { token, path, body, isBase64Encoded: true });
      expect([400, 413]).not.toContain(status);
    });
  },
);

const UNASKED = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

describe.each(posts)('$name from a web page', ({ name, handler, failure, body: valid }) => {
  const takesFiles = name === 'importBudgets';
  const accepted = takesFiles ? 'application/json or text/csv' : 'application/json';
  const body = JSON.stringify(valid?.() ?? {});
  const send = (type: string | undefined, headers: Record<string, string>, sent = body) =>
    call(handler, {
      ...{ token, path, body: sent },
      headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
    });

  it.each([
    undefined,
    '',
    ...UNASKED,
    'text/plain; charset=application/json',
    'text/plain;application/json',
    'text/plain, application/json',
    'application/jsonp',
    'application/json, text/plain',
    ...(takesFiles ? [] : ['text/csv']),
  ])('answers 415 for a body of type %j', async (type) => {
    for (const origin of ['https://example.com', 'null']) {
      const { status, body: answered } = await send(type, { origin });
      expect([status, answered]).toEqual([
        415,
        {
          ...{ status: 'error', message: failure },
          errors: [{ field: 'Content-Type', code: 'invalid', message: `Content-Type must be ${accepted}.` }],
        },
      ]);
    }
  });

  it.each([
    ...['application/json', 'application/json; charset=utf-8', 'Application/JSON ;x=y', ' application/json'],
    ...(takesFiles ? ['text/csv', 'Text/CSV; charset=utf-8'] : []),
  ])('reads a body of type %j', async (type) => {
    for (const origin of ['https://example.com', 'null'])
      expect((await send(type, { origin }, '"')).status).toBe(400);
  });

  it('needs no type without a body', async () => {
    const { status } = await call(handler, { token, path, headers: { origin: 'null' } });
    expect(status).not.toBe(415);
  });

  it('needs its method first', async () => {
    const headers = { origin: 'null', 'content-type': 'text/plain' };
    expect((await call(handler, { method: 'PUT', token, path, headers, body })).status).toBe(405);
  });
});

describe.each(posts)('$name from any other client', ({ name, handler }) => {
  it.each([undefined, ...(name === 'importBudgets' ? [] : [...UNASKED, 'text/csv'])])(
    'reads a body of type %j',
    async (type) => {
      const headers = { ...(type !== undefined && { 'content-type': type }) };
      expect((await call(handler, { token, path, headers, body: '"' })).status).toBe(400);
    },
  );
});

describe.each(all)('$name: an internal error', ({ handler, method, failure, body: valid }) => {
  const body = valid?.();
  const environment = { ...process.env };
  afterEach(() => {
    process.env = { ...environment };
  });

  it.each(['', 'too-short', `${'x'.repeat(31)}`, `${'x'.repeat(32)},short`])(
    'answers 500 without details if the keys are %j',
    async (keys) => {
      process.env['TOKEN_KEYS'] = keys;
      const outcome = await call(handler, { method, token, path, body });
      expect(outcome.status).toBe(500);
      expect(outcome.text).toBe(JSON.stringify({ status: 'error', message: failure }));
    },
  );

  it('answers 500 without details if the table does not exist', async () => {
    process.env['TABLE_NAME'] = 'no-such-table';
    const outcome = await call(handler, { method, token, path, body });
    expect(outcome.status).toBe(500);
    expect(outcome.text).toBe(JSON.stringify({ status: 'error', message: failure }));
  });

  it('answers 503 shortly before the function times out', async () => {
    gate.block();
    const request = gatewayRequest(method, { token, path, body });
    // The call goes on.
    token = undefined;
    const { statusCode, headers, body: text } = await handler(request, context(510));
    expect(statusCode).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(text).toBe(JSON.stringify({ status: 'error', message: failure }));
  });
});

/** `call` fails for any other, in each test of this and all other files. */
describe('every status that leaves an endpoint is declared by its contract', () => {
  /** Refusals are thrown by what an endpoint calls, so no type knows them. */
  it.each(Object.entries(eventOperations))('%s, refused', async (name, { handler, method, body }) => {
    const shared = await sharedEvent();
    const { event, budget, ids } = shared;
    const former = await newToken();
    await takeRole(shared.owner, event, shared.editor);
    const payment = await newPayment(shared.owner, await newBudget(shared.owner, event, { spent: 0 }));
    const known = { events: event.id, budgets: budget.id, payments: payment.id, members: ids.viewer };
    const statuses = new Set<number>();
    const paths = [
      { ...payment, id: known[kindOf(name)] },
      { ...payment, budget_id: '1', id: '1' },
      { event_id: '1', budget_id: '1', id: 'x' },
    ];
    for (const token of [former, shared.editor, shared.viewer, shared.owner]) {
      for (const path of paths) {
        for (const headers of [{ 'if-match': '"7"' }, {}]) {
          statuses.add((await call(handler, { method, token, path, headers, body: body?.() })).status);
        }
      }
    }
    expect(statuses).toContain(404);
    expect(statusesOf(handler)).toEqual(expect.arrayContaining([...statuses]));
  });

  it('and a call with any other fails its test', () => {
    const check = (status: number, message: string) => () =>
      expectDocumented(
        endpoints.view.handler,
        status,
        { 'x-request-id': 'x' },
        JSON.parse(notFound(message)),
      );
    expect(check(404, 'Event not found')).not.toThrow();
    expect(check(404, 'Event failed to load')).toThrow('404 of eventsView');
    expect(check(409, 'Event failed to load')).toThrow('409 of eventsView');
  });
});

it.each([
  ['no body at all', undefined, 'invalid', 'Body must be a JSON object.'],
  ['nesting 17 deep', nested(17), 'too_deep', 'Body must not be nested deeper than 16 levels.'],
  [
    'the key prototype',
    '{"prototype":1}',
    'invalid',
    'Body must not have a key __proto__, constructor, prototype.',
  ],
  ['64 KiB and a byte', 'x'.repeat(65_537), 'too_large', 'Body is too large (maximum is 65536 bytes).'],
])('%s gets an error that says what is wrong', async (_, body, code, message) => {
  const outcome = await call(endpoints.create.handler, { token, body });
  expect([400, 413]).toContain(outcome.status);
  expect(outcome.body.errors).toEqual([{ field: 'body', code, message }]);
});

it('an invalid body answers 422 even if the id is invalid or unknown', async () => {
  for (const id of ['1', 'x']) {
    const { status } = await call(endpoints.update.handler, { token, path: { id }, body: { name: '' } });
    expect(status).toBe(422);
  }
});

it('a rejected request leaves the account’s events unchanged', async () => {
  const owner = await newToken();
  const path = await newEvent(owner);
  await call(endpoints.update.handler, { token: owner, path, body: '{' });
  await call(endpoints.delete.handler, { token: owner, path, method: 'GET' });
  expect(await allEvents(owner)).toMatchObject([{ id: Number(path.id), ...party() }]);
});
