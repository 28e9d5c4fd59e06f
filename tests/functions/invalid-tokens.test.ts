import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { newAccessToken } from '../../lib/auth/access-token.ts';
import { issueSessionToken } from '../../lib/auth/session-tokens.ts';
import { forged } from '../support/access-tokens.ts';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import { bearers, endpointNamed } from '../support/endpoints.ts';
import { sameOwner } from '../support/owner.ts';

const signedByAnotherKey = () =>
  new SignJWT({ sid: 'x' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(randomUUID())
    .setExpirationTime('1 h')
    .sign(new Uint8Array(32));

/** Tokens that anybody can make, or that have expired. */
const INVALID: [kind: string, token: () => Promise<string>][] = [
  ['none', async () => ''],
  ['a forged session token', signedByAnotherKey],
  ['an expired session token', () => issueSessionToken({ accountId: randomUUID(), sessionId: 'x' }, 1)],
  ['an unknown access token', async () => newAccessToken(randomUUID(), 'write').text],
  ['an access token with another secret', async () => forged((await sameOwner()).write)],
  ['the token of a calendar', async () => (await sameOwner()).calendar],
];

it.each(INVALID)('with %s, a call of any endpoint takes one read unit at most', async (_, made) => {
  const owner = await sameOwner();
  for (const endpoint of bearers) {
    const request = { ...owner.requestOf(endpoint), token: await made() };
    takeRequests();
    const { status } = await call(endpoint.handler, request);
    const { counts, units } = takeRequests();
    expect([endpoint.name, status]).toEqual([endpoint.name, 401]);
    expect(units.read).toBeLessThanOrEqual(1);
    expect(counts.writes).toBe(0);
  }
});

it.each<[kind: string, token: () => Promise<string | undefined>, reads: number]>([
  ['none', async () => undefined, 0],
  ['an unknown token', async () => newAccessToken(randomUUID(), 'calendar').text, 1],
  ['a token with another secret', async () => forged((await sameOwner()).calendar), 1],
  ['a session token', async () => (await sameOwner()).session, 0],
])('with %s in the address, the calendar takes one read unit at most', async (_, made, reads) => {
  const token = await made();
  takeRequests();
  const query = token === undefined ? {} : { token };
  const { status } = await call(endpointNamed('calendarView').handler, { method: 'GET', query });
  const { counts, units } = takeRequests();
  expect([status, counts]).toEqual([404, { reads, writes: 0 }]);
  expect(units.read).toBeLessThanOrEqual(1);
});
