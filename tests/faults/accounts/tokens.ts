import { randomUUID } from 'node:crypto';
import { type AccessToken, newAccessToken } from '../../../lib/auth/access-token.ts';
import { newSession } from '../../../lib/auth/session.ts';
import { issueSessionToken } from '../../../lib/auth/session-tokens.ts';
import { call } from '../../support/call.ts';
import { accessToken, endpoints, party } from '../../support/service.ts';
import { type Answer, operations as changes, newSubject, PASSWORDS } from './changes.ts';

export const MAX_TOKENS = 10;

/** An access token with what its holder sends. */
export interface Known {
  id: string;
  text: string;
}

/** A token that ends in so many seconds, and how its account's item has it. */
function tokenOf(accountId: string, seconds: number): Known & { token: AccessToken } {
  const { text, id, hash } = newAccessToken(accountId);
  const now = Date.now();
  const token = { h: hash, n: 'Import', a: 'write' as const, s: now, e: Math.floor(now / 1_000) + seconds };
  return { id, text, token };
}

/** How many access tokens of an account live, and how many have expired. */
export interface Counts {
  living: number;
  expired: number;
}

/** The id of an account and its access tokens. */
export function tokensOf({ living, expired }: Counts) {
  const account_id = randomUUID();
  const own = tokenOf(account_id, 3_600);
  const others = Array.from({ length: living - 1 + expired }, (_, n) =>
    tokenOf(account_id, n < expired ? -1 : 3_600),
  );
  const known = [own, ...others];
  const tokens = Object.fromEntries(known.map(({ id, token }) => [id, token]));
  return { account_id, tokens, own, known };
}

/** An account with access tokens and two sessions. */
export async function newHolder(isLeaving: boolean, counts: Counts) {
  const { account_id, tokens, own, known } = tokensOf(counts);
  const { id, session } = newSession('other', '192.0.2.2');
  const subject = await newSubject(isLeaving, { account_id, tokens, sessions: { [id]: session } });
  const token = await issueSessionToken({ accountId: account_id, sessionId: id }, session.e);
  return { ...subject, own, known, other: { id, token } };
}

export type Holder = Awaited<ReturnType<typeof newHolder>>;

const { changePassword, createToken, endToken, endSession, logout, create, list } = endpoints;
const password = PASSWORDS.owner;

/** Operations that may be concurrent on one account with access tokens and sessions. */
export const operations = {
  'create of token': ({ token }) => call(createToken.handler, { token, body: accessToken({ password }) }),
  'write by token': ({ own }) => call(create.handler, { token: own.text, body: party() }),
  'read by token': ({ own }) => call(list.handler, { method: 'GET', token: own.text }),
  'end of token': ({ token, own }) => call(endToken.handler, { token, path: { id: own.id } }),
  login: changes.login,
  'change of password': changes['change of password'],
  'change by the other session': ({ other }) =>
    call(changePassword.handler, {
      token: other.token,
      body: { password, new_password: 'chosen by the other' },
    }),
  'change that ends tokens': ({ token }) =>
    call(changePassword.handler, {
      token,
      body: { password, new_password: PASSWORDS.change, end_tokens: true },
    }),
  reset: changes.reset,
  logout: ({ token }) => call(logout.handler, { token }),
  'end of the other session': ({ token, other }) =>
    call(endSession.handler, { token, path: { id: other.id } }),
  'logout of the other session': ({ other }) => call(logout.handler, { token: other.token }),
  'logout everywhere': ({ token }) => call(logout.handler, { token, body: { everywhere: true } }),
  deletion: changes.deletion,
  erasure: changes.erasure,
} satisfies Record<string, (holder: Holder) => Promise<Answer>>;

export type Name = keyof typeof operations;

export const names = Object.keys(operations).filter((name): name is Name => name in operations);
