import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CHECKS, stageOf } from '../../build/check-stage.ts';

const url = inject('origin');

/** A stage that answers at an address. */
const at = (address: string, outputs: Record<string, string> = {}) =>
  stageOf({
    ...{ name: 'event-budget-local', ofType: () => [], origins: ['*'], functions: [], tags: [] },
    table: {
      DeletionProtectionEnabled: false,
      OnDemandThroughput: { MaxReadRequestUnits: 600, MaxWriteRequestUnits: 200 },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
      TimeToLiveSpecification: { AttributeName: 'expires_at' },
    },
    outputs: { HttpApiUrl: address, DocsUrl: `${address}/docs`, ...outputs },
  });

it.each(['health', 'headers', 'cors', 'address', 'demo'] as const)('%s is right here', async (name) => {
  expect(await CHECKS[name].run(at(url))).toEqual({ answer: expect.anything(), isRight: true });
});

describe('another service', () => {
  const server = createServer((_, response) => void response.writeHead(418).end('{}'));
  let other = '';
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it.each(['health', 'headers', 'cors', 'address', 'throttle', 'logins', 'mail', 'demo'] as const)(
    '%s is wrong',
    async (name) => {
      const outcome = await CHECKS[name].run(at(other)).catch(() => ({ isRight: false }));
      expect(outcome).toMatchObject({ isRight: false });
    },
  );
});

it('finds no throttle here, where there is none', async () => {
  expect(await CHECKS.throttle.run(at(url))).toEqual({ answer: { 200: 60 }, isRight: false });
});

it('finds whether logins are limited, however callers fake their address', async () => {
  const { answer, isRight } = await CHECKS.logins.run(at(url));
  expect(answer).toMatch(/^401/);
  expect(isRight).toBe(/429$/.test(answer));
});

it('finds a stage that should send no mail, and does', async () => {
  const { answer, isRight } = await CHECKS.mail.run(at(url, { Mail: 'none, because MAIL_FROM is not set' }));
  expect([answer, isRight]).toEqual([{ Mail: 'none, because MAIL_FROM is not set', status: 200 }, false]);
});
