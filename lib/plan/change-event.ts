import { changeItem, type Decision } from '../dynamodb/change-item.ts';
import { type Change, Check } from '../dynamodb/changes.ts';
import { equals } from '../dynamodb/conditions.ts';
import { type EventReference, eventKey, versionPath } from '../dynamodb/keys.ts';
import { Rejection } from '../errors.ts';
import { type Author, type EventCaller, hasAccess, noEvent, requireRole } from './access.ts';
import { changedItems } from './changed-items.ts';
import {
  type Event,
  referenceTo,
  requireSize,
  type WriteOptions,
  type WrittenEvent,
  withBudgets,
  withNextVersions,
} from './event.ts';
import { isRestorable } from './head.ts';
import { type FoundEvent, findEvent, foundIn, getFound } from './repository.ts';

/** A version that a caller names. One that is named weakly never matches. */
type NamedVersion = number | { weak: number };

/** The versions of which a caller accepts one; `undefined` accepts any. */
export type NamedVersions = readonly NamedVersion[] | undefined;

interface EventChange<Result> extends WriteOptions<WrittenEvent, Result> {
  /**
   * Decides what becomes of the event: `undefined` deletes it, and the same object leaves it as it is. Budgets that don't change
   * stay the same objects. Knows nothing but the event, because it may be called again on a newer one, and leaves versions and
   * sums to the write. Throws a `Rejection`.
   */
  decide: (event: Event) => Event | undefined;
  /** Changes of other items, or conditions on them, in the same transaction. */
  others?: Change[];
  /** Awaited before the first decision, when the caller's role suffices. May throw, such as `too_many`. */
  admit?: (() => Promise<void>) | undefined;
  /** True if nothing is written. */
  isDryRun?: boolean | undefined;
}

/**
 * Changes the caller's own event, or else the one that is shared with the caller under this id. The decision sees all of it, so
 * the write requires that nothing of it has changed. Throws a `Rejection`.
 */
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

/** Throws `changed` if it has none of these versions, or `weak` if it has one that is named weakly. */
export function requireVersion({ version }: { version: number }, versions: NamedVersions): void {
  if (!versions || versions.includes(version)) return;
  const isNamed = versions.some((named) => typeof named !== 'number' && named.weak === version);
  throw isNamed ? new Rejection('weak') : new Rejection('changed');
}

/** The event to write, and by whom. */
interface WriteAccess {
  /** `undefined` for what is to leave nothing of its account. */
  author: Author | undefined;
  find: () => Promise<FoundEvent | undefined>;
  /** Throws a `Rejection`. Left out for an author who needs no role, such as the invited, even in the trash. */
  requireAllowed?: (event: Event) => void;
}

/** An event in the caller's trash. */
export const inOwnTrash = (caller: Author, eventId: number): WriteAccess => ({
  author: caller,
  find: () => getFound({ ownerId: caller.accountId, eventId }),
  requireAllowed: (event) => {
    if (!isRestorable(event)) throw noEvent();
  },
});

/** The caller's own event, or else the one that is shared with the caller, if the role suffices and a version is one of these. */
export const openTo = (caller: EventCaller, eventId: number, versions?: NamedVersions): WriteAccess => ({
  author: caller,
  find: () => findEvent(caller, eventId, getFound),
  requireAllowed: (event) => {
    if (!hasAccess(caller.accountId, event)) throw noEvent();
    requireRole(caller, event);
    requireVersion(event, versions);
  },
});

/** A write of an event: its decision is repeated until it is written. */
interface Writing<Result> extends Pick<EventChange<Result>, 'idempotencyRecord' | 'admit'> {
  /** The changes, first that of the event's item. None leave it as it is. */
  decide: (found: FoundEvent, writeId: string) => Decision<Result>;
}

export async function writeEvent<Result>(
  { find, requireAllowed }: WriteAccess,
  { decide, idempotencyRecord, admit }: Writing<Result>,
): Promise<Result> {
  let reference: EventReference | undefined;
  // First at its former key, because members who leave don't find it again. It may have got another owner.
  const read = async () => {
    const found = (reference && (await getFound(reference))) ?? (await find());
    reference = found && referenceTo(found.event);
    return found;
  };
  return changeItem({
    read,
    parse: foundIn,
    missing: noEvent,
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
      const ofEvent = changes.length > 0 ? changes : [unchanged(found.event)];
      return { ...decided, changes: [...ofEvent, idempotencyRecord(result)] };
    },
  });
}

const unchanged = (event: Event): Change =>
  new Check(eventKey(referenceTo(event))).require(equals(versionPath, event.version));
