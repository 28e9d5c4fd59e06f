import * as z from 'zod/mini';
import { hasEmailFingerprint, hasFingerprint } from '../auth/mailed-tokens.ts';
import { RetryLaterError } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import { type Account, getAccount } from './account-repository.ts';
import { claimEmail, dropClaim, getClaim } from './email-claims.ts';
import { noteClaim, setEmail, setVerified } from './mailed-changes.ts';
import { invalidToken, mailedToken, readMailedToken, TOKEN_EXAMPLE } from './mailed-token.ts';

/** The body of a verification. */
export const emailVerification = z
  .object({ token: mailedToken })
  .check(z.meta({ id: 'EmailVerification', examples: [{ token: TOKEN_EXAMPLE }] }));

/**
 * Verifies an account's e-mail address by a mailed token, or changes it to the one that the token was mailed to. `taken`
 * if another account has that one by now. Throws `InvalidFieldError`.
 */
export async function verifyEmail(token: string): Promise<'done' | 'taken'> {
  const { mailed, account } = await readMailedToken(token, ['verify-email', 'change-email']);
  const { kind, fingerprint, email } = mailed;
  if (kind === 'change-email' && email !== undefined) return changeEmail(account, email, fingerprint);
  if (!hasEmailFingerprint(account.email, fingerprint)) throw invalidToken();
  if ((await setVerified(account)) === 'stale') throw invalidToken();
  return 'done';
}

async function changeEmail(account: Account, email: string, fingerprint: string): Promise<'done' | 'taken'> {
  // The same token again, after it has done its work.
  if (account.email === email) return 'done';
  if (!hasFingerprint(account, fingerprint)) throw invalidToken();
  const oldClaim = await getClaim(account.email);
  const outcome = await claimAndSet(account, email);
  if (outcome !== 'done') return (await hasEmailNow(account, email)) ? 'done' : refuse(outcome);
  // Read before the change, so that a claim that the account makes later stays.
  if (oldClaim?.account_id === account.account_id) await dropClaim(account.email, oldClaim);
  await queueNotice({ kind: 'email_changed', account_id: account.account_id, old_email: account.email });
  return 'done';
}

type Refusal = 'stale' | 'taken' | 'pending';

async function claimAndSet(account: Account, email: string): Promise<'done' | Refusal> {
  if ((await noteClaim(account, email)) === 'stale') return 'stale';
  const claim = await claimEmail(email, account.account_id);
  return claim === 'done' ? setEmail(account, email) : claim;
}

/** Another request with the same token may have been faster. */
async function hasEmailNow({ account_id }: Account, email: string): Promise<boolean> {
  const account = await getAccount(account_id);
  return account?.email === email && account.leaving === undefined;
}

function refuse(outcome: Refusal): 'taken' {
  if (outcome === 'stale') throw invalidToken();
  if (outcome === 'pending') throw new RetryLaterError();
  return outcome;
}
