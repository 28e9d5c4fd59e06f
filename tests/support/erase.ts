import { eraseAccount } from '../../lib/erasure/erase-account.ts';
import { eraseHistories } from '../../lib/history/erase-histories.ts';
import { historyErasures } from '../../lib/history/queue.ts';
import { asFunction } from './as-function.ts';
import { takePayloadsFor } from './lambda.ts';

/** Does the work of the function that erases accounts. `settleMs` is how long it waits for the account's last calls. */
export const erase = (accountId: string, settleMs = 0, hasTime = () => true) =>
  asFunction('accountErase', () => eraseAccount(accountId, { settleMs, hasTime }));

/**
 * The same of the function that erases histories, for what it was invoked with since the last time. `wait` is what happens while
 * it waits.
 */
export async function eraseInvoked(wait = async () => {}): Promise<void> {
  for (const payload of takePayloadsFor(process.env['ERASE_HISTORIES_FUNCTION'])) {
    const { histories } = historyErasures.parse(payload);
    await wait();
    await asFunction('historyErase', () => eraseHistories(histories, { settleMs: 0 }));
  }
}
