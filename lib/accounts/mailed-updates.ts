import type { Session } from '../auth/session.ts';
import type { Update } from '../dynamodb/changes.ts';
import { equals } from '../dynamodb/conditions.ts';
import { Failure, send } from '../dynamodb/send.ts';
import { type Account, accountFoundBy, updateOf } from './repository.ts';
import { freeAddress, takeAddress } from './address.ts';
import { invalidToken } from './mailed-link.ts';

/** Requires what a fingerprint stands for: neither password nor e-mail address have changed since they were read. */
const updateIfUnchanged = ({ account_id, password_hash, email }: Account): Update =>
  updateOf(account_id, invalidToken)
    .require(equals(['password_hash'], password_hash), invalidToken)
    .require(equals(['email'], email), invalidToken);

/**
 * Sets a new password, with one new session and no other. The e-mail address counts as verified. Throws
 * `InvalidFieldError` if the account has changed.
 */
export async function resetToPassword(
  account: Account,
  newHash: string,
  { id, session }: { id: string; session: Session },
): Promise<void> {
  const update = updateIfUnchanged(account)
    .set(['password_hash'], newHash)
    .set(['sessions'], { [id]: session })
    .set(['email_verified'], true);
  const outcome = await send(update);
  if (!(outcome instanceof Failure)) return;
  // An earlier attempt has done it.
  if (accountFoundBy(update, outcome)?.password_hash === newHash) return;
  throw invalidToken();
}

/** Marks the e-mail address as verified. Throws `InvalidFieldError` if the account has another one by now. */
export async function setVerified({ account_id, email }: Account): Promise<void> {
  const update = updateOf(account_id, invalidToken)
    .require(equals(['email'], email), invalidToken)
    .set(['email_verified'], true);
  const outcome = await send(update);
  if (outcome instanceof Failure) throw invalidToken();
}

/**
 * Gives the account another, verified e-mail address, and frees the old one. Returns `false` if another request has done it.
 * Throws `InvalidFieldError` if the account has changed, and `ConflictError` if the address is taken.
 */
export async function setEmail(account: Account, email: string, frees = true): Promise<boolean> {
  const { account_id, email: oldEmail } = account;
  const update = updateIfUnchanged(account).set(['email'], email).set(['email_verified'], true);
  const pointer = takeAddress(email, account_id);
  const outcome = await send(update, pointer, ...(frees ? [freeAddress(oldEmail, account_id)] : []));
  if (!(outcome instanceof Failure)) return true;
  const found = accountFoundBy(update, outcome);
  if (found?.email === email && found.leaving === undefined) return false;
  outcome.throwRefusalOf(update, pointer);
  // After a restore from a backup, the old address may be that of another account.
  return setEmail(account, email, false);
}
