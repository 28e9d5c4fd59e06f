import * as z from 'zod/mini';
import type { Account } from '../accounts/account.ts';
import { changeAccount } from '../accounts/change-account.ts';
import { changeConfirmed, currentPassword, requirePassword } from '../accounts/check-password.ts';
import { sentCode, type UseCode, withCode } from '../accounts/code.ts';
import { getAccount } from '../accounts/repository.ts';
import type { SessionReference } from '../auth/session.ts';
import { Rejection } from '../errors.ts';
import { eraseLater } from './queue.ts';

export const accountDeletion = z
  .object({ password: currentPassword, code: sentCode })
  .check(z.meta({ id: 'AccountDeletion', examples: [{ password: 'correct horse' }] }));

/** Ends the caller's account at once, and has it erased later. Throws as `requirePassword` and `withCode` do. */
export async function deleteAccount(
  caller: SessionReference,
  { password, code }: z.output<typeof accountDeletion>,
): Promise<void> {
  const account = await requirePassword(caller, password);
  const start = async (useCode: UseCode) => {
    // A rejected code starts no erasure.
    useCode(account);
    // First, so that no account is left half deleted. The function waits for the deletion.
    await eraseLater(caller.accountId);
    await changeConfirmed(caller, account, (found) => leaving(useCode(found)));
  };
  await withCode(account, code, start, caller);
}

/** Ends an account for its operator, unless it has ended. Returns whether it is there. */
export async function endAccount(accountId: string): Promise<boolean> {
  const account = await getAccount(accountId);
  if (account && account.leaving === undefined)
    await changeAccount(account, leaving, () => new Rejection('not_found'));
  return account !== undefined;
}

/** Keeps only what the erasure needs. */
export const leaving = (account: Account): Account => ({
  ...account,
  ...{ leaving: Date.now(), sessions: {}, tokens: {} },
  ...{ first_name: '', last_name: '', password_hash: '', factor: undefined },
});
