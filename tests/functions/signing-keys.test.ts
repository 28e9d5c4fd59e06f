import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caughtLog } from '../support/caught-log.ts';
import { resetVariables, setVariable } from '../support/environment.ts';
import { context, gatewayRequest } from '../support/gateway.ts';
import type { Handler } from '../support/handlers.ts';
import { newEvent, newToken } from '../support/service.ts';

/** Starts a server in place of Secrets Manager, with one secret. It is not there while `value` is undefined. */
async function startSecrets(value: string | undefined) {
  const secrets = { value, reads: [] as unknown[], endpoint: '', stop: async () => {} };
  const server = createServer(async (request, response) => {
    secrets.reads.push(await json(request));
    response
      .writeHead(secrets.value === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
      .end(
        JSON.stringify(
          secrets.value === undefined
            ? { __type: 'ResourceNotFoundException', message: 'It is deleted' }
            : { SecretString: secrets.value },
        ),
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  secrets.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  secrets.stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return secrets;
}

const OLD = process.env['TOKEN_KEYS'] ?? '';
const NEW = 'n'.repeat(64);
const ARN = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:TokenSecret-a1b2c3';
const MINUTE = 60_000;
const log = caughtLog('INFO');

let token: string;
let path: Record<string, string>;
let secrets: Awaited<ReturnType<typeof startSecrets>>;
beforeEach(async () => {
  setVariable('TOKEN_KEYS', OLD);
  token = await newToken();
  path = await newEvent(token);
  secrets = await startSecrets(OLD);
  setVariable('TOKEN_KEYS', '');
  setVariable('TOKEN_SECRET', ARN);
  setVariable('AWS_ENDPOINT_URL_SECRETS_MANAGER', secrets.endpoint);
});
afterEach(async () => {
  vi.useRealTimers();
  resetVariables();
  await secrets.stop();
});

/** Loads a function as a new process does. */
async function load(file: string): Promise<Handler> {
  vi.resetModules();
  return (await import(resolve(`functions/${file}.ts`))).handler;
}

const view = async (handler: Handler, by = token) =>
  handler(gatewayRequest('GET', { token: by, path }), context());
const statusOf = async (handler: Handler, by = token) => (await view(handler, by)).statusCode;
const inMinutes = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE });

describe('a function with a signing key', () => {
  it('reads it once while it starts, from the one secret', async () => {
    const handler = await load('events/view');
    await vi.waitFor(() => expect(secrets.reads).toEqual([{ SecretId: ARN }]));
    expect([await statusOf(handler), await statusOf(handler)]).toEqual([200, 200]);
    expect(secrets.reads).toHaveLength(1);
  });

  it.each([
    ['events/view', () => gatewayRequest('GET', { token, path }), 'Event failed to load'],
    [
      'auth/login',
      () => gatewayRequest('POST', { body: { username: 'ada@example.com', password: 'a wrong one' } }),
      'Login Failed. retry',
    ],
  ])(
    'responds 503 if it can’t be read, and reads it again for the next call: %s',
    async (file, request, message) => {
      secrets.value = undefined;
      const handler = await load(file);
      for (const _ of [1, 2]) {
        const { statusCode, headers, body } = await handler(request(), context());
        expect([statusCode, headers['retry-after'], JSON.parse(body).message]).toEqual([503, '5', message]);
      }
      secrets.value = OLD;
      expect((await handler(request(), context())).statusCode).toBeLessThan(500);
    },
  );

  it('responds 500 if the key is too short', async () => {
    secrets.value = 'secret';
    expect(await statusOf(await load('events/view'))).toBe(500);
  });

  it('knows a rotated key after 5 minutes, and then no longer the one that was removed', async () => {
    const handler = await load('events/view');
    expect(await statusOf(handler)).toBe(200);
    secrets.value = `${NEW},${OLD}`;
    inMinutes(4);
    expect(await statusOf(handler)).toBe(200);
    expect(secrets.reads).toHaveLength(1);
    inMinutes(2);
    expect(await statusOf(handler)).toBe(200);
    expect(secrets.reads).toHaveLength(2);
    secrets.value = NEW;
    inMinutes(6);
    expect(await statusOf(handler)).toBe(401);
  });

  it('signs with the first key of the secret', async () => {
    secrets.value = `${NEW},${OLD}`;
    const refresh = await load('auth/refresh');
    const { body } = await refresh(gatewayRequest('POST', { token }), context());
    secrets.value = NEW;
    expect(await statusOf(await load('events/view'), JSON.parse(body).token)).toBe(200);
    secrets.value = OLD;
    expect(await statusOf(await load('events/view'), JSON.parse(body).token)).toBe(401);
  });

  it('keeps its keys while they can’t be read, and tries again after a minute', async () => {
    const handler = await load('events/view');
    expect(await statusOf(handler)).toBe(200);
    secrets.value = undefined;
    inMinutes(6);
    expect(await statusOf(handler)).toBe(200);
    const { length } = secrets.reads;
    expect(length).toBeGreaterThan(1);
    expect(await statusOf(handler)).toBe(200);
    expect(secrets.reads).toHaveLength(length);
    secrets.value = NEW;
    inMinutes(1.5);
    expect(await statusOf(handler)).toBe(401);
  });

  it.each([
    ['', 0, 1],
    ['short', 0, 1],
    [' , ', 0, 2],
    [`${OLD},short`, 1, 1],
    [`,${OLD}`, 1, 1],
  ])('keeps what works of %j, says so, and tries again after a minute', async (value, taken, rejected) => {
    const handler = await load('events/view');
    expect(await statusOf(handler)).toBe(200);
    log.clear();
    secrets.value = value;
    inMinutes(6);
    expect([await statusOf(handler), await statusOf(handler)]).toEqual([200, 200]);
    const lines = log.lines().map((line) => JSON.parse(line));
    expect(lines.filter(({ message }) => message === 'signing keys')).toMatchObject([
      { level: 'ERROR', taken_keys: taken, rejected_keys: rejected, error: { name: 'ConfigError' } },
    ]);
    expect(log.text()).not.toContain(OLD);
    secrets.value = NEW;
    inMinutes(1.5);
    expect(await statusOf(handler)).toBe(401);
  });

  it('forgets a removed key although another one is rejected', async () => {
    const handler = await load('events/view');
    expect(await statusOf(handler)).toBe(200);
    secrets.value = `${NEW},short`;
    inMinutes(6);
    expect(await statusOf(handler)).toBe(401);
  });
});

it('a function without one reads none', async () => {
  const handler = await load('system/health');
  expect((await handler(gatewayRequest('GET'), context())).statusCode).toBe(200);
  expect(secrets.reads).toEqual([]);
});
