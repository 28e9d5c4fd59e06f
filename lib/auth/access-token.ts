import { randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { getItem } from '../dynamodb/items.ts';
import { accountKey, tokenPath } from '../dynamodb/keys.ts';
import { nowInSeconds } from '../instant.ts';
import { bytes } from '../schema.ts';
import { checksumOf, hashOf, newSecret } from './opaque-token.ts';

/** Access levels of a token. `write` includes `read`, and `calendar` covers the calendar alone. */
export const access = z.enum(['read', 'write', 'calendar']);

export type Access = z.output<typeof access>;

/** An access token as an account's item has it, with names as short as a session's. */
const accessToken = z.object({
  /** SHA-256 of the secret. */
  h: bytes,
  /** Name. */
  n: z.string(),
  a: access,
  /** Start in Unix time (milliseconds). */
  s: z.int(),
  /** End in Unix time (seconds). */
  e: z.int(),
});

export type AccessToken = z.output<typeof accessToken>;

/** The access tokens in an account's item, by id. */
export const tokenMap = z.record(z.string(), accessToken);

const ID_BYTES = 6;

export const tokenId = z.string().check(z.regex(/^[0-9a-f]{12}$/));

/** Lets secret scanners find tokens. A calendar's token is sent in the address, and a header with its prefix is refused. */
const prefixOf = (access: Access): string => (access === 'calendar' ? 'ebc_' : HEADER_PREFIX);
const HEADER_PREFIX = 'ebt_';

/** The prefix, the account's UUID without hyphens, the token's id, the secret, and a CRC-32 of all before it, each in hex. */
const FORMAT = /^((eb[ct]_)([0-9a-f]{32})([0-9a-f]{12})([0-9a-f]{64}))([0-9a-f]{8})$/;

/** A new token of an account: its text, which is nowhere else, its id, and its hash. */
export function newAccessToken(
  accountId: string,
  access: Access,
): { text: string; id: string; hash: Uint8Array } {
  const id = randomBytes(ID_BYTES).toString('hex');
  const secret = newSecret();
  const unchecked = prefixOf(access) + accountId.replaceAll('-', '') + id + secret;
  return { text: unchecked + checksumOf(unchecked), id, hash: hashOf(secret) };
}

/** Returns whether a text has the prefix of access tokens that a header may have. */
export const isAccessToken = (text: string): boolean => text.startsWith(HEADER_PREFIX);

function parse(text: string) {
  const [, unchecked = '', prefix = '', account = '', id = '', secret = '', checksum] =
    FORMAT.exec(text) ?? [];
  if (checksum !== checksumOf(unchecked)) return undefined;
  const accountId = account.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { prefix, accountId, id, secret };
}

export const isTokenActive = ({ e }: Pick<AccessToken, 'e'>): boolean => e > nowInSeconds();

/** The access tokens that still work, with their ids. */
export const activeTokens = (tokens: Record<string, AccessToken>): [string, AccessToken][] =>
  Object.entries(tokens).filter(([, token]) => isTokenActive(token));

const checkedItem = z.object({
  tokens: z._default(z.record(z.string(), z.pick(accessToken, { h: true, a: true, s: true, e: true })), {}),
  leaving: z.optional(z.unknown()),
  blocked: z.optional(z.unknown()),
});

const namesItem = z.object({
  tokens: z._default(z.record(z.string(), z.pick(accessToken, { n: true })), {}),
});

/** The names of an account's access tokens, by id. Every function that checks access tokens may read them. */
export async function getTokenNames(accountId: string): Promise<Map<string, string>> {
  const { tokens } = namesItem.parse((await getItem(accountKey(accountId), [['tokens']])) ?? {});
  return new Map(Object.entries(tokens).map(([id, { n }]) => [id, n]));
}

/** An access active token. */
export interface ActiveToken {
  accountId: string;
  id: string;
  access: Access;
  /** Unix time in milliseconds. */
  start: number;
  /** Unix time in seconds. */
  end: number;
  /** True if the operator has blocked its account. */
  isBlocked: boolean;
}

/** Whose token it is and what it allows. `undefined` if it isn't one, or has ended, or its account was removed or is being deleted. */
export async function verifyAccessToken(text: string): Promise<ActiveToken | undefined> {
  const parsed = parse(text);
  if (!parsed) return undefined;
  const { prefix, accountId, id, secret } = parsed;
  const item = await getItem(accountKey(accountId), [tokenPath(id), ['leaving'], ['blocked']]);
  const { tokens, leaving, blocked } = checkedItem.parse(item ?? {});
  const found = tokens[id];
  if (!found || leaving !== undefined || !isTokenActive(found) || !timingSafeEqual(found.h, hashOf(secret)))
    return undefined;
  // Its secret under the prefix of another access.
  if (prefix !== prefixOf(found.a)) return undefined;
  return {
    accountId,
    id,
    access: found.a,
    start: found.s,
    end: found.e,
    isBlocked: blocked !== undefined,
  };
}
