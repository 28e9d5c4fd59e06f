import type { Contestant, contestantsIn } from '../contestants.ts';
import type { Consumption } from '../counter.ts';
import { seed } from '../fixtures.ts';
import { type Amount, measureStubbed } from './calls.ts';
import { countRequests } from './requests.ts';

/** How many budgets the events have. */
export const BUDGETS = [3, 100, 500];

/** The calls that are counted and measured, each with the highest number of budgets for which it succeeds. */
const CALLS: [name: string, most: number][] = [
  ['eventsList', 500],
  ['eventsView', 500],
  ['eventsUpdate', 500],
  ['budgetsList', 500],
  ['budgetsCreate', 499],
  ['budgetsUpdate', 500],
  ['budgetsDelete', 500],
];

/** A call on an account with 40 events, and what it consumed. */
interface Sized {
  contestant: Contestant;
  consumption: Consumption;
}

/** What calls consume, for each number of budgets. */
export async function countBySize(
  folder: string,
  succeeding: ReturnType<typeof contestantsIn>['succeeding'],
  emulator: string,
) {
  const rows = CALLS.map(([name, most]) => ({
    of: succeeding(name),
    most,
    counted: [] as (Sized | undefined)[],
  }));
  for (const budgets of BUDGETS) {
    const called = rows.filter(({ most }) => budgets <= most).map(({ of }) => of);
    const consumptions = await countRequests(folder, called, emulator, () => seed({ events: 40, budgets }));
    for (const { of, counted } of rows) {
      const consumption = consumptions.get(of);
      counted.push(consumption && { contestant: { ...of }, consumption });
    }
  }
  return rows.map(({ of, counted }) => ({ name: of.name, counted }));
}

/** The same calls, with the responses that were counted. */
export function measureBySize(
  folder: string,
  sizes: Awaited<ReturnType<typeof countBySize>>,
  amount: Amount,
) {
  const sized = sizes.flatMap(({ counted }) => counted.filter((size) => size !== undefined));
  const consumptions = new Map(sized.map(({ contestant, consumption }) => [contestant, consumption]));
  return measureStubbed(folder, [...consumptions.keys()], consumptions, amount);
}
