import * as z from 'zod/mini';
import { changeItem } from '../dynamodb/change-item.ts';
import type { Change } from '../dynamodb/changes.ts';
import { type Attributes, getItem, ifAvailable } from '../dynamodb/items.ts';
import { type EventReference, eventKey } from '../dynamodb/keys.ts';
import { PreconditionError, WeakVersionError } from '../errors.ts';
import type { Author } from './author.ts';
import { type EventCaller, isInvolved, noEvent, requireRole } from './caller.ts';
import { changedItems } from './changed-items.ts';
import { type Event, eventIn } from './event.ts';
import { requireSize } from './event-size.ts';
import { findEvent } from './read-event.ts';
import { isRestorable } from './trashed.ts';

/**
 * Decides what becomes of an event: `undefined` deletes it, and the same object leaves it as it is. Knows nothing but the
 * event, because it may be called again on a newer one. If it changes a few budgets, it may look only at them and the frame.
 * Otherwise set `needsVersion`. Throws a `RefusalError`.
 */
type DecideEvent<Result> = (event: Event) => { event: Event | undefined; result: Result };

/** A version that a caller names. One that is named weakly never matches. */
export type NamedVersion = number | { weak: number };

/** What a request may ask of a write. */
export interface WriteHeaders {
  /** The versions of which the event or budget must have one, or any if undefined. */
  'if-match'?: readonly NamedVersion[] | undefined;
  /** Whether to return the event after the write. */
  prefer?: boolean | undefined;
}

interface ChangeOptions<Result> {
  /** Of the event, as `if-match` names them. */
  versions?: WriteHeaders['if-match'];
  /** Whether more was decided on than the frame and the changed budgets. */
  needsVersion?: boolean;
  /** As `prefer` asks for it. */
  returnsEvent?: WriteHeaders['prefer'];
  /** What is required of other items, or changed in them, together with the write. */
  others?: Change[];
  /** Stores the result under the request's `Idempotency-Key`, together with the write. */
  claim?: ((result: Result) => Change) | undefined;
  /** Awaited before the first decision, when the caller's role suffices. May throw, such as `RateLimitError`. */
  admit?: (() => Promise<void>) | undefined;
  /** Whether nothing is written. */
  isDryRun?: boolean | undefined;
}

interface ChangedEvent<Result> {
  result: Result;
  /** The event after the write, and maybe after later ones. Only if asked for, and if the caller may still see it. */
  event?: Event | undefined;
}

/** Changes the caller's own event, or else the one that is shared with the caller under this id. Throws a `RefusalError`. */
export async function changeEvent<Result>(
  caller: EventCaller,
  eventId: number,
  decide: DecideEvent<Result>,
  options: ChangeOptions<Result> = {},
): Promise<ChangedEvent<Result>> {
  const requireAllowed = (event: Event) => {
    if (!isInvolved(caller.accountId, event)) throw noEvent();
    requireRole(caller, event);
    requireVersion(event, options.versions);
  };
  const read = () => findEvent(caller, eventId, getFound);
  const { result, event } = await change(caller, read, requireAllowed, decide, options);
  const isVisible = event && isInvolved(caller.accountId, event);
  return { result, event: isVisible ? event : undefined };
}

/** Changes an event in the caller's trash. Throws a `RefusalError`. */
export async function changeTrashed(
  caller: Author,
  eventId: number,
  decide: (event: Event) => Event | undefined,
  claim?: (result: undefined) => Change,
): Promise<void> {
  const requireRestorable = (event: Event) => {
    if (!isRestorable(event)) throw noEvent();
  };
  const read = () => getFound({ ownerId: caller.accountId, eventId });
  await change(caller, read, requireRestorable, (event) => ({ event: decide(event), result: undefined }), {
    claim,
  });
}

/**
 * Changes an event, even in the trash, for somebody who needs no role in it, such as the invited, or for nobody, as an erasure
 * does. `admit` is awaited before the first decision. Throws a `RefusalError`.
 */
export async function changeEventOf(
  author: Author | undefined,
  reference: EventReference,
  decide: (event: Event) => Event | undefined,
  admit?: () => Promise<void>,
): Promise<void> {
  const requireNothing = () => undefined;
  await change(
    author,
    () => getFound(reference),
    requireNothing,
    (event) => ({ event: decide(event), result: undefined }),
    { admit },
  );
}

/** Throws `PreconditionError` if it has none of these versions, or `WeakVersionError` if it has one that is named weakly. */
export function requireVersion(
  { version }: { version: number },
  versions: readonly NamedVersion[] | undefined,
): void {
  if (!versions || versions.includes(version)) return;
  const isNamed = versions.some((named) => typeof named !== 'number' && named.weak === version);
  throw isNamed ? new WeakVersionError() : new PreconditionError();
}

const writtenItem = z.object({ writes: z.array(z.string()) });

/** An event as it was read, and its item. */
function foundIn(item: Attributes) {
  const event = eventIn(item);
  return { item, event, version: event.version, writes: writtenItem.parse(item).writes };
}

async function getFound(reference: EventReference) {
  const item = await getItem(eventKey(reference));
  return item && foundIn(item);
}

async function change<Result>(
  author: Author | undefined,
  find: () => ReturnType<typeof getFound>,
  requireAllowed: (event: Event) => void,
  decide: DecideEvent<Result>,
  {
    versions,
    needsVersion = versions !== undefined,
    returnsEvent,
    isDryRun,
    ...options
  }: ChangeOptions<Result>,
): Promise<ChangedEvent<Result>> {
  const { others = [], claim } = options;
  let reference: EventReference | undefined;
  // Members who leave don't find the event again.
  const read = async () => {
    const found = await (reference ? getFound(reference) : find());
    reference ??= found && { ownerId: found.event.ownerId, eventId: found.event.id };
    return found;
  };
  const { result, written, found } = await changeItem({
    read,
    parse: foundIn,
    missing: noEvent,
    admit: async ({ event }) => {
      requireAllowed(event);
      await options.admit?.();
    },
    decide: ({ event: before, item }, mark) => {
      requireAllowed(before);
      const { event: after, result } = decide(before);
      if (after && after !== before) requireSize(after, before);
      if (isDryRun || (after === before && !claim)) return { changes: [], result };
      const [ofEvent, ...ofOthers] = changedItems({ before, item, after, mark, author, needsVersion });
      if (returnsEvent) ofEvent.returnValues = 'ALL_NEW';
      return { changes: [ofEvent, ...ofOthers, ...others, ...(claim ? [claim(result)] : [])], result };
    },
  });
  if (!returnsEvent || isDryRun) return { result };
  if (found) return { result, event: found.event };
  // A transaction returns nothing.
  const event = written && 'head' in written ? eventIn(written) : (await ifAvailable(read()))?.event;
  return { result, event };
}
