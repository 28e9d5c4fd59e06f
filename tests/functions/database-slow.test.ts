import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { setInterval } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { issueToken } from '../../lib/auth/tokens.ts';
import { freePort } from '../support/emulators.ts';
import { context, type GatewayRequest, gatewayRequest } from '../support/gateway.ts';
import { endpoints, type Tested } from '../support/service.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '50';
});

const HEAD =
  'HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: 1000000\r\n\r\n{';

/** What a database may do that neither answers nor hangs up. */
const hanging: Record<string, (socket: Socket) => unknown> = {
  'is silent': () => undefined,
  'stops in its answer': (socket) => socket.write(HEAD),
};
const trickling: Record<string, (socket: Socket) => unknown> = {
  'trickles its answer': (socket) => trickle(socket, HEAD, ' '),
  'trickles its headers': (socket) => trickle(socket, 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'),
};

const limits = z.object({ timeout: z.int(), databaseTimeoutMs: z.int() });
const { params: stageParams } = z
  .object({ params: z.object({ default: limits, local: limits }) })
  .parse(parse(readFileSync('serverless.yml', 'utf8'), { logLevel: 'error' }));

let behave: (socket: Socket) => unknown;
const port = await freePort();
const server = createServer((socket) => {
  socket.on('error', () => undefined).once('data', () => behave(socket));
}).listen(port, '127.0.0.1');
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${port}`;
afterAll(() => server.close());

async function trickle(socket: Socket, first: string, then: string): Promise<void> {
  socket.write(first);
  for await (const _ of setInterval(5)) {
    if (socket.destroyed) return;
    socket.write(then);
  }
}

const requestOf = async ({ body }: Tested): Promise<GatewayRequest> => ({
  token: await issueToken('account-1'),
  path: { event_id: '1', id: '1' },
  ...(body && { body: body() }),
});

/** Each endpoint answers 503 with its own sentence, though a function has as much time as this. */
async function expectUnavailable(functionMs: number): Promise<void> {
  const ask = async (endpoint: Tested) => {
    const { handler, method, failure } = endpoint;
    const request = gatewayRequest(method, await requestOf(endpoint));
    const { statusCode, headers, body } = await handler(request, context(functionMs));
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    expect(body).toBe(JSON.stringify({ status: 'error', message: failure }));
  };
  await Promise.all(Object.values(endpoints).map(ask));
}

describe.each(Object.entries(hanging))('while the database %s', (_, behaviour) => {
  it('each endpoint gives up by itself, long before its time is up', { timeout: 10_000 }, async () => {
    behave = behaviour;
    await expectUnavailable(30_000);
  });
});

describe.each(Object.entries(trickling))('while the database %s', (_, behaviour) => {
  it('each endpoint answers before its time is up', { timeout: 10_000 }, async () => {
    behave = behaviour;
    await expectUnavailable(1_500);
  });
});

it.each(['default', 'local'] as const)(
  'on the stage %s three tries and their pauses fit a function',
  (stage) => {
    const { timeout, databaseTimeoutMs } = stageParams[stage];
    // After a throttled try the SDK waits up to 1 second, then 2; a function gives up half a second early.
    expect(3 * databaseTimeoutMs + 3_000).toBeLessThan(timeout * 1_000 - 500);
  },
);
