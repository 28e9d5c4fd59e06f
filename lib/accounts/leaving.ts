import * as z from 'zod/mini';
import type { SessionReference } from '../auth/sessions.ts';
import type { Client } from '../network.ts';
import { type Account, accountIn, updateBy } from './account-repository.ts';
import { confirmPassword, wrongPassword } from './change-password.ts';
import { currentPassword } from './credentials.ts';
import { eraseLater } from './erasure.ts';

/** The body of a deletion. */
export const accountDeletion = z
  .object({ password: currentPassword })
  .check(z.meta({ id: 'AccountDeletion', examples: [{ password: 'correct horse' }] }));

/** Deletes the caller's account. Throws `InvalidFieldError` for a wrong password. */
export async function deleteAccount(
  caller: SessionReference,
  { password }: z.output<typeof accountDeletion>,
  client: Client,
): Promise<'done' | 'ended'> {
  const account = await confirmPassword(caller, password, client);
  // First, so that no account is left half deleted. The function waits for the mark as long as a call may take.
  await eraseLater(caller.accountId);
  const outcome = await markLeaving(caller, account);
  if (outcome === 'stale') throw wrongPassword();
  return outcome;
}

/** Ends an account whose password was compared. `stale` if another request has changed the password. */
export async function markLeaving(
  caller: SessionReference,
  { password_hash }: Account,
): Promise<'done' | 'stale' | 'ended'> {
  const now = Date.now();
  const failure = await updateBy(caller)
    .set(['leaving'], now)
    .set(['sessions'], {})
    .ifEquals(['password_hash'], password_hash)
    .send({ returnItem: true });
  if (!failure) return 'done';
  const { leaving, sessions } = accountIn(failure);
  if (failure.retried && leaving === now) return 'done';
  return sessions[caller.sessionId] ? 'stale' : 'ended';
}
