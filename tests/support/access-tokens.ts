import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import type { Account } from '../../lib/accounts/account.ts';
import { getAccount } from '../../lib/accounts/repository.ts';
import { newAccessToken } from '../../lib/auth/access-token.ts';
import { call } from './call.ts';
import { endpoints } from './service.ts';
import { accountIdOf } from './sharing.ts';

/** So many access tokens as an account has them, which work for so many seconds. */
export function storedTokens(count: number, seconds = 3_600): Account['tokens'] {
  const made = Array.from({ length: count }, () => newAccessToken(crypto.randomUUID(), 'read'));
  const now = Date.now();
  const token = { n: 'Stored', a: 'read', s: now, e: Math.floor(now / 1_000) + seconds } as const;
  return Object.fromEntries(made.map(({ id, hash }) => [id, { ...token, h: hash }]));
}

/** The access tokens in the item of a session's account. */
export const tokensOf = async (session: string): Promise<Account['tokens']> =>
  (await getAccount(accountIdOf(session)))?.tokens ?? {};

/** Whether an access token of a session's account works, which the account's item and a call must agree on. */
export async function works(session: string, { id, token }: { id: string; token: string }): Promise<boolean> {
  const isStored = id in (await tokensOf(session));
  const { status } = await call(endpoints.list.handler, { method: 'GET', token });
  expect(status).toBe(isStored ? 200 : 401);
  return isStored;
}

/** The text of an access token, with the checksum that belongs to the rest of it. */
export function withChecksum(text: string): string {
  const unchecked = text.slice(0, -8);
  return unchecked + crc32(unchecked).toString(16).padStart(8, '0');
}

/** An access token with these parts replaced: `ebt_`, the account's id, its own id, and the secret. */
export function changed(text: string, parts: { account?: string; id?: string; secret?: string }): string {
  const { account = text.slice(4, 36), id = text.slice(36, 48), secret = text.slice(48, 112) } = parts;
  return withChecksum(`ebt_${account}${id}${secret}${text.slice(112)}`);
}

/** An access token with another secret. */
export const forged = (text: string): string => changed(text, { secret: randomBytes(32).toString('hex') });
