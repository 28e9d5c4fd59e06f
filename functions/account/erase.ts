import { background } from '../../lib/aws/background.ts';
import { eraseAccount } from '../../lib/erasure/erase-account.ts';
import { eraseLater, erasure } from '../../lib/erasure/queue.ts';

/** Invoked by the deletion of an account, and by itself if there is more to erase than it has time for. */
export const handler = background({
  payload: erasure,
  run: async ({ account_id }, options) => {
    const outcome = await eraseAccount(account_id, options);
    if (outcome === 'unfinished') await eraseLater(account_id);
    return { account_id, outcome };
  },
});
