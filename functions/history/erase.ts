import { background } from '../../lib/aws/background.ts';
import { eraseHistories } from '../../lib/history/erase-histories.ts';
import { eraseHistoriesLater, historyErasures } from '../../lib/history/queue.ts';

/** Invoked by the function that records histories, and by itself if there is more to erase than it has time for. */
export const handler = background({
  payload: historyErasures,
  run: async ({ histories }, options) => {
    const outcome = await eraseHistories(histories, options);
    if (outcome === 'unfinished') await eraseHistoriesLater(histories);
    // A restore of the table deletes them again.
    const deleted = histories.flatMap((each) => (each.deleted ? `${each.owner_id}/${each.event_id}` : []));
    return { histories: histories.length, deleted_events: deleted, outcome };
  },
});
