import { isDeepStrictEqual } from 'node:util';
import { Put } from '../dynamodb/changes.ts';
import { equals } from '../dynamodb/conditions.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { type EventReference, eventKey, versionPath } from '../dynamodb/keys.ts';
import { writeEvent } from './change-event.ts';
import { eventIn, storedSums } from './event.ts';
import { headIn } from './head.ts';
import { getFound } from './read-event.ts';
import { inThisForm, storedMap } from './stored-budget.ts';
import { headSums, SUMS } from './sums.ts';

/** Whether an event's item has its budgets and their sums as this version stores them, and not as version 0.3 did. */
export function isUpgraded(item: Attributes): boolean {
  const head = headIn(item);
  const sums = headSums(eventIn(item).budgets);
  const budgets = storedMap.parse(item['budgets']);
  return (
    isDeepStrictEqual(inThisForm(budgets), budgets) &&
    SUMS.every((name) => head[name] === sums[name]) &&
    isDeepStrictEqual(daysIn(head.open_days), daysIn(sums.open_days))
  );
}

/** Those with open amounts. */
const daysIn = (counts: Record<string, number>) =>
  new Map(
    Object.entries(counts)
      .filter(([, count]) => count !== 0)
      .sort(),
  );

/** Those that are 0 may not be stored. */
const NO_SUMS = Object.fromEntries(SUMS.map((name) => [name, undefined]));

/**
 * Stores an event's budgets and their sums as this version does. That is no change of the event: it keeps its version, time and
 * author, and gets no entry in its history. Doing it again does no harm. Throws `not_found`.
 */
export const upgradeEvent = (reference: EventReference): Promise<void> =>
  writeEvent(
    { author: undefined, find: () => getFound(reference) },
    {
      decide: ({ item, event }) => {
        const head = { ...storedMap.parse(item['head']), ...NO_SUMS, ...storedSums(headSums(event.budgets)) };
        const upgraded = new Put(eventKey(reference), { ...item, head });
        return { changes: [upgraded.require(equals(versionPath, event.version))], result: undefined };
      },
    },
  );
