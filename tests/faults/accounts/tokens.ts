import { randomUUID } from 'node:crypto';
import { type AccessToken, newAccessToken } from '../../../lib/auth/access-token.ts';
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

/** An account with access tokens. */
export async function newHolder(isLeaving: boolean, counts: Counts) {
  const { account_id, tokens, own, known } = tokensOf(counts);
  return { ...(await newSubject(isLeaving, { account_id, tokens })), own, known };
}

export type Holder = Awaited<ReturnType<typeof newHolder>>;

const { changePassword, createToken, endToken, logout, create, list } = endpoints;
const password = PASSWORDS.owner;

/** Operations that may be concurrent on one account with access tokens. */
export const operations = {
  'create of token': ({ token }) => call(createToken.handler, { token, body: accessToken({ password }) }),
  'write by token': ({ own }) => call(create.handler, { token: own.text, body: party() }),
  'read by token': ({ own }) => call(list.handler, { method: 'GET', token: own.text }),
  'end of token': ({ token, own }) => call(endToken.handler, { token, path: { id: own.id } }),
  'change of password': changes['change of password'],
  'change that ends tokens': ({ token }) =>
    call(changePassword.handler, {
      token,
      body: { password, new_password: PASSWORDS.change, end_tokens: true },
    }),
  reset: changes.reset,
  logout: ({ token }) => call(logout.handler, { token }),
  'logout everywhere': ({ token }) => call(logout.handler, { token, body: { everywhere: true } }),
  deletion: changes.deletion,
  erasure: changes.erasure,
} satisfies Record<string, (holder: Holder) => Promise<Answer>>;

export type Name = keyof typeof operations;

export const names: Name[] = [
  'create of token',
  'write by token',
  'read by token',
  'end of token',
  'change of password',
  'change that ends tokens',
  'reset',
  'logout',
  'logout everywhere',
  'deletion',
  'erasure',
];
