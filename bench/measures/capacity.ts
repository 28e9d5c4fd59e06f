import type { Contestant, contestantsIn } from '../contestants.ts';
import { seed } from '../fixtures.ts';
import { countRequests } from './requests.ts';

/** How many budgets the events have. */
export const BUDGETS = [0, 40, 500];

/** The calls whose capacity units are counted, each with the numbers of budgets for which it succeeds. */
const CALLS: [name: string, from: number, to: number][] = [
  ['eventsList', 0, 500],
  ['eventsView', 0, 500],
  ['eventsUpdate', 0, 500],
  ['budgetsList', 0, 500],
  ['budgetsCreate', 0, 499],
  ['budgetsUpdate', 1, 500],
  ['budgetsDelete', 1, 500],
];

/** The capacity units of calls on an account with 40 events. */
export async function countCapacity(
  folder: string,
  succeeding: ReturnType<typeof contestantsIn>['succeeding'],
  emulator: string,
) {
  const rows = CALLS.map(([name, from, to]) => ({
    contestant: succeeding(name),
    from,
    to,
    units: [] as (number | undefined)[],
  }));
  for (const budgets of BUDGETS) {
    const called: Contestant[] = rows
      .filter(({ from, to }) => budgets >= from && budgets <= to)
      .map(({ contestant }) => contestant);
    const counted = await countRequests(folder, called, emulator, () => seed({ events: 40, budgets }));
    for (const { contestant, units } of rows) units.push(counted.get(contestant)?.capacityUnits);
  }
  return rows.map(({ contestant, units }) => ({ name: contestant.name, units }));
}
