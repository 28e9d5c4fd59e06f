import { exists } from '../dynamodb/conditions.ts';
import { budgetPath, budgetVersionPath, headPath } from '../dynamodb/keys.ts';
import { SUMS } from '../events/budget.ts';
import { EventUpdate, type Target } from '../events/event-update.ts';
import { headIn } from '../events/head.ts';
import { writeEvent } from '../events/write-event.ts';
import { noBudget } from './update-budget.ts';

/** Deletes a budget if it has one of these versions, or any if undefined. Throws a `RefusalError`. */
export async function deleteBudget(
  callerId: string,
  { event_id, id }: { event_id: number; id: number },
  versions?: number[],
): Promise<void> {
  await writeEvent('budgetsDelete', callerId, event_id, {
    parse: headIn,
    decide: (target) => ({
      changes: [deletionOf(target, id).requireVersion(budgetVersionPath(id), versions)],
      result: undefined,
      isDeletion: true,
    }),
  });
}

function deletionOf(target: Target, id: number): EventUpdate {
  const update = new EventUpdate(target)
    .require(exists(budgetVersionPath(id)), noBudget)
    .remove(budgetPath(id))
    .increase(headPath('budgets_count'), -1);
  for (const { sum, of } of SUMS) update.add(headPath(`${sum}_removed`), [...budgetPath(id), of]);
  return update;
}
