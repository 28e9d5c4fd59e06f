import type { Contestant, contestantsIn } from '../contestants.ts';
import type { Consumption } from '../counter.ts';
import { importOf, seed } from '../fixtures.ts';
import type { Call } from '../gateway-call.ts';
import { type Amount, measureStubbed } from './calls.ts';
import { countRequests } from './requests.ts';

/** How many budgets the events have. */
export const BUDGETS = [3, 100, 500];

/** The calls that are counted and measured, each with the highest number of budgets for which it succeeds. */
const CALLS: [name: string, most: number, call?: (budgets: number) => Call][] = [
  ['eventsList', 500],
  ['eventsView', 500],
  ['eventsUpdate', 500],
  ['budgetsList', 500],
  ['budgetsCreate', 499],
  ['budgetsUpdate', 500],
  ['budgetsDelete', 500],
  ['budgetsImport', 500, importOf],
  ['historyUndo', 499],
  ['shareLinkView', 500],
];

/** A call on an account with 40 events, and what it consumed. */
interface Sized {
  contestant: Contestant;
  consumption: Consumption;
}

/** What calls consume, for each number of budgets. */
export async function countBySize(
  folder: string,
  calling: ReturnType<typeof contestantsIn>['calling'],
  emulator: string,
) {
  const columns: (Sized | undefined)[][] = [];
  for (const budgets of BUDGETS) {
    const called = CALLS.map(([name, most, call]) =>
      budgets <= most ? calling(name, call?.(budgets)) : undefined,
    );
    const contestants = called.filter((each) => each !== undefined);
    const prepare = () => seed({ events: 40, budgets });
    const consumptions = await countRequests(folder, contestants, emulator, prepare);
    columns.push(
      called.map((contestant) => {
        const consumption = contestant && consumptions.get(contestant);
        return consumption && { contestant, consumption };
      }),
    );
  }
  return CALLS.map(([name], row) => ({
    name: calling(name).name,
    counted: columns.map((column) => column[row]),
  }));
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
