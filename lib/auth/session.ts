import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { readConfig } from '../config/config.ts';
import { getItem } from '../dynamodb/items.ts';
import { accountKey, sessionPath } from '../dynamodb/keys.ts';
import { nowInSeconds } from '../instant.ts';
import { hmacOf, hmacsOf } from './signing-keys.ts';
import { shortUserAgent } from './user-agent.ts';

/**
 * A session as an account's item has it. Its names are short, so that an account with 30 sessions fits into 4 KB, one
 * read unit, with room for access tokens: it is read on every call.
 */
const session = z.object({
  /** Start in Unix time (milliseconds), so that sessions that start within a second have an order. */
  s: z.int(),
  /** End in Unix time (seconds). */
  e: z.int(),
  /** Day of the last login or refresh, in days since 1970-01-01 (UTC). */
  d: z.int(),
  /** The part of the user agent that identifies the client: ASCII, at most 20 bytes. */
  u: z.string(),
  /** HMAC of the network. */
  n: z.string(),
});

export type Session = z.output<typeof session>;

/** It is no secret: only a signed token names a session. */
export const sessionId = z.string().check(z.regex(/^[\w-]{16}$/));

/** By id. */
export const sessionMap = z.record(z.string(), session);

/** Compares sessions, or access tokens, with their ids. Of two that started at once, the one with the higher id is newer. */
export const newestFirst = (
  [one, { s }]: [string, Started],
  [other, { s: otherStart }]: [string, Started],
): number => otherStart - s || (one < other ? 1 : -1);

type Started = Pick<Session, 's'>;

export interface SessionReference {
  accountId: string;
  sessionId: string;
}

/** Days since 1970-01-01, in UTC. */
export const dayNumber = (): number => Math.floor(nowInSeconds() / 86_400);

/** Days without a login or refresh after which a session ends. */
const IDLE_DAYS = 14;

export const isActive = ({ e, d }: Pick<Session, 'e' | 'd'>): boolean =>
  e > nowInSeconds() && d + IDLE_DAYS >= dayNumber();

export function newSession(userAgent: string, network: string): { id: string; session: Session } {
  const end = nowInSeconds() + readConfig().sessionLifetimeSeconds;
  const session = {
    s: Date.now(),
    e: end,
    d: dayNumber(),
    u: shortUserAgent(userAgent),
    n: shortened(hmacOf(NETWORK, network)),
  };
  return { id: randomBytes(12).toString('base64url'), session };
}

export const isFrom = (network: string, { n }: Pick<Session, 'n'>): boolean =>
  hmacsOf(NETWORK, network).map(shortened).includes(n);

const NETWORK = 'network';

/** Length of the network's HMAC that a session keeps. */
const shortened = (hmac: string): string => hmac.slice(0, 8);

const checkedItem = z.object({
  sessions: z._default(z.record(z.string(), z.pick(session, { e: true, d: true })), {}),
  leaving: z.optional(z.unknown()),
  blocked: z.optional(z.unknown()),
  links_epoch: z._default(z.int(), 0),
});

interface ActiveSession {
  /** Unix time in seconds. */
  end: number;
  isUsedToday: boolean;
  /** By the operator. */
  isBlocked: boolean;
  /** The account's credentials version. A share link works only while it is what it was when the link was created. */
  credentialsVersion: number;
}

/** Reads a session. `undefined` if it has ended, or its account was removed or is being deleted. */
export async function activeSession({
  accountId,
  sessionId,
}: SessionReference): Promise<ActiveSession | undefined> {
  // The IAM role of a function that only checks sessions may read nothing else of an account.
  const paths = [sessionPath(sessionId), ['leaving'], ['blocked'], ['links_epoch']];
  const item = await getItem(accountKey(accountId), paths);
  const { sessions, leaving, blocked, links_epoch } = checkedItem.parse(item ?? {});
  const found = sessions[sessionId];
  if (!found || leaving !== undefined || !isActive(found)) return undefined;
  return {
    end: found.e,
    isUsedToday: found.d === dayNumber(),
    isBlocked: blocked !== undefined,
    credentialsVersion: links_epoch,
  };
}
