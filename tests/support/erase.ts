import { eraseAccount } from '../../lib/accounts/erase.ts';
import { release } from '../../lib/sharing/release.ts';
import { withdrawReceived } from '../../lib/sharing/withdraw.ts';

/** Does the work of the function that erases accounts. `settleMs` is how long it waits for the account's last calls. */
export const erase = (accountId: string, settleMs = 0) =>
  eraseAccount(accountId, { settleMs, release, withdraw: withdrawReceived });
