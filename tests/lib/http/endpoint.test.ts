import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { sessionOrToken } from '../../../lib/http/authentication.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { none } from '../../../lib/http/no-authentication.ts';
import { problem } from '../../../lib/problem.ts';
import type { Handler } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { PROBES, probes } from '../../support/probes.ts';
import { newToken } from '../../support/service.ts';

const contract = {
  summary: 'Count something',
  method: 'GET',
  route: '/',
  permissions: [],
  authentication: none,
  input: {},
  success: 200,
  messages: { failure: 'Count failed' },
} as const;
const output = { return_count: z.int() };

const statusOf = async (handler: Handler) => (await handler(gatewayRequest('GET'), context())).statusCode;

/** `npm run types` fails where a line marked as an error compiles. */
it('the types of an endpoint reject what its contract does not declare', async () => {
  const headers = { location: 'Path of the count' };
  const representation = { data: z.int() };
  const location = '/counts/1';
  const handlers = [
    endpoint({
      ...{ ...contract, output, headers, errors: [404] },
      handle: async () => ({ headers: { location }, body: { return_count: 1 } }),
    }),
    endpoint({
      ...{ ...contract, output, errors: [] },
      // @ts-expect-error: misspelled
      handle: async () => ({ body: { return_cnt: 1, nothing: true } }),
    }),
    endpoint({
      ...{ ...contract, headers, errors: [] },
      // @ts-expect-error: no Location
      handle: async () => ({}),
    }),
    endpoint({
      ...{ ...contract, representation, errors: [] },
      // @ts-expect-error: no number
      handle: async () => ({ representation: () => ({ data: 'x' }) }),
    }),
    endpoint({
      ...{ ...contract, errors: [] },
      // @ts-expect-error: the contract has the status
      handle: async () => ({ status: 201 }),
    }),
  ];
  for (const handler of handlers) expect(await statusOf(handler)).toBe(200);
});

it('a representation is shown if the request prefers that', async () => {
  const representation = { data: z.int() };
  const handle = async () => ({ representation: () => ({ data: 1 }) });
  const handler = endpoint({ ...contract, representation, errors: [], handle });
  const request = gatewayRequest('GET', { headers: { prefer: 'return=representation' } });
  const { headers, body } = await handler(request, context());
  expect(JSON.parse(body)).toEqual({ status: 'success', data: 1 });
  expect(headers).toMatchObject({ vary: 'Prefer', 'preference-applied': 'return=representation' });
});

it('an error has the path of a nested field, and its name in the sentence', async () => {
  const lines = z.object({
    budgets: z.array(z.object({ amount: z.number({ error: problem('invalid', 'must be a number') }) })),
  });
  const handler = endpoint({
    ...contract,
    method: 'POST',
    input: { body: lines },
    errors: [],
    handle: async () => ({}),
  });
  const body = { budgets: [{ amount: 1 }, { amount: 2 }, { amount: 'x' }] };
  const response = await handler(gatewayRequest('POST', { body }), context());
  expect(JSON.parse(response.body).errors).toEqual([
    { field: 'budgets[2].amount', code: 'invalid', message: 'Amount must be a number.', index: 2 },
  ]);
});

it('an operation takes the headers that its schema names', async () => {
  const handler = endpoint({
    ...contract,
    input: { headers: z.object({ 'if-match': z.string() }) },
    output: { tag: z.string() },
    errors: [],
    handle: async ({ headers }) => ({ body: { tag: headers['if-match'] } }),
  });
  const request = gatewayRequest('GET', { headers: { 'if-match': '"1"', 'x-other': 'x' } });
  expect(JSON.parse((await handler(request, context())).body)).toEqual({ status: 'success', tag: '"1"' });
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

const taking = (method: 'GET' | 'POST' | 'ANY') =>
  endpoint({ ...contract, method, errors: [], handle: async () => ({}) });

/** That takes a token in the header `Authorization`. */
const takingToken = (method: 'GET' | 'POST') =>
  endpoint({
    ...contract,
    method,
    authentication: sessionOrToken('read'),
    errors: [],
    handle: async () => ({}),
  });

const send = (handler: Handler, method: string) => handler(gatewayRequest(method), context());

describe('the method', () => {
  it.each([
    ['POST, without a token,', taking('POST'), ['POST']],
    ['POST, with a token,', takingToken('POST'), ['POST']],
    ['GET, with a token,', takingToken('GET'), ['GET']],
    ['GET, without a token, as HEAD too,', taking('GET'), ['GET', 'HEAD']],
  ])('%s is the only one that its endpoint takes', async (_, handler, methods) => {
    for (const other of METHODS.filter((method) => !methods.includes(method))) {
      const { statusCode, headers, body } = await send(handler, other);
      expect([statusCode, headers['allow']], other).toEqual([405, methods.join(', ')]);
      expect(body).toBe('{"status":"error","message":"Invalid request method"}');
    }
    for (const method of methods) expect((await send(handler, method)).statusCode).not.toBe(405);
  });

  it('HEAD is answered as GET, because the server leaves out the body', async () => {
    const answer = await send(taking('GET'), 'HEAD');
    expect([answer, answer.statusCode]).toEqual([await send(taking('GET'), 'GET'), 200]);
  });

  it('may be any, if the contract says so', async () => {
    for (const method of METHODS) expect((await send(taking('ANY'), method)).statusCode, method).toBe(200);
  });

  it.each(PROBES)('of a preflight needs no token for a probe of $kind', async ({ handler }) => {
    const headers = { origin: 'https://example.com', 'access-control-request-method': 'POST' };
    const { statusCode, body } = await handler(gatewayRequest('OPTIONS', { headers }), context());
    expect([statusCode, body]).toEqual([204, '']);
  });

  it('of a preflight is OPTIONS', async () => {
    const headers = { 'access-control-request-method': 'GET' };
    const { statusCode } = await taking('GET')(gatewayRequest('PUT', { headers }), context());
    expect(statusCode).toBe(405);
  });
});

const NO_DETAILS = '{"status":"error","message":"Not tried"}';

describe('an internal error tells no details', () => {
  afterEach(() => {
    resetVariables();
  });

  it.each(['', 'too-short', 'x'.repeat(31), `${'x'.repeat(32)},short`])('of the keys %j', async (keys) => {
    setVariable('TOKEN_KEYS', keys);
    const { statusCode, body } = await probes.session(gatewayRequest('POST', { token: 'x' }), context());
    expect([statusCode, body]).toEqual([500, NO_DETAILS]);
  });

  it.each(PROBES)('of a probe of $kind whose table does not exist', async ({ handler }) => {
    const token = await newToken();
    setVariable('TABLE_NAME', 'no-such-table');
    const { statusCode, body } = await handler(gatewayRequest('POST', { token }), context());
    expect([statusCode, body]).toEqual([500, NO_DETAILS]);
  });
});

it('a call that takes too long responds 503 shortly before its function times out', async () => {
  const handle = () => new Promise<never>(() => undefined);
  const handler = endpoint({ ...contract, errors: [], handle });
  const { statusCode, headers, body } = await handler(gatewayRequest('GET'), context(510));
  expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  expect(body).toBe('{"status":"error","message":"Count failed"}');
});
