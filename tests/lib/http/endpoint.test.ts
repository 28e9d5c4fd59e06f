import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { conflict, notFound } from '../../../lib/http/errors.ts';
import { none } from '../../../lib/http/no-authentication.ts';
import { problem } from '../../../lib/problem.ts';
import type { Handler } from '../../support/call.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';

const contract = {
  summary: 'Count something',
  method: 'GET',
  authentication: none,
  input: {},
  success: 200,
  messages: { failure: 'Count failed' },
} as const;
const output = { return_count: z.int() };

const statusOf = async (handler: Handler) => (await handler(gatewayRequest('GET'), context())).statusCode;

/** `npm run types` fails where a line marked as an error compiles. */
describe('the types of an endpoint', () => {
  it('accept a result that fits the declared output and headers', async () => {
    const handler = endpoint({
      ...contract,
      output,
      headers: { location: 'Path of the count' },
      errors: [404],
      handle: async () => ({ headers: { location: '/counts/1' }, body: { return_count: 1 } }),
    });
    expect(await statusOf(handler)).toBe(200);
  });

  it('reject a body with other fields than the declared output', async () => {
    const handler = endpoint({
      ...contract,
      output,
      errors: [],
      // @ts-expect-error: misspelled
      handle: async () => ({ body: { return_cnt: 1, nothing: true } }),
    });
    expect(await statusOf(handler)).toBe(200);
  });

  it('reject a missing header', async () => {
    const handler = endpoint({
      ...contract,
      headers: { location: 'Path of the count' },
      errors: [],
      // @ts-expect-error: no Location
      handle: async () => ({}),
    });
    expect(await statusOf(handler)).toBe(200);
  });

  it('accept a representation that is declared, and reject any other', async () => {
    const representation = { data: z.int() };
    const declared = endpoint({
      ...contract,
      representation,
      errors: [],
      handle: async () => ({ representation: { data: 1 } }),
    });
    const request = gatewayRequest('GET', { headers: { prefer: 'return=representation' } });
    const { headers, body } = await declared(request, context());
    expect(JSON.parse(body)).toEqual({ status: 'success', data: 1 });
    expect(headers).toMatchObject({ vary: 'Prefer', 'preference-applied': 'return=representation' });
    const undeclared = endpoint({
      ...contract,
      representation,
      errors: [],
      // @ts-expect-error: no number
      handle: async () => ({ representation: { data: 'x' } }),
    });
    expect(await statusOf(undeclared)).toBe(200);
  });

  it('reject a success status that is not declared', async () => {
    const handler = endpoint({
      ...contract,
      errors: [],
      // @ts-expect-error: 201
      handle: async () => ({ status: 201 }),
    });
    expect(await statusOf(handler)).toBe(201);
  });

  it('accept a declared error and reject any other', async () => {
    const declared = endpoint({ ...contract, errors: [404, 409], handle: async () => notFound() });
    expect(await statusOf(declared)).toBe(404);
    const undeclared = endpoint({
      ...contract,
      errors: [404],
      // @ts-expect-error: 409
      handle: async () => conflict('count', problem('taken', 'is taken')),
    });
    expect(await statusOf(undeclared)).toBe(409);
  });
});

it('an error names a nested field whole', async () => {
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
    { field: 'budgets[2].amount', code: 'invalid', message: 'Budgets[2].amount must be a number.', index: 2 },
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
