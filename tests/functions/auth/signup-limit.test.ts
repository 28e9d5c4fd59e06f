import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { call, type Outcome } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { person } from '../../support/service.ts';

const START = Date.UTC(2027, 0, 1);
const LIMIT = 20;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  setVariable('SIGNUP_LIMIT', String(LIMIT));
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

const from = (sourceIp: string, headers: Record<string, string> = {}) =>
  call(signup, { body: person(), sourceIp, headers });

const statuses = (outcomes: Outcome[]) => outcomes.map(({ status }) => status);
const atOnce = (count: number, sourceIp: string) =>
  Promise.all(Array.from({ length: count }, () => from(sourceIp)));

describe('signups from one address', () => {
  it('are limited to 20 an hour; the next answers 429 with Retry-After', async () => {
    expect(statuses(await atOnce(LIMIT, '192.0.2.10'))).toEqual(Array(LIMIT).fill(201));
    vi.setSystemTime(START + 3_599_000);
    const { status, headers, body } = await from('192.0.2.10');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('1');
    expect(body.message).toBe('Account failed to register');
    vi.setSystemTime(START + 3_600_000);
    expect((await from('192.0.2.10')).status).toBe(201);
  });

  it('are limited to exactly 20 of 50 concurrent ones', async () => {
    const outcomes = statuses(await atOnce(50, '192.0.2.11'));
    expect(outcomes.sort()).toEqual([...Array(LIMIT).fill(201), ...Array(30).fill(429)]);
  });

  it('count if the e-mail is taken, and not if the body is invalid', async () => {
    const body = person();
    const sourceIp = '192.0.2.12';
    for (let tries = 0; tries < LIMIT; tries++)
      await call(signup, { body: { ...body, email: '' }, sourceIp });
    for (let tries = 0; tries < LIMIT; tries++) await call(signup, { body, sourceIp });
    expect((await call(signup, { body, sourceIp })).status).toBe(429);
  });

  it('do not count for another address, and no header changes the address', async () => {
    await atOnce(LIMIT, '192.0.2.13');
    const headers = { 'x-forwarded-for': '192.0.2.99', forwarded: 'for=192.0.2.99' };
    expect((await from('192.0.2.13', headers)).status).toBe(429);
    expect((await from('192.0.2.14')).status).toBe(201);
  });

  it('are counted together for an IPv6 /64', async () => {
    await atOnce(LIMIT, '2001:db8:1:2::1');
    expect((await from('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(201);
  });
});
