import * as z from 'zod/mini';
import { type AccessToken, tokenMap } from '../auth/access-token.ts';
import { type Session, sessionMap } from '../auth/session.ts';

/** An account. Fields are named as in the table. */
export interface Account {
  /** A UUID. */
  account_id: string;
  first_name: string;
  last_name: string;
  /** Trimmed and lower-case. */
  email: string;
  email_verified: boolean;
  /** By bcrypt. */
  password_hash: string;
  /** Unix time in milliseconds. */
  created_at: number;
  /** By id. */
  sessions: Record<string, Session>;
  /** By id. */
  tokens: Record<string, AccessToken>;
  /** Raised by every change but the daily one of a session that is refreshed. */
  version: number;
  /** Marks of the last changes, newest first. */
  writes: string[];
  /** When the account was deleted, in Unix time (milliseconds). It is leaving until all of it is erased. */
  leaving?: number | undefined;
}

/** An account as it is stored. */
export const accountItem = z.object({
  account_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  password_hash: z.string(),
  created_at: z.int(),
  sessions: sessionMap,
  tokens: tokenMap,
  version: z.int(),
  writes: z.array(z.string()),
  leaving: z.optional(z.int()),
});

const everyChange = { sessions: true, tokens: true, version: true, writes: true, leaving: true } as const;

/** What every change of an account reads. The IAM roles of functions that end sessions may read nothing else. */
export const sessionsPart = z.pick(accountItem, everyChange);

export type SessionsPart = z.output<typeof sessionsPart>;

/** The same with the names. */
export const namesPart = z.pick(accountItem, { ...everyChange, first_name: true, last_name: true });
