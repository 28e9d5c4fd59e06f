import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { readConfig } from '../config.ts';
import { getItem } from '../dynamodb/items.ts';
import { accountKey, sessionPath } from '../dynamodb/keys.ts';
import { hmacOf } from './hmac.ts';

/** Short, so that an account with 30 sessions fits into 4 KB, one read unit: it is read on every call. */
const session = z.object({
  /** Start and end in Unix time (seconds). */
  s: z.int(),
  e: z.int(),
  /** User agent. */
  u: z.string(),
  /** HMAC of the network. */
  n: z.string(),
});

/** An id is no secret: only a signed token names a session. */
const SESSION_ID_BYTES = 12;

export const sessionId = z.string().check(z.regex(/^[\w-]{16}$/));

/** The sessions in an account's item, by id. */
export const sessionMap = z.record(z.string(), session);

export type Session = z.output<typeof session>;

/** Which session of which account. */
export interface SessionReference {
  accountId: string;
  sessionId: string;
}

const now = (): number => Math.floor(Date.now() / 1_000);

export const isAlive = ({ e }: Pick<Session, 'e'>): boolean => e > now();

const MAX_USER_AGENT_BYTES = 50;

/** A session that starts now, with an id of its own. */
export function newSession(userAgent: string, network: string): { id: string; session: Session } {
  const start = now();
  const end = start + readConfig().sessionLifetimeSeconds;
  const session = { s: start, e: end, u: asciiOf(userAgent), n: networkMark(network) };
  return { id: randomBytes(SESSION_ID_BYTES).toString('base64url'), session };
}

const asciiOf = (userAgent: string): string =>
  userAgent.replaceAll(/[^ -~]/g, '?').slice(0, MAX_USER_AGENT_BYTES);

/** What a session keeps of its network. */
export const networkMark = (network: string): string => hmacOf('network', network).slice(0, 8);

const checked = z.object({
  sessions: z._default(z.record(z.string(), z.pick(session, { e: true })), {}),
  leaving: z.optional(z.unknown()),
});

/** The end of a session in Unix time (seconds); `undefined` if it has ended or its account is gone or leaving. */
export async function sessionEnd({ accountId, sessionId }: SessionReference): Promise<number | undefined> {
  // Only what a role that isn't allowed to see the rest of an account may read.
  const item = await getItem(accountKey(accountId), [sessionPath(sessionId), ['leaving']]);
  const { sessions, leaving } = checked.parse(item ?? {});
  const found = sessions[sessionId];
  return found && leaving === undefined && isAlive(found) ? found.e : undefined;
}
