import type { Session } from '../auth/sessions.ts';
import type { ConditionFailedError } from '../dynamodb/client.ts';
import type { Update } from '../dynamodb/update.ts';
import { type Account, accountIn, updateOf } from './account-repository.ts';

/** Requires what a fingerprint stands for: neither password nor e-mail address have changed since they were read. */
const updateIfUnchanged = ({ account_id, password_hash, email }: Account): Update =>
  updateOf(account_id).ifEquals(['password_hash'], password_hash).ifEquals(['email'], email);

/** Sets a new password, with one new session and no other. The e-mail address counts as verified. */
export async function resetToPassword(
  account: Account,
  newHash: string,
  { id, session }: { id: string; session: Session },
): Promise<'done' | 'stale'> {
  const failure = await updateIfUnchanged(account)
    .set(['password_hash'], newHash)
    .set(['sessions'], { [id]: session })
    .set(['email_verified'], true)
    .send({ returnItem: true });
  return outcomeOf(failure, ({ password_hash }) => password_hash === newHash);
}

/** Marks the e-mail address as verified, while the account still has it. */
export async function setVerified({ account_id, email }: Account): Promise<'done' | 'stale'> {
  const failure = await updateOf(account_id).ifEquals(['email'], email).set(['email_verified'], true).send();
  return failure ? 'stale' : 'done';
}

/** Notes that the account is about to claim an e-mail address, so that its erasure finds the claim. */
export async function noteClaim(account: Account, email: string): Promise<'done' | 'stale'> {
  const failure = await updateIfUnchanged(account).set(['claims', email], Date.now()).send();
  return failure ? 'stale' : 'done';
}

/** Sets a verified e-mail address, which the account has claimed. */
export async function setEmail(account: Account, email: string): Promise<'done' | 'stale'> {
  const failure = await updateIfUnchanged(account)
    .set(['email'], email)
    .set(['email_verified'], true)
    .send({ returnItem: true });
  return outcomeOf(failure, (found) => found.email === email);
}

/** A retried update whose response was lost finds what it has done itself. */
function outcomeOf(
  failure: ConditionFailedError | undefined,
  isDone: (found: Partial<Account>) => boolean,
): 'done' | 'stale' {
  return !failure || isDone(accountIn(failure)) ? 'done' : 'stale';
}
