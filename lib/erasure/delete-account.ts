import * as z from 'zod/mini';
import type { Account } from '../accounts/account.ts';
import { freeAddress } from '../accounts/address.ts';
import { confirmPassword, currentPassword, wrongPassword } from '../accounts/check-password.ts';
import { accountFoundBy, updateBy } from '../accounts/repository.ts';
import type { SessionReference } from '../auth/session.ts';
import { equals } from '../dynamodb/conditions.ts';
import { Failure, MAX_ROUNDS, send } from '../dynamodb/send.ts';
import { RetryLaterError } from '../errors.ts';
import { eraseLater } from './queue.ts';

export const accountDeletion = z
  .object({ password: currentPassword })
  .check(z.meta({ id: 'AccountDeletion', examples: [{ password: 'correct horse' }] }));

/** Ends the caller's account at once, and has it erased later. Throws as `confirmPassword` does. */
export async function deleteAccount(
  caller: SessionReference,
  { password }: z.output<typeof accountDeletion>,
): Promise<void> {
  const account = await confirmPassword(caller, password);
  // First, so that no account is left half deleted. The function waits for the mark as long as a call may take.
  await eraseLater(caller.accountId);
  await markLeaving(caller, account);
}

/**
 * Marks an account as leaving, ends its sessions and access tokens, and frees its e-mail address. Throws
 * `WrongPasswordError` if another request has changed the password since it was compared, and `SessionEndedError`.
 */
export async function markLeaving(caller: SessionReference, account: Account): Promise<void> {
  const { account_id, password_hash } = account;
  let { email } = account;
  let frees = true;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const update = updateBy(caller)
      .require(equals(['password_hash'], password_hash), wrongPassword)
      .require(equals(['email'], email))
      .set(['leaving'], Date.now())
      .set(['sessions'], {})
      .set(['tokens'], {});
    const outcome = await send(update, ...(frees ? [freeAddress(email, account_id)] : []));
    if (!(outcome instanceof Failure)) return;
    outcome.throwRefusalOf(update);
    // After a restore from a backup, the address may be that of another account.
    frees = outcome.includes(update);
    // Another request has changed the address.
    email = accountFoundBy(update, outcome)?.email ?? email;
  }
  throw new RetryLaterError('The e-mail address was changed in every round');
}
