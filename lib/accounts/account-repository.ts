import * as z from 'zod/mini';
import { type SessionReference, sessionMap } from '../auth/sessions.ts';
import type { ConditionFailedError } from '../dynamodb/client.ts';
import { getItem } from '../dynamodb/items.ts';
import { accountKey, sessionPath } from '../dynamodb/keys.ts';
import { Update } from '../dynamodb/update.ts';
import { put } from '../dynamodb/writes.ts';
import { DatabaseUnavailableError } from '../errors.ts';

const accountItem = z.object({
  account_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  /** Every e-mail address that the account ever claimed, with the Unix time in milliseconds. */
  claims: z.record(z.string(), z.int()),
  password_hash: z.string(),
  /** Unix time in milliseconds. */
  created_at: z.int(),
  sessions: sessionMap,
  /** Unix time in milliseconds at which the account was deleted. What is left of it is being erased. */
  leaving: z.optional(z.int()),
});

/** An account. Fields are named as in the table. */
export type Account = z.output<typeof accountItem>;

interface Names {
  first_name?: string | undefined;
  last_name?: string | undefined;
}

/** Every update of an account requires that it exists and isn't leaving. */
export const updateOf = (accountId: string): Update =>
  new Update(accountKey(accountId)).ifExists(['PK']).ifAbsent(['leaving']);

/** Stores an account. Ids are random, so one that exists was stored by an earlier attempt, and may have changed since. */
export async function createAccount(account: Account): Promise<void> {
  await put({ ...accountKey(account.account_id), ...account }, 'attribute_not_exists(PK)');
}

export async function getAccount(accountId: string): Promise<Account | undefined> {
  const item = await getItem(accountKey(accountId));
  return item && accountItem.parse(item);
}

export async function updateNames(caller: SessionReference, names: Names): Promise<'done' | 'ended'> {
  const update = updateBy(caller);
  for (const [name, value] of Object.entries(names)) if (value !== undefined) update.set([name], value);
  const failure = await update.send();
  if (failure?.retried) throw new DatabaseUnavailableError('An earlier attempt may have been done');
  return failure ? 'ended' : 'done';
}

/**
 * Changes a password that was compared, and ends all sessions but the caller's. `stale` if another request has changed
 * it.
 */
export async function setPassword(
  caller: SessionReference,
  { password_hash, sessions }: Account,
  newHash: string,
): Promise<'done' | 'stale' | 'ended'> {
  const failure = await updateBy(caller)
    .set(['password_hash'], newHash)
    .set(['sessions'], { [caller.sessionId]: sessions[caller.sessionId] })
    .ifEquals(['password_hash'], password_hash)
    .send({ returnItem: true });
  if (!failure) return 'done';
  const account = accountIn(failure);
  if (account.password_hash === newHash) return 'done';
  if (failure.retried && account.password_hash !== password_hash)
    throw new DatabaseUnavailableError('An earlier attempt may have been done before another change');
  return account.sessions[caller.sessionId] ? 'stale' : 'ended';
}

/** Every update by a caller requires the caller's session. */
export const updateBy = ({ accountId, sessionId }: SessionReference): Update =>
  updateOf(accountId).ifExists(sessionPath(sessionId));

/** What the failed update found. Without an account there are no sessions. */
export function accountIn({ item }: ConditionFailedError): Pick<Account, 'sessions'> & Partial<Account> {
  return item ? accountItem.parse(item) : { sessions: {} };
}
