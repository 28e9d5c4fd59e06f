import { beforeAll, describe, expect, it } from 'vitest';
import { handler as docs } from '../../functions/system/docs.ts';
import { handler as notFound } from '../../functions/system/not-found.ts';
import { context, type GatewayRequest, gatewayRequest } from '../support/gateway.ts';
import { gateToDatabase } from '../support/proxied-database.ts';
import { endpoints, newToken, party } from '../support/service.ts';

const EXPECTED = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-request-id': 'a-request-id',
};

const gate = await gateToDatabase();
let token: string;
beforeAll(async () => {
  token = await newToken();
});

const { create, list } = endpoints;
const preflight = { headers: { 'access-control-request-method': 'POST' } };

describe('every response has the common headers', () => {
  it.each<
    [answer: string, status: number, typeof create.handler, method: string, request: () => GatewayRequest]
  >([
    ['a created event', 201, create.handler, 'POST', () => ({ token, body: party() })],
    ['a list', 200, list.handler, 'GET', () => ({ token })],
    ['an invalid body', 422, create.handler, 'POST', () => ({ token, body: {} })],
    ['an invalid token', 401, list.handler, 'GET', () => ({ token: 'x' })],
    ['a wrong method', 405, list.handler, 'POST', () => ({})],
    ['a preflight', 204, create.handler, 'OPTIONS', () => preflight],
    ['an unknown path', 404, notFound, 'GET', () => ({})],
  ])('%s', async (_, status, handler, method, request) => {
    const answer = await handler(gatewayRequest(method, request()), context());
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(EXPECTED);
    expect(answer.headers['content-type']).toBe(answer.body ? 'application/json' : undefined);
  });

  it('a function that is about to time out', async () => {
    gate.block();
    const answer = await create.handler(gatewayRequest('POST', { token, body: party() }), context(510));
    expect(answer.statusCode).toBe(503);
    expect(answer.headers).toMatchObject(EXPECTED);
  });

  it('the docs page, with its own content security policy', async () => {
    const { headers } = await docs(gatewayRequest('GET'), context());
    const policy = expect.stringMatching(/^default-src 'none'; script-src 'self';.* frame-ancestors 'none'/);
    expect(headers).toMatchObject({
      ...EXPECTED,
      'cache-control': 'public, max-age=3600',
      'content-security-policy': policy,
    });
  });
});
