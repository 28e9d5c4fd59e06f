import { isDeepStrictEqual } from 'node:util';
import { type Change, Check, equals, Put } from '../dynamodb/changes.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { type EventReference, eventKey, versionPath } from '../dynamodb/keys.ts';
import { changeItem, type Decision } from '../dynamodb/send.ts';
import { notFound, staleTag, weakTag } from '../errors.ts';
import { freeId, nextId } from '../id.ts';
import { type Author, type EventCaller, requireAccess } from './access.ts';
import type { Budget } from './budget.ts';
import { addedBudget, changedBudgetOf, changedItems } from './changed-items.ts';
import {
  budgetIn,
  type Event,
  referenceTo,
  requireSize,
  type WriteOptions,
  type WrittenEvent,
  withAllBudgets,
  withBudgets,
  withNextVersions,
} from './event.ts';
import { isRestorable } from './head.ts';
import { type FoundEvent, findEvent, foundIn, getFound } from './repository.ts';
import type { HeadSums } from './sums.ts';

/** The versions of which a caller accepts one; `undefined` accepts any. One that is named weakly never matches. */
type NamedVersions = readonly (number | { weak: number })[] | undefined;

interface EventChange<Result> extends WriteOptions<WrittenEvent, Result> {
  /**
   * Decides what becomes of the event: `undefined` deletes it, and the same object leaves it as it is. Budgets that don't change
   * stay the same objects. May be called again, on a newer event. Leaves versions and sums to the write. Throws a `Rejection`.
   */
  decide: (event: Event) => Event | undefined;
  /** Changes of other items, or conditions on them, in the same transaction. */
  others?: Change[];
  /** Awaited before the first decision, when the role suffices. May throw, such as `too_many`. */
  admit?: (() => Promise<void>) | undefined;
  isDryRun?: boolean | undefined;
}

/** The decision sees all of the event, so the write requires that nothing of it has changed. Throws a `Rejection`. */
export const changeEvent = <Result>(
  caller: EventCaller,
  eventId: number,
  { versions, ...change }: EventChange<Result> & { versions?: NamedVersions },
): Promise<Result> => changeEventAs(openTo(caller, eventId, versions), change);

/** Changes an event with another access than a member's. Throws a `Rejection`. */
export const changeEventAs = <Result>(
  access: WriteAccess,
  { decide, reply, others = [], isDryRun, ...options }: EventChange<Result>,
): Promise<Result> =>
  writeEvent(access, {
    ...options,
    decide: (found, writeId) => {
      const { event: before } = found;
      const decided = decide(before);
      if (decided === before) return { changes: [], result: reply({ before, after: before }) };
      const after =
        decided && (isDryRun ? withBudgets(decided, decided.budgets) : withNextVersions(before, decided));
      if (after) requireSize(after, before);
      const result = reply({ before, after: after ?? before });
      if (isDryRun) return { changes: [], result };
      const changes = [...changedItems({ found, after, writeId, author: access.author }), ...others];
      return { changes, result, isDeletion: !after };
    },
  });

export function requireVersion({ version }: { version: number }, versions: NamedVersions): void {
  if (!versions || versions.includes(version)) return;
  const isNamed = versions.some((named) => typeof named !== 'number' && named.weak === version);
  throw isNamed ? weakTag(version) : staleTag(version);
}

interface WriteAccess {
  /** `undefined` if nothing of its account may remain. */
  author: Author | undefined;
  find: () => Promise<FoundEvent | undefined>;
  /** Throws a `Rejection`. Left out for an author who needs no role, such as the invited, even in the trash. */
  requireAllowed?: (event: Event) => void;
}

export const inOwnTrash = (caller: Author, eventId: number): WriteAccess => ({
  author: caller,
  find: () => getFound({ ownerId: caller.accountId, eventId }),
  requireAllowed: (event) => {
    if (!isRestorable(event)) throw notFound();
  },
});

/** The caller's own event, or else the one that is shared with the caller under this id. */
const openTo = (caller: EventCaller, eventId: number, versions?: NamedVersions): WriteAccess => ({
  author: caller,
  find: () => findEvent(caller, eventId, getFound),
  requireAllowed: (event) => {
    requireAccess(caller, event);
    requireVersion(event, versions);
  },
});

interface Writing<Result> extends Pick<EventChange<Result>, 'idempotencyRecord' | 'admit'> {
  decide: (found: FoundEvent, writeId: string) => Decision<Result>;
}

async function writeEvent<Result>(
  { find, requireAllowed }: WriteAccess,
  { decide, idempotencyRecord, admit }: Writing<Result>,
): Promise<Result> {
  let reference: EventReference | undefined;
  // First at its former key, because members who leave don't find it again. It may have another owner now.
  const read = async () => {
    const found = (reference && (await getFound(reference))) ?? (await find());
    reference = found && referenceTo(found.event);
    return found;
  };
  return changeItem({
    read,
    parse: foundIn,
    missing: notFound,
    admit: async ({ event }) => {
      requireAllowed?.(event);
      await admit?.();
    },
    decide: (found, writeId) => {
      requireAllowed?.(found.event);
      const decided = decide(found, writeId);
      if (!idempotencyRecord) return decided;
      const { changes, result } = decided;
      // The idempotency record is stored only if the event is still as it was read.
      const unchanged = new Check(eventKey(referenceTo(found.event)));
      const ofEvent = changes.length > 0 ? changes : [unchanged.require(equals(versionPath, found.version))];
      return { ...decided, changes: [...ofEvent, idempotencyRecord(result)] };
    },
  });
}

/** Nothing of an event that others change while they write other budgets. */
export type BudgetContext = Omit<Event, 'budgets' | 'version' | 'updated_at' | keyof HeadSums>;

export interface WrittenBudget extends WrittenEvent {
  budget: Budget;
}

interface BudgetChange<Result> extends WriteOptions<WrittenBudget, Result> {
  /** Throws `not_found`, such as for a missing payment. */
  find?: (budget: Budget) => unknown;
  /** The budget's. */
  versions: NamedVersions;
  /** `undefined` deletes the budget, and the same object leaves it as it is. May be called again. Throws a `Rejection`. */
  decide: (budget: Budget, context: BudgetContext) => Budget | undefined;
}

/**
 * The write requires that neither this budget nor the event's structure has changed, so concurrent changes of different budgets
 * don't conflict. Throws a `Rejection`.
 */
export const changeBudget = <Result>(
  caller: EventCaller,
  eventId: number,
  budgetId: number,
  { find, versions, decide, reply, idempotencyRecord }: BudgetChange<Result>,
): Promise<Result> =>
  writeEvent(openTo(caller, eventId), {
    idempotencyRecord,
    decide: (found, writeId) => {
      const { event: before } = found;
      const was = budgetIn(before, budgetId);
      find?.(was);
      requireVersion(was, versions);
      const decided = decide(was, before);
      if (decided === was) return { changes: [], result: reply({ before, after: before, budget: was }) };
      const budgets = before.budgets.flatMap((each) => (each === was ? (decided ?? []) : each));
      const after = withNextVersions(before, { ...before, budgets });
      requireSize(after, before);
      const is = after.budgets.find(({ id }) => id === budgetId);
      const result = reply({ before, after, budget: is ?? was });
      return { changes: [changedBudgetOf({ found, after, writeId, author: caller }, was, is)], result };
    },
  });

interface BudgetCreation<Result> extends WriteOptions<WrittenBudget, Result> {
  /** The event's. */
  versions: NamedVersions;
  /** May be called again, on newer context. Throws a `Rejection`. */
  make: (context: BudgetContext, budgetId: number) => Budget;
}

/** The write requires that the event's structure hasn't changed and that there is room. Throws a `Rejection`. */
export function addBudget<Result>(
  caller: EventCaller,
  eventId: number,
  { versions, make, reply, idempotencyRecord }: BudgetCreation<Result>,
): Promise<Result> {
  // The same in every round, so that two of them can't both be done.
  let id = nextId();
  return writeEvent(openTo(caller, eventId, versions), {
    idempotencyRecord,
    decide: (found, writeId) => {
      const { event: before } = found;
      id = freeId(before.budgets, id);
      const budget = make(before, id);
      const after = withNextVersions(before, withAllBudgets(before, [...before.budgets, budget]));
      requireSize(after, before);
      const change = addedBudget({ found, after, writeId, author: caller }, budget, versions !== undefined);
      return { changes: [change], result: reply({ before, after, budget }) };
    },
  });
}

/** False if version 0.4 stored the item otherwise. Throws `OldEventError`. */
export const isUpgraded = (item: Attributes): boolean => isDeepStrictEqual(foundIn(item).item, item);

/**
 * Stores an event as this version does. It keeps its version, time and author, and gets no entry in its history. Idempotent.
 * Throws `not_found`.
 */
export const upgradeEvent = (reference: EventReference): Promise<void> =>
  writeEvent(
    { author: undefined, find: () => getFound(reference) },
    {
      decide: ({ item, version }) => {
        const upgraded = new Put(eventKey(reference), item).require(equals(versionPath, version));
        return { changes: [upgraded], result: undefined };
      },
    },
  );
