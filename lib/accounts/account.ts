import * as z from 'zod/mini';
import { tokenMap } from '../auth/access-token.ts';
import { storedFactor } from '../auth/factor.ts';
import { sessionMap } from '../auth/session.ts';

export const accountItem = z.object({
  account_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Trimmed and lower-case. */
  email: z.string(),
  email_verified: z.boolean(),
  address_changes: z.optional(z.int()),
  /** Unix time (milliseconds) of the last change of the address, since version 0.5. */
  email_changed_at: z.optional(z.int()),
  password_hash: z.string(),
  factor: z.optional(storedFactor),
  factor_changes: z.optional(z.int()),
  /** Unix time in milliseconds. */
  created_at: z.int(),
  sessions: sessionMap,
  tokens: tokenMap,
  /** Raised by every change but the daily one of a session that is refreshed. */
  version: z.int(),
  /** Ids of the last changes, newest first. */
  writes: z.array(z.string()),
  /** Unix time (milliseconds) of the deletion request. The account is being deleted until all of it is erased. */
  leaving: z.optional(z.int()),
  /** Raised by what ends all share links and ownership offers of the account's events. Absent, it is 0. */
  links_epoch: z.optional(z.int()),
});

export type Account = z.output<typeof accountItem>;

const everyChange = {
  sessions: true,
  tokens: true,
  version: true,
  writes: true,
  leaving: true,
  links_epoch: true,
} as const;

/** Attributes that every change of an account reads. Functions that end sessions may read no others. */
export const sessionsPart = z.pick(accountItem, everyChange);

export const namesPart = z.pick(accountItem, { ...everyChange, first_name: true, last_name: true });

export type SessionsPart = z.output<typeof sessionsPart>;

/** The `links_epoch` that ends all share links and ownership offers of an account's events. */
export const nextCredentialsVersion = ({ links_epoch = 0 }: Pick<Account, 'links_epoch'>): number =>
  links_epoch + 1;
