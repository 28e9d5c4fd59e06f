import { eraseAccount } from '../../lib/erasure/erase-account.ts';

/** Does the work of the function that erases accounts. `settleMs` is how long it waits for the account's last calls. */
export const erase = (accountId: string, settleMs = 0, hasTime = () => true) =>
  eraseAccount(accountId, { settleMs, hasTime });
