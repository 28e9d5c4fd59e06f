import { eraseAccount } from '../../lib/erasure/erase-account.ts';
import { asFunction } from './as-function.ts';

/** Does the work of the function that erases accounts. `settleMs` is how long it waits for the account's last calls. */
export const erase = (accountId: string, settleMs = 0, hasTime = () => true) =>
  asFunction('accountErase', () => eraseAccount(accountId, { settleMs, hasTime }));
