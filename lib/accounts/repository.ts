import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { SessionReference } from '../auth/session.ts';
import { Put, Update } from '../dynamodb/changes.ts';
import { type Condition, equals, exists, isAbsent } from '../dynamodb/conditions.ts';
import { type Path, valueAt } from '../dynamodb/expression.ts';
import { getItem } from '../dynamodb/items.ts';
import { accountKey, sessionPath } from '../dynamodb/keys.ts';
import { newMark, once } from '../dynamodb/marks.ts';
import { Failure, send } from '../dynamodb/send.ts';
import { RetryLaterError, SessionEndedError } from '../errors.ts';
import { type Account, accountItem } from './account.ts';
import { findAccountId, freeAddress, takeAddress } from './address.ts';

interface Names {
  first_name?: string | undefined;
  last_name?: string | undefined;
}

/** Stores an account and the pointer of its e-mail address. Throws `ConflictError` if another account has the address. */
export async function createAccount(account: Account): Promise<void> {
  const { account_id, email } = account;
  const creation = new Put(accountKey(account_id), { ...account }).require(isAbsent(['PK']));
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

/** The account that has an e-mail address. An unknown address takes the same two requests. */
export async function findAccount(email: string): Promise<Account | undefined> {
  const account = await getAccount((await findAccountId(email)) ?? randomUUID());
  // Pointer and account may have been read before and after a change.
  return account?.email === email && account.leaving === undefined ? account : undefined;
}

/** The caller's account. Throws `SessionEndedError` if it is gone. */
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

/** The account that a failed update found; `undefined` if it is gone. */
export const accountFoundBy = (update: Update, failure: Failure): Account | undefined =>
  z.optional(accountItem).parse(failure.itemOf(update));

/**
 * Removes what is at a path of the caller's account, if it meets a condition. Throws `refusal` if it doesn't, and
 * `SessionEndedError`.
 */
export async function removeBy(
  caller: SessionReference,
  path: Path,
  condition: Condition,
  refusal: () => Error,
): Promise<void> {
  const update = updateBy(caller).require(condition, refusal).remove(path);
  const outcome = await send(update);
  if (!(outcome instanceof Failure)) return;
  // An earlier attempt may have removed it before its response was lost.
  if (outcome.isResent && valueAt(outcome.itemOf(update), path) === undefined) return;
  outcome.throwRefusalOf(update);
}

/** Changes the names that are given. Throws `SessionEndedError`. */
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
 * Changes a password that was compared, ends all sessions but the caller's, and all access tokens if asked to. Throws
 * `SessionEndedError`, and `stale` if another request has changed the password.
 */
export async function setPassword(
  caller: SessionReference,
  { password_hash, sessions }: Account,
  { newHash, endTokens }: { newHash: string; endTokens?: boolean | undefined },
  stale: () => Error,
): Promise<void> {
  const update = updateBy(caller)
    .require(equals(['password_hash'], password_hash), stale)
    .set(['password_hash'], newHash)
    .set(['sessions'], { [caller.sessionId]: sessions[caller.sessionId] });
  if (endTokens) update.set(['tokens'], {});
  const outcome = await send(update);
  if (!(outcome instanceof Failure)) return;
  const found = accountFoundBy(update, outcome)?.password_hash;
  if (found === newHash) return;
  if (outcome.isResent && found !== undefined && found !== password_hash)
    throw new RetryLaterError('An earlier attempt may have been done before another change');
  outcome.throwRefusalOf(update);
}

/** Requires what a fingerprint stands for: neither password nor e-mail address have changed since they were read. */
const updateIfUnchanged = ({ account_id, password_hash, email }: Account, stale: () => Error): Update =>
  updateOf(account_id, stale)
    .require(equals(['password_hash'], password_hash), stale)
    .require(equals(['email'], email), stale);

/**
 * Sets another password and other sessions, and ends all access tokens, for whoever has read a mail to the account's
 * address, which counts as verified by that. Throws `stale` if the account has changed since it was read.
 */
export async function replacePassword(
  account: Account,
  newHash: string,
  sessions: Account['sessions'],
  stale: () => Error,
): Promise<void> {
  const update = updateIfUnchanged(account, stale)
    .set(['password_hash'], newHash)
    .set(['sessions'], sessions)
    .set(['tokens'], {})
    .set(['email_verified'], true);
  const outcome = await send(update);
  if (!(outcome instanceof Failure)) return;
  // An earlier attempt has done it.
  if (accountFoundBy(update, outcome)?.password_hash === newHash) return;
  throw stale();
}

/** Marks the e-mail address as verified. Throws `stale` if the account has another one by now. */
export async function setVerified({ account_id, email }: Account, stale: () => Error): Promise<void> {
  const update = updateOf(account_id, stale)
    .require(equals(['email'], email), stale)
    .set(['email_verified'], true);
  const outcome = await send(update);
  if (outcome instanceof Failure) throw stale();
}

/**
 * Gives the account another, verified e-mail address, and frees the old one. Returns `false` if another request has done
 * it. Throws `stale` if the account has changed since it was read, and `ConflictError` if the address is taken.
 */
export async function setEmail(
  account: Account,
  email: string,
  stale: () => Error,
  frees = true,
): Promise<boolean> {
  const { account_id, email: oldEmail } = account;
  const update = updateIfUnchanged(account, stale).set(['email'], email).set(['email_verified'], true);
  const pointer = takeAddress(email, account_id);
  const outcome = await send(update, pointer, ...(frees ? [freeAddress(oldEmail, account_id)] : []));
  if (!(outcome instanceof Failure)) return true;
  const found = accountFoundBy(update, outcome);
  if (found?.email === email && found.leaving === undefined) return false;
  outcome.throwRefusalOf(update, pointer);
  // After a restore from a backup, the old address may be that of another account.
  return setEmail(account, email, stale, false);
}
