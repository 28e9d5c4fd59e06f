import * as z from 'zod/mini';
import { changeConfirmed, currentPassword, requirePassword } from '../accounts/check-password.ts';
import { sentCode, withCode } from '../accounts/code.ts';
import type { SessionReference } from '../auth/session.ts';
import { Rejection } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import { problem } from '../problem.ts';

export const factorEnd = z
  .object({ password: currentPassword, code: sentCode })
  .check(z.meta({ id: 'SecondFactorEnd', examples: [{ password: 'correct horse', code: '123456' }] }));

export const noFactor = () =>
  new Rejection('conflict', {
    field: 'second_factor',
    problem: problem('not_found', 'This account has no second factor.'),
  });

/**
 * Removes the second factor of the caller's account. Throws `conflict` if there is none, and as `requirePassword` and
 * `withCode` do.
 */
export async function endFactor(
  caller: SessionReference,
  { password, code }: z.output<typeof factorEnd>,
): Promise<void> {
  const account = await requirePassword(caller, password);
  await withCode(account, code, (useCode) =>
    changeConfirmed(caller, account, (found) => {
      if (!found.factor) throw noFactor();
      const { factor_changes = 0 } = found;
      return { ...useCode(found), factor: undefined, factor_changes: factor_changes + 1 };
    }),
  );
  await queueNotice({ kind: 'factor_removed', account_id: caller.accountId });
}
