import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exists, Update } from '../../../lib/dynamodb/changes.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { changed, forged, withChecksum } from '../../support/access-tokens.ts';
import { storedToken } from '../../support/account.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { erase } from '../../support/erase.ts';
import { type Probe, probes, written } from '../../support/probes.ts';
import { rejection, UNAUTHORIZED } from '../../support/rejections.ts';
import { endpoints, newAccessToken, newToken, person } from '../../support/service.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';

const { login, logout, changePassword, deleteAccount, endSession, endToken } = endpoints;

/** Five minutes before the last day of a token is over. */
const START = Date.UTC(2027, 0, 15, 23, 55);
const NEXT_DAY = Date.UTC(2027, 0, 16);

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterAll(() => {
  vi.useRealTimers();
});

const forbidden = (field: string, code: string, sentence: string) => ({
  status: 403,
  text: rejection('Not tried', field, code, sentence),
});
const insufficient = (sentence: string) => ({
  ...forbidden('token', 'insufficient_scope', sentence),
  challenge: 'Bearer error="insufficient_scope"',
});

/** The responses to whom a probe rejects. */
const REJECTIONS: Record<string, { status: number; text: string; challenge?: string }> = {
  unauthorized: { status: 401, text: UNAUTHORIZED, challenge: 'Bearer' },
  blocked: forbidden('account', 'blocked', 'This account is blocked. Contact the operator of this service.'),
  'no token': insufficient("Access tokens can't do this. Log in and send your session token."),
  'only a token that writes': insufficient('This requires an access token with write access.'),
};

/** What each probe takes its caller for, or why it rejects. */
type Verdicts = Record<Probe, 'session' | 'token' | 'nobody' | keyof typeof REJECTIONS>;

const verdicts = (bearers: string, others: Partial<Verdicts> = {}): Verdicts => ({
  session: bearers,
  'session by expired token': bearers,
  'session or token that reads': bearers,
  'session or token that writes': bearers,
  'optional session': 'nobody',
  none: 'nobody',
  ...others,
});

const LIVING_SESSION = verdicts('session', { 'optional session': 'session' });
const EXPIRED_TOKEN = verdicts('unauthorized', { 'session by expired token': 'session' });
// Whether it lives is not checked where none is needed.
const ENDED_SESSION = verdicts('unauthorized', { 'optional session': 'session' });
const BLOCKED_SESSION = verdicts('blocked', { 'optional session': 'session' });
const INVALID = verdicts('unauthorized');
const WRITES = verdicts('no token', {
  'session or token that reads': 'token',
  'session or token that writes': 'token',
});
const READS: Verdicts = { ...WRITES, 'session or token that writes': 'only a token that writes' };
const BLOCKED_TOKEN = verdicts('blocked');

interface Sent {
  token?: string;
  /** Whose token it is. */
  session?: string;
  headers?: Record<string, string>;
}

/** What may be sent, by its name. */
type Credentials = Record<string, () => Promise<Sent>>;

const { password } = person();

const block = (session: string) =>
  send(new Update(accountKey(accountIdOf(session))).require(exists(['PK'])).set(['blocked'], true));

async function leave(token: string): Promise<void> {
  expect((await call(deleteAccount.handler, { token, body: { password } })).status).toBe(200);
}

async function beErased(token: string): Promise<void> {
  await leave(token);
  await erase(accountIdOf(token));
}

const bySession = (session: string, scheme = 'Bearer '): Sent => ({
  session,
  headers: { authorization: scheme + session },
});

/** The first session of an account that is logged in twice, and what ends it. */
const ended =
  (end: (first: string, second: string, email: string) => Promise<unknown>) => async (): Promise<Sent> => {
    const { email, token } = await newVerified();
    const second = await call(login.handler, { body: { username: email, password } });
    await end(token, String(second.body.token), email);
    return bySession(token);
  };

/** A session of which the lifetime of this is over. */
const over = (lifetime: string, make: () => Promise<string>) => async (): Promise<Sent> => {
  setVariable(lifetime, '60');
  const token = await make();
  vi.setSystemTime(Date.now() + 60_000);
  return bySession(token);
};

const livingSessions: Credentials = Object.fromEntries(
  ['Bearer ', 'bearer ', 'BEARER  ', ''].map((scheme) => [
    `a session after ${JSON.stringify(scheme)}`,
    async () => bySession(await newToken(), scheme),
  ]),
);

const endedSessions: Credentials = {
  'a session that was logged out': ended((token) => call(logout.handler, { token })),
  'a session that was logged out everywhere by another': ended((_, token) =>
    call(logout.handler, { token, body: { everywhere: true } }),
  ),
  'a session that was ended by another': ended((first, token) =>
    call(endSession.handler, { token, path: { id: String(decodeJwt(first)['sid']) } }),
  ),
  'a session that was ended by a change of password': ended((_, token) =>
    call(changePassword.handler, { token, body: { password, new_password: 'a fair new passphrase' } }),
  ),
  'a session that was replaced by 30 newer ones': ended(async (_first, _second, username) => {
    for (let logins = 0; logins < 30; logins++) {
      // Of two that start in one millisecond, chance decides which counts as older.
      vi.setSystemTime(Date.now() + 1);
      await call(login.handler, { body: { username, password } });
    }
  }),
  'a session whose account is being deleted': ended((_, second) => leave(second)),
  'a session whose account was erased': ended((_, second) => beErased(second)),
  'a session that is over before its token': over('SESSION_LIFETIME_SECONDS', () =>
    storedToken(randomUUID(), 3_600),
  ),
};

const invalidTexts: Record<string, Record<string, string>> = {
  'no token': {},
  'an empty one': { authorization: '' },
  'the scheme alone': { authorization: 'Bearer ' },
  'another scheme': { authorization: 'Basic YTpi' },
  'what is no token': { authorization: 'Bearer x.y.z' },
  'two tokens': { authorization: 'Bearer a, Bearer b' },
  'a token of 8 KB': { authorization: `Bearer ${'x'.repeat(8_192)}` },
};
const invalid: Credentials = Object.fromEntries(
  Object.entries(invalidTexts).map(([name, headers]) => [name, async () => ({ headers })]),
);

type Made = Awaited<ReturnType<typeof newAccessToken>>;

/** An access token, after something was done with it or made of it. */
const accessToken =
  (change: (made: Made, session: string) => Promise<unknown>, fields?: object) => async (): Promise<Sent> => {
    const session = await newToken();
    const made = await newAccessToken(session, { ...fields });
    const text = await change(made, session);
    return { session, token: typeof text === 'string' ? text : made.token };
  };
const textOf = (change: (text: string) => string) => accessToken(async ({ token }) => change(token));
const lastDay = { expires_on: '2027-01-15' };
const last = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');

const writingTokens: Credentials = {
  'an access token that writes': textOf((text) => text),
  'one in the last second of its last day': accessToken(
    async () => void vi.setSystemTime(NEXT_DAY - 1_000),
    lastDay,
  ),
};

const deadTokens: Credentials = {
  'one whose last day is over': accessToken(async () => void vi.setSystemTime(NEXT_DAY), lastDay),
  'one that was ended': accessToken(({ id }, token) => call(endToken.handler, { token, path: { id } })),
  'one with another secret': textOf(forged),
  'one with an id that no token has': textOf((text) => changed(text, { id: '0'.repeat(12) })),
  'one of no account': textOf((text) => changed(text, { account: '0'.repeat(32) })),
  'that of a calendar with the prefix of others': accessToken(
    async ({ token }) => withChecksum(`ebt_${token.slice(4)}`),
    { access: 'calendar' },
  ),
  'one with the id of another': accessToken(async ({ token }, session) =>
    changed(token, { id: (await newAccessToken(session)).id }),
  ),
  'one with the secret of another': accessToken(async ({ token }, session) =>
    changed(token, { secret: (await newAccessToken(session)).token.slice(48, 112) }),
  ),
  'one with the account of another': accessToken(async ({ token }) =>
    changed(token, { account: (await newAccessToken(await newToken())).token.slice(4, 36) }),
  ),
  'one whose account is being deleted': accessToken((_, session) => leave(session)),
  'one whose account was erased': accessToken((_, session) => beErased(session)),
};

const malformedTokens: Credentials = {
  'one with another checksum': textOf(last),
  'that of a calendar': accessToken(async () => undefined, { access: 'calendar' }),
};

/** How credentials are judged, and how often the database is read before those that aren't a session's are rejected. */
const GROUPS: [Credentials, Verdicts, reads?: number][] = [
  [livingSessions, LIVING_SESSION],
  [endedSessions, ENDED_SESSION],
  [{ 'a session whose token is over': over('TOKEN_LIFETIME_SECONDS', newToken) }, EXPIRED_TOKEN],
  [{ 'a session whose account is blocked': ended((first) => block(first)) }, BLOCKED_SESSION],
  [invalid, INVALID, 0],
  [writingTokens, WRITES, 1],
  [{ 'one that reads': accessToken(async () => undefined, { access: 'read' }) }, READS, 1],
  [deadTokens, INVALID, 1],
  [{ 'one whose account is blocked': accessToken((_, session) => block(session)) }, BLOCKED_TOKEN, 1],
  [malformedTokens, INVALID, 0],
];
const CREDENTIALS = GROUPS.flatMap(([credentials, expected, reads]) =>
  Object.entries(credentials).map(([name, make]) => ({ name, make, expected, reads })),
);

describe.each(CREDENTIALS)('$name', ({ expected, make, reads }) => {
  let sent: Sent;
  beforeAll(async () => {
    vi.setSystemTime(START);
    sent = await make();
    resetVariables();
  });

  const callers = () => {
    const { sub: accountId, sid: sessionId } = sent.session ? decodeJwt(sent.session) : {};
    const roles = ['editor'];
    // After its prefix and the account's id.
    const tokenId = sent.token?.slice(36, 48);
    return {
      session: { accountId, sessionId, roles },
      token: { accountId, tokenId, access: expected === READS ? 'read' : 'write', roles },
      nobody: undefined,
    };
  };

  it.each(Object.entries(expected))('for a probe of %s: %s', async (kind, verdict) => {
    const handler = Object.entries(probes).find(([each]) => each === kind)?.[1] ?? probes.none;
    const before = await written();
    const { session: _, ...request } = sent;
    const rejected = REJECTIONS[verdict];
    if (!rejected) {
      const caller = Object.entries(callers()).find(([each]) => each === verdict)?.[1];
      const { text } = await call(handler, request);
      expect(JSON.parse(text)).toEqual({ status: 'success', message: 'Tried', ...(caller && { caller }) });
      return expect(await written()).not.toEqual(before);
    }
    // It comes before the body, and before the content type that a web page needs.
    const headers = { ...request.headers, origin: 'null' };
    for (const body of [undefined, '{']) {
      takeRequests();
      const { status, headers: answered, text } = await call(handler, { ...request, headers, body });
      if (reads !== undefined) expect(takeRequests().counts).toEqual({ reads, writes: 0 });
      expect([status, text, answered['www-authenticate']]).toEqual([
        rejected.status,
        rejected.text,
        rejected.challenge,
      ]);
    }
    expect(await written()).toEqual(before);
    // The method comes first.
    expect((await call(handler, { ...request, method: 'PUT' })).status).toBe(405);
  });
});
