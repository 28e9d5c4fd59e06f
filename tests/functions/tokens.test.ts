import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Authentication, type Caller, session, sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { call, isReplay, type Outcome } from '../support/call.ts';
import { erase } from '../support/erase.ts';
import { changed, withChecksum } from '../support/forged-token.ts';
import { UNAUTHORIZED } from '../support/refusals.ts';
import { refused } from '../support/refused.ts';
import { allEvents, endpoints, newAccessToken, newToken } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';
import { newTokenHolder, type Operation, operations } from '../support/token-holder.ts';

/** Five minutes before the last day of a token is over. */
const START = Date.UTC(2027, 0, 15, 23, 55);
const NEXT_DAY = Date.UTC(2027, 0, 16);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const COLUMNS = [
  'session',
  'write',
  'read',
  'ended',
  'expired',
  'forged',
  'another account',
  'none',
] as const;

/** What the contract of an endpoint says of each column. */
function cellsOf({ path, authentication: { scheme, access } }: Operation): string[] {
  const byToken = (write: string, read: string, another: string) => [
    ...['yes', write, read, '401', '401', '401'],
    ...[another, '401'],
  ];
  const another = path.includes('{') ? '404' : 'own';
  if (scheme === 'none') return COLUMNS.map(() => 'yes');
  if (scheme === 'optional') return COLUMNS.map((column) => (column === 'session' ? 'yes' : 'password'));
  if (access === 'read') return byToken('yes', 'yes', another);
  return access === 'write' ? byToken('yes', '403', another) : byToken('403', '403', '403');
}

function expectUnauthorized({ status, headers, text }: Outcome): void {
  expect(status).toBe(401);
  expect(headers['www-authenticate']).toBe('Bearer');
  expect(text).toBe(UNAUTHORIZED);
}

const ANY_TOKEN = 'An access token cannot do this. Log in and send the token of your session.';
const READ_TOKEN = 'This needs an access token with write access.';

function expectForbidden({ status, headers, text }: Outcome, failure: string, message: string): void {
  expect(status).toBe(403);
  expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope"');
  expect(text).toBe(
    `{"status":"error","message":"${failure}","errors":[{"field":"token","code":"insufficient_scope","message":"${message}"}]}`,
  );
}

const cases = operations.flatMap((operation) =>
  cellsOf(operation).map((expected, n) => ({ operation, column: COLUMNS[n], expected })),
);

let holder: Awaited<ReturnType<typeof newTokenHolder>> | undefined;

/** What each word means. */
const meanings: Record<string, (operation: Operation, send: Send) => Promise<void>> = {
  yes: async ({ method }, send) => {
    expect([200, 201]).toContain((await send()).status);
    if (method === 'POST') holder = undefined;
  },
  password: async (_, send) => {
    const { status, body } = await send();
    expect([status, body.errors?.[0]?.code]).toEqual([403, 'unconfirmed']);
    expect((await send({ body: { password: holder?.password } })).status).toBe(200);
    holder = undefined;
  },
  own: async ({ method }, send) => {
    const before = holder && (await allEvents(holder.credentials.session));
    const { status, text } = await send();
    expect([200, 201]).toContain(status);
    expect(text).not.toContain(holder?.event.id);
    if (method === 'GET') expect(text).toBe((await send({ token: holder?.stranger })).text);
    expect(holder && (await allEvents(holder.credentials.session))).toEqual(before);
  },
  '401': async (_, send) => expectUnauthorized(await send()),
  '403': async ({ failure, authentication }, send) =>
    expectForbidden(await send(), failure, authentication.access === 'write' ? READ_TOKEN : ANY_TOKEN),
  '404': async (_, send) => {
    const { status, text } = await refused(send);
    const unknown = { event_id: '1', budget_id: '1', id: '1' };
    expect([status, text]).toEqual([404, (await send({ path: unknown })).text]);
  },
};

type Send = (changes?: {
  body?: object;
  path?: Record<string, string>;
  token?: string | undefined;
}) => Promise<Outcome>;

describe('what contracts say of tokens', () => {
  it('is tried for every endpoint', () => {
    expect(operations).toHaveLength(Object.keys(endpoints).length);
  });

  it.each(cases)('$operation.name by $column: $expected', async ({ operation, column, expected }) => {
    const check = meanings[expected];
    if (!check || !column) throw new Error(`Nothing tries ${operation.name} for ${expected}`);
    holder ??= await newTokenHolder();
    const request = { ...holder.requestOf(operation), token: holder.credentials[column] };
    if (column === 'expired') vi.setSystemTime(NEXT_DAY);
    const send: Send = ({ body, ...changes } = {}) =>
      call(operation.handler, {
        ...request,
        ...changes,
        body: body ? { ...request.body, ...body } : request.body,
      });
    await check(operation, send);
  });
});

it('a token works until the last second of its last day', async () => {
  const token = (await newTokenHolder()).credentials.expired;
  const { list, create, viewAccount } = endpoints;
  vi.setSystemTime(NEXT_DAY - 1_000);
  expect((await call(list.handler, { method: 'GET', token })).status).toBe(200);
  expect((await call(create.handler, { token, body: create.body?.() })).status).toBe(201);
  vi.setSystemTime(NEXT_DAY);
  for (const { handler, method } of [list, create, viewAccount])
    expectUnauthorized(await call(handler, { method, token }));
});

describe('a living token', () => {
  const { create, list, viewAccount } = endpoints;
  let account: string;
  let token: string;
  beforeEach(async () => {
    account = await newToken();
    token = (await newAccessToken(account)).token;
  });

  it.each(['Bearer ', 'bearer ', 'BEARER  ', ''])('is accepted after %j', async (scheme) => {
    const headers = { authorization: scheme + token };
    expect((await call(list.handler, { method: 'GET', headers })).status).toBe(200);
  });

  it('that is not enough is refused before the body is read, and after the method', async () => {
    const { token: read } = await newAccessToken(account, { access: 'read' });
    expectForbidden(await call(create.handler, { token: read, body: '{' }), create.failure, READ_TOKEN);
    expect((await call(create.handler, { method: 'GET', token: read })).status).toBe(405);
    expect((await call(viewAccount.handler, { token })).status).toBe(405);
  });

  it('shares an Idempotency-Key with the sessions of its account', async () => {
    const request = { headers: { 'idempotency-key': 'a-key' }, body: create.body?.() };
    const first = await call(create.handler, { token: account, ...request });
    const second = await call(create.handler, { token, ...request });
    expect([first.status, second.status, isReplay(first), isReplay(second)]).toEqual([201, 201, false, true]);
    expect(await allEvents(account)).toHaveLength(1);
  });
});

describe('all other access tokens get the same 401', () => {
  const { list, create, viewAccount, refresh, deleteAccount } = endpoints;
  const isRefused = async (token: string) => {
    for (const { handler, method } of [list, create, viewAccount, refresh])
      expectUnauthorized(await call(handler, { method, token }));
  };
  const last = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');

  it.each<[name: string, change: (text: string) => string]>([
    ['another checksum', last],
    ['upper-case digits', (text) => withChecksum(`ebt_${text.slice(4).toUpperCase()}`)],
    ['an upper-case prefix', (text) => withChecksum(`EBT_${text.slice(4)}`)],
    ['one character less', (text) => text.slice(0, -1)],
    ['one digit less before its checksum', (text) => withChecksum(text.slice(0, 111) + text.slice(112))],
    ['one character more', (text) => `${text}0`],
    [
      'one digit more before its checksum',
      (text) => withChecksum(`${text.slice(0, 112)}0${text.slice(112)}`),
    ],
    ['a line break at its end', (text) => `${text}\n`],
    ['its prefix alone', () => 'ebt_'],
    ['an id that no token has', (text) => changed(text, { id: '0'.repeat(12) })],
    ['an account that does not exist', (text) => changed(text, { account: '0'.repeat(32) })],
  ])('with %s', async (_, change) => {
    const { token } = await newAccessToken(await newToken());
    await isRefused(change(token));
    expect((await call(list.handler, { method: 'GET', token })).status).toBe(200);
  });

  it('with the id or the secret of another token', async () => {
    const account = await newToken();
    const one = await newAccessToken(account);
    const other = await newAccessToken(account);
    const stranger = await newAccessToken(await newToken());
    await isRefused(changed(one.token, { id: other.id }));
    await isRefused(changed(one.token, { secret: other.token.slice(48, 112) }));
    await isRefused(changed(one.token, { account: stranger.token.slice(4, 36) }));
  });

  it('of an account that was deleted, before it is erased and after', async () => {
    const account = await newToken();
    const { token } = await newAccessToken(account);
    const { status } = await call(deleteAccount.handler, { token: account, body: deleteAccount.body?.() });
    expect(status).toBe(200);
    await isRefused(token);
    await erase(accountIdOf(account));
    await isRefused(token);
  });
});

describe('a new endpoint', () => {
  const answering = (authentication: Authentication<Caller>) =>
    endpoint({
      summary: 'Answer',
      method: 'GET',
      authentication,
      input: {},
      success: 200,
      errors: [],
      messages: { success: 'Answered', failure: 'Failed to answer' },
      handle: async () => ({}),
    });

  it.each([
    ['says nothing of access tokens', session, 403, 403],
    ['takes those that may read', sessionOrToken('read'), 200, 200],
    ['takes those that may write', sessionOrToken('write'), 200, 403],
  ] as [string, Authentication<Caller>, number, number][])(
    'that %s',
    async (_, authentication, byWrite, byRead) => {
      const handler = answering(authentication);
      const account = await newToken();
      const statusBy = async (token: string) => (await call(handler, { method: 'GET', token })).status;
      expect(await statusBy(account)).toBe(200);
      expect(await statusBy((await newAccessToken(account)).token)).toBe(byWrite);
      expect(await statusBy((await newAccessToken(account, { access: 'read' })).token)).toBe(byRead);
    },
  );
});
