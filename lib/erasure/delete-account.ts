import * as z from 'zod/mini';
import type { Account } from '../accounts/account.ts';
import { changeConfirmed, currentPassword, requirePassword } from '../accounts/check-password.ts';
import type { SessionReference } from '../auth/session.ts';
import { eraseLater } from './queue.ts';

export const accountDeletion = z
  .object({ password: currentPassword })
  .check(z.meta({ id: 'AccountDeletion', examples: [{ password: 'correct horse' }] }));

/** Ends the caller's account at once, and has it erased later. Throws as `requirePassword` does. */
export async function deleteAccount(
  caller: SessionReference,
  { password }: z.output<typeof accountDeletion>,
): Promise<void> {
  const account = await requirePassword(caller, password);
  // First, so that no account is left half deleted. The function waits for the deletion.
  await eraseLater(caller.accountId);
  await startLeaving(caller, account);
}

/** Keeps only what the erasure needs. Throws as `changeConfirmed` does. */
export async function startLeaving(caller: SessionReference, account: Account): Promise<void> {
  const erased = { first_name: '', last_name: '', password_hash: '', factor: undefined };
  const leaving = { leaving: Date.now(), sessions: {}, tokens: {}, ...erased };
  await changeConfirmed(caller, account, (found) => ({ ...found, ...leaving }));
}
