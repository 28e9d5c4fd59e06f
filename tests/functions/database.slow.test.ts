import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setInterval } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { newAccessToken } from '../../lib/auth/access-token.ts';
import { issueSessionToken } from '../../lib/auth/session-tokens.ts';
import { errorOf } from '../support/database-errors.ts';
import { allEndpoints, type Endpoint, endpointNamed, undecidedToken } from '../support/endpoints.ts';
import { context, type GatewayRequest, gatewayRequest } from '../support/gateway.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '50';
});

const HEAD =
  'HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: 1000000\r\n\r\n{';

const MESSAGE = 'Throughput exceeds the maximum on-demand throughput of the table';
const ThrottlingReasons = [
  { reason: 'TableReadMaxOnDemandThroughputExceeded', resource: 'arn:of:the:table' },
];
const REJECTION = errorOf('ThrottlingException', MESSAGE, { ThrottlingReasons }).text;
const THROTTLED = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: ${REJECTION.length}\r\nConnection: close\r\n\r\n${REJECTION}`;

/** Ways in which a database may fail to respond without closing the connection. */
const hanging: Record<string, (socket: Socket) => unknown> = {
  'does not respond': () => undefined,
  'stops in the middle of a response': (socket) => socket.write(HEAD),
};
const trickling: Record<string, (socket: Socket) => unknown> = {
  'sends its response slowly': (socket) => trickle(socket, HEAD, ' '),
  'sends its headers slowly': (socket) => trickle(socket, 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'),
};

const limits = z.object({ timeout: z.int(), databaseTimeoutMs: z.int() });
const { params: stageParams } = z
  .object({ params: z.object({ default: limits, local: limits }) })
  .parse(parse(readFileSync('serverless.yml', 'utf8'), { logLevel: 'error' }));

let behave: (socket: Socket) => unknown;
const server = createServer((socket) => {
  socket.on('error', () => undefined).once('data', () => behave(socket));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

async function trickle(socket: Socket, first: string, then: string): Promise<void> {
  socket.write(first);
  for await (const _ of setInterval(5)) {
    if (socket.destroyed) return;
    socket.write(then);
  }
}

const requestOf = async (endpoint: Endpoint): Promise<GatewayRequest> => ({
  token: await undecidedToken(endpoint),
  query: { token: newAccessToken(randomUUID(), 'calendar').text },
  path: { event_id: '1', id: '1', version: '1' },
  ...(endpoint.body && { body: endpoint.body() }),
});

/** Expects 503 with its own message from each endpoint, given this much time. */
async function expectUnavailable(functionMs: number): Promise<void> {
  const ask = async (endpoint: Endpoint) => {
    const { handler, method, failure } = endpoint;
    const request = gatewayRequest(method, await requestOf(endpoint));
    const { statusCode, headers, body } = await handler(request, context(functionMs));
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    expect(body).toBe(JSON.stringify({ status: 'error', message: failure }));
  };
  await Promise.all(allEndpoints.map(ask));
}

describe.each(Object.entries(hanging))('while the database %s', (_, behaviour) => {
  it('each endpoint answers 503 long before the function times out', { timeout: 10_000 }, async () => {
    behave = behaviour;
    await expectUnavailable(30_000);
  });
});

it('each endpoint answers 503 while the table is at its cap', { timeout: 10_000 }, async () => {
  behave = (socket) => socket.end(THROTTLED);
  await expectUnavailable(30_000);
});

describe.each(Object.entries(trickling))('while the database %s', (_, behaviour) => {
  it('each endpoint answers 503 before the function times out', { timeout: 10_000 }, async () => {
    behave = behaviour;
    await expectUnavailable(1_500);
  });
});

it('a list stops reading when its function runs out of time', { timeout: 10_000 }, async () => {
  const closed = new Promise((resolve) => {
    behave = async (socket) => {
      socket.on('close', resolve);
      await trickle(socket, HEAD, ' ');
    };
  });
  const { handler } = endpointNamed('eventsList');
  const { statusCode } = await handler(
    gatewayRequest('GET', {
      token: await issueSessionToken({ accountId: 'account-1', sessionId: 'session-1' }, 2 ** 33),
    }),
    context(700),
  );
  expect(statusCode).toBe(503);
  // The response would go on for more than an hour.
  await closed;
});

it.each(['default', 'local'] as const)(
  'in the stage %s, three attempts and their pauses fit into a function’s timeout',
  (stage) => {
    const { timeout, databaseTimeoutMs } = stageParams[stage];
    // After a throttled attempt the SDK waits up to 1 second, then 2. A function responds half a second before its timeout.
    expect(3 * databaseTimeoutMs + 3_000).toBeLessThan(timeout * 1_000 - 500);
  },
);
