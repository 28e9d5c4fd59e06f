import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type SessionReference, sessionMap } from '../auth/session.ts';
import { Put, Update } from '../dynamodb/changes.ts';
import { equals, exists, isAbsent } from '../dynamodb/conditions.ts';
import { getItem } from '../dynamodb/items.ts';
import { accountKey, sessionPath } from '../dynamodb/keys.ts';
import { newMark, once } from '../dynamodb/marks.ts';
import { Failure, send } from '../dynamodb/send.ts';
import { RetryLaterError, SessionEndedError } from '../errors.ts';
import { findAccountId, takeAddress } from './address.ts';

const accountItem = z.object({
  account_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  password_hash: z.string(),
  /** Unix time in milliseconds. */
  created_at: z.int(),
  sessions: sessionMap,
  /** Marks of the last changes of the names. */
  writes: z.array(z.string()),
  /** Unix time in milliseconds at which the account was deleted. What is left of it is being erased. */
  leaving: z.optional(z.int()),
});

/** An account. Fields are named as in the table. */
export type Account = z.output<typeof accountItem>;

interface Names {
  first_name?: string | undefined;
  last_name?: string | undefined;
}

/** Stores an account, which gets its e-mail address. Throws {@link ConflictError} if another account has that. */
export async function createAccount(account: Account): Promise<void> {
  const { account_id, email } = account;
  const creation = new Put(accountKey(account_id), account).require(isAbsent(['PK']));
  const pointer = takeAddress(email, account_id);
  const outcome = await send(creation, pointer);
  if (outcome instanceof Failure) {
    outcome.throwRefusalOf(pointer);
    throw new Error('Another account has the same random id');
  }
}

export async function getAccount(accountId: string): Promise<Account | undefined> {
  const item = await getItem(accountKey(accountId));
  return item && accountItem.parse(item);
}

/** The account of an e-mail address. An unknown address takes the same two requests. */
export async function findAccount(email: string): Promise<Account | undefined> {
  const account = await getAccount((await findAccountId(email)) ?? randomUUID());
  // The two may have been read before and after a change.
  return account?.email === email && account.leaving === undefined ? account : undefined;
}

/** The caller's account. Throws {@link SessionEndedError} if it is gone. */
export async function getOwnAccount({ accountId }: SessionReference): Promise<Account> {
  const account = await getAccount(accountId);
  if (!account) throw new SessionEndedError();
  return account;
}

/** Every update of an account requires that it exists and isn't leaving. */
export const updateOf = (accountId: string, refusal?: () => Error): Update =>
  new Update(accountKey(accountId)).require(exists(['PK']), refusal).require(isAbsent(['leaving']), refusal);

const sessionEnded = () => new SessionEndedError();

/** Every update by a caller requires the caller's session. */
export const updateBy = ({ accountId, sessionId }: SessionReference): Update =>
  updateOf(accountId, sessionEnded).require(exists(sessionPath(sessionId)), sessionEnded);

/** What a failed update found, if there is an account. */
export const accountFoundBy = (update: Update, failure: Failure): Account | undefined =>
  z.optional(accountItem).parse(failure.itemOf(update));

/** Throws {@link SessionEndedError}. */
export async function updateNames(caller: SessionReference, names: Names): Promise<void> {
  const mark = newMark();
  const update = once(updateBy(caller), mark);
  for (const [name, value] of Object.entries(names)) if (value !== undefined) update.set([name], value);
  const outcome = await send(update);
  if (!(outcome instanceof Failure)) return;
  // An earlier attempt has done it.
  if (accountFoundBy(update, outcome)?.writes.includes(mark)) return;
  if (outcome.isResent) throw new RetryLaterError('An earlier attempt may have been done');
  throw sessionEnded();
}

/**
 * Changes a password that was compared, and ends all sessions but the caller's. Throws {@link SessionEndedError}, and
 * `stale` if another request has changed the password.
 */
export async function setPassword(
  caller: SessionReference,
  { password_hash, sessions }: Account,
  newHash: string,
  stale: () => Error,
): Promise<void> {
  const update = updateBy(caller)
    .require(equals(['password_hash'], password_hash), stale)
    .set(['password_hash'], newHash)
    .set(['sessions'], { [caller.sessionId]: sessions[caller.sessionId] });
  const outcome = await send(update);
  if (!(outcome instanceof Failure)) return;
  const found = accountFoundBy(update, outcome)?.password_hash;
  if (found === newHash) return;
  if (outcome.isResent && found !== undefined && found !== password_hash)
    throw new RetryLaterError('An earlier attempt may have been done before another change');
  outcome.throwRefusalOf(update);
}
