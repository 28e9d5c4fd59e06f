import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { call } from '../../support/call.ts';
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
const atOnce = async (count: number, sourceIp: string) => {
  const outcomes = await Promise.all(Array.from({ length: count }, () => from(sourceIp)));
  return outcomes.map(({ status }) => status).sort();
};

it('signups from one network are 20 in an hour, and exactly 20 of 50 at once', async () => {
  const taken = Array(LIMIT).fill(201);
  expect(await atOnce(50, '192.0.2.10')).toEqual([...taken, ...Array(30).fill(429)]);
  vi.setSystemTime(START + 3_599_000);
  const { status, headers, body } = await from('192.0.2.10');
  expect([status, headers['retry-after'], body.message]).toEqual([429, '1', 'Account failed to register']);
  vi.setSystemTime(START + 3_600_000);
  expect((await from('192.0.2.10')).status).toBe(201);
});

it('they count if the e-mail is taken, and not if the body is invalid', async () => {
  const body = person();
  const sourceIp = '192.0.2.12';
  for (let tries = 0; tries < LIMIT; tries++) await call(signup, { body: { ...body, email: '' }, sourceIp });
  for (let tries = 0; tries < LIMIT; tries++) await call(signup, { body, sourceIp });
  expect((await call(signup, { body, sourceIp })).status).toBe(429);
});

it('they do not count for another network, an IPv6 /64 is one, and no header changes it', async () => {
  await atOnce(LIMIT, '192.0.2.13');
  const headers = { 'x-forwarded-for': '192.0.2.99', forwarded: 'for=192.0.2.99' };
  expect((await from('192.0.2.13', headers)).status).toBe(429);
  expect((await from('192.0.2.14')).status).toBe(201);
  await atOnce(LIMIT, '2001:db8:1:2::1');
  expect((await from('2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await from('2001:db8:1:3::1')).status).toBe(201);
});
