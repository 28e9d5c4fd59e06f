import { randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { getItem } from '../dynamodb/items.ts';
import { accountKey, tokenPath } from '../dynamodb/keys.ts';
import { nowInSeconds } from '../instant.ts';
import { bytes } from '../schema.ts';
import { newOpaqueToken, PREFIXES, parseToken } from './opaque-token.ts';

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

/** By id. */
export const tokenMap = z.record(z.string(), accessToken);

export const tokenId = z.string().check(z.regex(/^[0-9a-f]{12}$/));

const prefixOf = (access: Access): string => PREFIXES[access === 'calendar' ? access : 'access'];

/** Makes a token. Its ids are the account's UUID without hyphens, and its own. */
export function newAccessToken(
  accountId: string,
  access: Access,
): { text: string; id: string; hash: Uint8Array } {
  const id = randomBytes(6).toString('hex');
  return { id, ...newOpaqueToken(prefixOf(access), accountId.replaceAll('-', '') + id) };
}

/** Returns whether a text has the prefix of access tokens that a header may have. */
export const isAccessToken = (text: string): boolean => text.startsWith(PREFIXES.access);

export const isTokenActive = ({ e }: Pick<AccessToken, 'e'>): boolean => e > nowInSeconds();

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

export interface ActiveToken {
  accountId: string;
  id: string;
  access: Access;
  /** Unix time in milliseconds. */
  start: number;
  /** Unix time in seconds. */
  end: number;
  /** By the operator. */
  isBlocked: boolean;
}

/** `undefined` if it isn't one, or has ended, or its account was removed or is being deleted. */
export async function verifyAccessToken(text: string): Promise<ActiveToken | undefined> {
  const parsed = parseToken(text);
  if (!parsed || parsed.prefix === PREFIXES.shareLink) return undefined;
  const { prefix, ids, hash } = parsed;
  const accountId = ids.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const id = ids.slice(32);
  const item = await getItem(accountKey(accountId), [tokenPath(id), ['leaving'], ['blocked']]);
  const { tokens, leaving, blocked } = checkedItem.parse(item ?? {});
  const found = tokens[id];
  if (!found || leaving !== undefined || !isTokenActive(found) || !timingSafeEqual(found.h, hash))
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
