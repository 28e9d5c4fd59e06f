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
  /** Marks of the last changes of the names and new access tokens, newest first. */
  writes: string[];
  /** When the account was deleted, in Unix time (milliseconds). What is left of it is being erased. */
  leaving?: number | undefined;
}

/** An account as it is stored. */
export const accountItem: z.ZodMiniType<Account> = z.object({
  account_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  password_hash: z.string(),
  created_at: z.int(),
  sessions: sessionMap,
  tokens: tokenMap,
  writes: z.array(z.string()),
  leaving: z.optional(z.int()),
});
