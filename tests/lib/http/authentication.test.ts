import { randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forgetConfig } from '../../../lib/config/config.ts';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { exists } from '../../../lib/dynamodb/conditions.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { storedToken } from '../../support/account.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { erase } from '../../support/erase.ts';
import { changed, forged, withChecksum } from '../../support/forged-token.ts';
import { type Probe, probes, written } from '../../support/probes.ts';
import { refusal, UNAUTHORIZED } from '../../support/refusals.ts';
import { dayIn, endpoints, newAccessToken, newToken, person } from '../../support/service.ts';
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
  text: refusal('Not tried', field, code, sentence),
});
const insufficient = (sentence: string) => ({
  ...forbidden('token', 'insufficient_scope', sentence),
  challenge: 'Bearer error="insufficient_scope"',
});

/** The responses to whom a probe refuses. */
const REFUSALS: Record<string, { status: number; text: string; challenge?: string }> = {
  unauthorized: { status: 401, text: UNAUTHORIZED, challenge: 'Bearer' },
  blocked: forbidden('account', 'blocked', 'This account is blocked. Ask the operator of the service.'),
  'no token': insufficient('An access token cannot do this. Log in and send the token of your session.'),
  'only a token that writes': insufficient('This needs an access token with write access.'),
};

/** What each probe takes its caller for, or why it refuses. */
type Verdicts = Record<Probe, 'session' | 'token' | 'nobody' | keyof typeof REFUSALS>;

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

/** What may be sent, and by what it is judged. */
type Credential = [name: string, expected: Verdicts, make: () => Promise<Sent>];

const bySession = (session: string, scheme = 'Bearer '): Sent => ({
  session,
  headers: { authorization: scheme + session },
});

async function block(session: string): Promise<void> {
  const account = accountKey(accountIdOf(session));
  await send(new Update(account).require(exists(['PK'])).set(['blocked'], true));
}

async function leave(session: string): Promise<void> {
  const { status } = await call(deleteAccount.handler, {
    token: session,
    body: { password: person().password },
  });
  expect(status).toBe(200);
}

/** An account that is logged in twice, whose first session is ended. */
const ending =
  (end: (first: string, second: string, email: string) => Promise<unknown>) => async (): Promise<Sent> => {
    const { email, password, token } = await newVerified();
    const second = await call(login.handler, { body: { username: email, password } });
    await end(token, String(second.body.token), email);
    return bySession(token);
  };

const { password } = person();

const sessions: Credential[] = [
  ...['Bearer ', 'bearer ', 'BEARER  ', ''].map(
    (scheme): Credential => [
      `a session after ${JSON.stringify(scheme)}`,
      LIVING_SESSION,
      async () => bySession(await newToken(), scheme),
    ],
  ),
  ['a session that was logged out', ENDED_SESSION, ending((token) => call(logout.handler, { token }))],
  [
    'a session that was logged out everywhere by another',
    ENDED_SESSION,
    ending((_, token) => call(logout.handler, { token, body: { everywhere: true } })),
  ],
  [
    'a session that was ended by another',
    ENDED_SESSION,
    ending((first, token) =>
      call(endSession.handler, { token, path: { id: String(decodeJwt(first)['sid']) } }),
    ),
  ],
  [
    'a session that was ended by a change of password',
    ENDED_SESSION,
    ending((_, token) => {
      const body = { password, new_password: 'a fair new passphrase' };
      return call(changePassword.handler, { token, body });
    }),
  ],
  [
    'a session that was replaced by 30 newer ones',
    ENDED_SESSION,
    ending(async (_first, _second, username) => {
      for (let logins = 0; logins < 30; logins++) {
        // Of two that start in one millisecond, chance decides which counts as older.
        vi.setSystemTime(Date.now() + 1);
        await call(login.handler, { body: { username, password } });
      }
    }),
  ],
  ['a session whose account is being deleted', ENDED_SESSION, ending((_, second) => leave(second))],
  [
    'a session whose account was erased',
    ENDED_SESSION,
    ending(async (_, second) => {
      await leave(second);
      await erase(accountIdOf(second));
    }),
  ],
  [
    'a session that is over before its token',
    ENDED_SESSION,
    async () => {
      vi.stubEnv('SESSION_LIFETIME_SECONDS', '60');
      forgetConfig();
      const token = await storedToken(randomUUID(), 3_600);
      vi.setSystemTime(Date.now() + 60_000);
      return bySession(token);
    },
  ],
  [
    'a session whose token is over',
    EXPIRED_TOKEN,
    async () => {
      vi.stubEnv('TOKEN_LIFETIME_SECONDS', '60');
      forgetConfig();
      const token = await newToken();
      vi.setSystemTime(Date.now() + 60_000);
      return bySession(token);
    },
  ],
  [
    'a session whose account is blocked',
    BLOCKED_SESSION,
    async () => {
      const token = await newToken();
      await block(token);
      return bySession(token);
    },
  ],
];

const invalid: Credential[] = [
  ['no token', {}],
  ['an empty one', { authorization: '' }],
  ['the scheme alone', { authorization: 'Bearer ' }],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['what is no token', { authorization: 'Bearer x.y.z' }],
  ['two tokens', { authorization: 'Bearer a, Bearer b' }],
  ['a token of 8 KB', { authorization: `Bearer ${'x'.repeat(8_192)}` }],
].map(
  ([name, headers]): Credential => [String(name), INVALID, async () => ({ headers: { ...Object(headers) } })],
);

type OfAccount = (session: string) => Promise<{ token: string }>;

/** An access token, or what was made of one. */
const accessToken = (make: OfAccount) => async (): Promise<Sent> => {
  const session = await newToken();
  return { session, ...(await make(session)) };
};
const from = (change: (text: string) => string) =>
  accessToken(async (session) => ({ token: change((await newAccessToken(session)).token) }));
const lastChanged = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');

const accessTokens: Credential[] = [
  ['an access token that writes', WRITES, from((text) => text)],
  ['one that reads', READS, accessToken((session) => newAccessToken(session, { access: 'read' }))],
  [
    'one in the last second of its last day',
    WRITES,
    accessToken(async (session) => {
      const made = await newAccessToken(session, { expires_on: dayIn(0) });
      vi.setSystemTime(NEXT_DAY - 1_000);
      return made;
    }),
  ],
  [
    'one whose last day is over',
    INVALID,
    accessToken(async (session) => {
      const made = await newAccessToken(session, { expires_on: dayIn(0) });
      vi.setSystemTime(NEXT_DAY);
      return made;
    }),
  ],
  [
    'one that was ended',
    INVALID,
    accessToken(async (session) => {
      const made = await newAccessToken(session);
      await call(endToken.handler, { token: session, path: { id: made.id } });
      return made;
    }),
  ],
  ['one with another secret', INVALID, from(forged)],
  ['one with an id that no token has', INVALID, from((text) => changed(text, { id: '0'.repeat(12) }))],
  ['one of no account', INVALID, from((text) => changed(text, { account: '0'.repeat(32) }))],
  [
    'one with the id of another',
    INVALID,
    accessToken(async (session) => {
      const { id } = await newAccessToken(session);
      return { token: changed((await newAccessToken(session)).token, { id }) };
    }),
  ],
  [
    'one with the secret of another',
    INVALID,
    accessToken(async (session) => {
      const secret = (await newAccessToken(session)).token.slice(48, 112);
      return { token: changed((await newAccessToken(session)).token, { secret }) };
    }),
  ],
  [
    'one with the account of another',
    INVALID,
    accessToken(async (session) => {
      const account = (await newAccessToken(await newToken())).token.slice(4, 36);
      return { token: changed((await newAccessToken(session)).token, { account }) };
    }),
  ],
  [
    'one whose account is being deleted',
    INVALID,
    accessToken(async (session) => {
      const made = await newAccessToken(session);
      await leave(session);
      return made;
    }),
  ],
  [
    'one whose account was erased',
    INVALID,
    accessToken(async (session) => {
      const made = await newAccessToken(session);
      await leave(session);
      await erase(accountIdOf(session));
      return made;
    }),
  ],
  [
    'one whose account is blocked',
    BLOCKED_TOKEN,
    accessToken(async (session) => {
      const made = await newAccessToken(session);
      await block(session);
      return made;
    }),
  ],
];

const malformed: Credential[] = [
  ['one with another checksum', INVALID, from(lastChanged)],
  ['one in upper-case digits', INVALID, from((text) => withChecksum(`ebt_${text.slice(4).toUpperCase()}`))],
  ['one with an upper-case prefix', INVALID, from((text) => withChecksum(`EBT_${text.slice(4)}`))],
  ['one without its last character', INVALID, from((text) => text.slice(0, -1))],
  [
    'one with a digit less before its checksum',
    INVALID,
    from((text) => withChecksum(text.slice(0, 111) + text.slice(112))),
  ],
  ['one with a character more', INVALID, from((text) => `${text}0`)],
  [
    'one with a digit more before its checksum',
    INVALID,
    from((text) => withChecksum(`${text.slice(0, 112)}0${text.slice(112)}`)),
  ],
  ['one with a line break at its end', INVALID, from((text) => `${text}\n`)],
  ['the prefix of one', INVALID, from(() => 'ebt_')],
  ['one of random digits', INVALID, from(() => `ebt_${randomBytes(58).toString('hex')}`)],
];

/** The credentials, and what is asked of the database before those that aren't a session's are refused. */
const CREDENTIALS = [
  ...sessions.map((credential) => ({ credential, asked: undefined })),
  ...invalid.map((credential) => ({ credential, asked: [] })),
  ...accessTokens.map((credential) => ({ credential, asked: ['GetItemCommand'] })),
  ...malformed.map((credential) => ({ credential, asked: [] })),
].map(({ credential: [name, expected, make], asked }) => ({ name, expected, make, asked }));

describe.each(CREDENTIALS)('$name', ({ expected, make, asked }) => {
  let sent: Sent;
  beforeAll(async () => {
    vi.setSystemTime(START);
    sent = await make();
    vi.unstubAllEnvs();
  });

  const callers = () => {
    const { sub: accountId, sid: sessionId } = sent.session ? decodeJwt(sent.session) : {};
    const roles = ['editor'];
    return { session: { accountId, sessionId, roles }, token: { accountId, roles }, nobody: undefined };
  };

  it.each(Object.entries(expected))('for a probe of %s: %s', async (kind, verdict) => {
    const handler = Object.entries(probes).find(([each]) => each === kind)?.[1] ?? probes.none;
    const before = await written();
    const { session: _, ...request } = sent;
    const refused = REFUSALS[verdict];
    if (!refused) {
      const caller = Object.entries(callers()).find(([each]) => each === verdict)?.[1];
      const { text } = await call(handler, request);
      expect(JSON.parse(text)).toEqual({ status: 'success', message: 'Tried', ...(caller && { caller }) });
      return expect(await written()).not.toEqual(before);
    }
    // It comes before the body, and before the content type that a web page needs.
    for (const further of [{}, { body: '{' }, { body: '{', origin: 'null' }]) {
      const { origin, ...body } = { origin: undefined, ...further };
      const headers = { ...request.headers, ...(origin && { origin }) };
      takeRequests();
      const { status, headers: answered, text } = await call(handler, { ...request, ...body, headers });
      if (asked) expect(takeRequests().names).toEqual(asked);
      expect([status, text, answered['www-authenticate']]).toEqual([
        refused.status,
        refused.text,
        refused.challenge,
      ]);
    }
    expect(await written()).toEqual(before);
    // The method comes first.
    expect((await call(handler, { ...request, method: 'PUT' })).status).toBe(405);
  });
});
