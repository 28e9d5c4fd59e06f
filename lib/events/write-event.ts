import * as z from 'zod/mini';
import type { Change } from '../dynamodb/changes.ts';
import { type Attributes, getItem, ifAvailable } from '../dynamodb/items.ts';
import { eventKey } from '../dynamodb/keys.ts';
import { newMark, REMEMBERED_WRITES } from '../dynamodb/marks.ts';
import { Failure, pauseAfter, send } from '../dynamodb/send.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidFieldsError,
  NotFoundError,
  PreconditionError,
  RetryLaterError,
} from '../errors.ts';
import type { EventAccess, EventCaller } from './access.ts';
import { noEvent, type Target } from './event-update.ts';
import { type FoundItem, findItem, findShared, isMember } from './read-event.ts';

/** How to write an event. */
interface Write<Known, Result> {
  /** What decisions know of an event's item. */
  parse: (item: unknown) => Known;
  /**
   * Decides what to change in the event as it was found. Does no I/O. Throws a `RefusalError`. `isResent` says that an
   * earlier attempt may have been done.
   */
  decide: (target: Target, event: Known, isResent: boolean) => Decision<Result>;
  /** Throws a `RefusalError` for input that is wrong in any case, before the answer is that there is no event. */
  checkWithoutEvent?: () => void;
  /** Reads the event's item again. For decisions on all of it, which another write makes useless. */
  readAgain?: () => Promise<Attributes | undefined>;
  /** Whether to return the event as well. */
  returnsEvent?: boolean | undefined;
}

/** How to write an event that wasn't read yet: what the decision assumes, the change requires. */
interface AssumingWrite<Known, Result> extends Write<Known, Result> {
  decide: (target: Target, event?: Known) => Decision<Result>;
}

/** What a request may ask of a write. */
export interface WriteHeaders {
  /** The versions of which the event or budget must have one, or any if undefined. */
  'if-match'?: number[] | undefined;
  /** Whether to return the event after the write. */
  prefer?: boolean | undefined;
}

interface Decision<Result> {
  /** The first one is that of the event. Nothing is sent if there are none. */
  changes?: readonly [Change, ...Change[]];
  result: Result;
  /** Throws a `RefusalError` for what no condition can say. Called if the event meets all conditions. */
  check?: () => void;
  /** Whether what is missing after a resend was deleted by an earlier attempt. */
  isDeletion?: boolean;
  /** Whether the changes are checked only. */
  isDryRun?: boolean;
}

/** What was written, and which version the event got by it. It isn't known of a transaction. */
interface Written<Result> {
  result: Result;
  version: number | undefined;
  /** The event after the write, and maybe after later ones. Only if asked for, and if the caller may still see it. */
  after?: FoundItem | undefined;
}

/** The version of an event after a write of that item alone. */
export function versionOf({ version }: Written<unknown>): number {
  if (version === undefined) throw new Error('A transaction tells no version');
  return version;
}

/** Writes to the caller's own event, or else to the one that is shared with the caller under this id. */
export const writeEvent = <Known, Result>(
  caller: EventCaller,
  eventId: number,
  write: AssumingWrite<Known, Result>,
): Promise<Written<Result>> =>
  decideAndSend({ ownerId: caller.accountId, eventId }, write, write.decide, () =>
    findShared(caller, eventId),
  );

/** Writes to an event that wasn't read. */
export const writeUnread = <Known, Result>(
  event: EventAccess,
  write: AssumingWrite<Known, Result>,
): Promise<Written<Result>> => decideAndSend(event, write, write.decide);

/** Writes to an event that was read. */
export const writeFound = <Known, Result>(
  { event, item }: FoundItem,
  write: Write<Known, Result>,
): Promise<Written<Result>> => decideAndSend(event, write, (target) => decideOn(item, target, write, false));

/** Reads the caller's own event, or else the shared one with this id, and writes it by a decision on all of it. */
export async function writeRead<Known, Result>(
  caller: EventCaller,
  eventId: number,
  write: Write<Known, Result>,
): Promise<Written<Result>> {
  const found = await findItem(caller, eventId);
  if (!found) throw missing(write);
  return writeFound(found, { ...write, readAgain: () => getItem(eventKey(found.event)) });
}

/** How often a write is sent while others are faster. With the pauses, that takes about as long as a call may. */
export const MAX_DECISIONS = 24;

/** Decides, sends, and decides again on what is stored if a condition failed. */
async function decideAndSend<Known, Result>(
  event: EventAccess,
  write: Write<Known, Result>,
  decideFirst: (target: Target) => Decision<Result>,
  findElsewhere: () => Promise<EventAccess | undefined> = async () => undefined,
): Promise<Written<Result>> {
  let target: Target = { ...event, mark: newMark() };
  let decision = decideFirst(target);
  let isResent = false;
  let failures = 0;
  let found: Attributes | undefined;
  const written = (result: Result, version?: number, item?: Attributes): Written<Result> => ({
    result,
    version,
    after: write.returnsEvent && item && isMember(target, item) ? { event: target, item } : undefined,
  });
  for (let round = 1; round <= MAX_DECISIONS; round += 1) {
    const { changes, result, isDeletion, isDryRun } = decision;
    if (isDryRun) return written(result);
    if (!changes) return written(result, undefined, found);
    const [change, ...others] = changes;
    if (write.returnsEvent) change.returnValues = 'ALL_NEW';
    const outcome = await send(change, ...others).catch((error: unknown) => {
      throw isResent ? afterResend(error, undefined) : error;
    });
    if (!(outcome instanceof Failure)) {
      // A transaction returns nothing.
      const isUnread = write.returnsEvent && others.length > 0;
      const item = isUnread ? await ifAvailable(getItem(eventKey(target))) : outcome;
      return written(result, versionIn(outcome), item);
    }
    isResent ||= outcome.isResent;
    found = outcome.itemOf(change);
    if (!found && outcome.includes(change)) {
      const elsewhere = target.member ? undefined : await findElsewhere();
      if (!elsewhere && isDeletion && isResent) return written(result);
      if (!elsewhere) throw missing(write);
      [target, isResent] = [{ ...elsewhere, mark: target.mark }, false];
      decision = decideFirst(target);
      continue;
    }
    const version = found && versionBy(target.mark, found);
    if (version !== undefined) return written(result, version, found);
    if (found && change.isMetBy(found)) throw new Error('A condition failed for an unknown reason');
    // The first time, an assumption was wrong, or somebody was faster.
    if (failures > 0) {
      await pauseAfter(failures);
      found &&= (await write.readAgain?.()) ?? found;
    }
    try {
      if (found) decision = decideOn(found, target, write, isResent);
      throwFirst(outcome.refusalsOf(...others));
    } catch (error) {
      const meaning = isResent ? afterResend(error, found) : error;
      if (isResent && isDeletion && meaning instanceof NotFoundError)
        return written(result, undefined, found);
      throw meaning;
    }
    failures += 1;
  }
  throw new RetryLaterError('The event was changed in every round');
}

/** Decides on an event as it was found. Throws the first refusal of what it doesn't meet. */
function decideOn<Known, Result>(
  found: Attributes,
  target: Target,
  write: Write<Known, Result>,
  isResent: boolean,
): Decision<Result> {
  if (!isMember(target, found)) throw missing(write, new MembershipEndedError());
  const decision = write.decide(target, write.parse(found), isResent);
  throwFirst(decision.changes?.[0].refusalsFor(found) ?? []);
  decision.check?.();
  return decision;
}

/** The error for an event that isn't there, unless the input is wrong in any case. */
function missing<Known, Result>({ checkWithoutEvent }: Write<Known, Result>, error = noEvent()): Error {
  checkWithoutEvent?.();
  return error;
}

const writtenAttributes = z.object({ head: z.object({ version: z.int() }) });

const versionIn = (attributes: Attributes): number | undefined =>
  writtenAttributes.safeParse(attributes).data?.head.version;

const writtenItem = z.object({ head: z.object({ version: z.int() }), writes: z.array(z.string()) });

/** The version that an event got by the write with a mark; `undefined` if that is not among its last writes. */
function versionBy(mark: string, item: Attributes): number | undefined {
  const { head, writes } = writtenItem.parse(item);
  const age = writes.indexOf(mark);
  return age < 0 ? undefined : head.version - age;
}

/** To somebody who isn't a member any more, there is no event. */
class MembershipEndedError extends NotFoundError {
  override name = 'MembershipEndedError';
}

/** The order of refusals if there are several reasons. */
const ORDER = [NotFoundError, ForbiddenError, PreconditionError, ConflictError];

function throwFirst(refusals: Error[]): void {
  const rankOf = (refusal: Error) => ORDER.findIndex((kind) => refusal instanceof kind);
  const [first] = refusals.toSorted((one, other) => rankOf(one) - rankOf(other));
  if (first) throw first;
}

/** States that may be as the write needs them again, when an earlier attempt arrives. */
const PASSING = [MembershipEndedError, ForbiddenError, ConflictError, InvalidFieldsError];

/** What a refusal means if an earlier attempt was not answered: whether it was done is not known, or will not be. */
function afterResend(refusal: unknown, item: Attributes | undefined): unknown {
  const unknown = new RetryLaterError('An earlier attempt may have been done, or may still be');
  if (PASSING.some((kind) => refusal instanceof kind)) return unknown;
  if (!(refusal instanceof PreconditionError) || !item) return refusal;
  const { version } = writtenItem.parse(item).head;
  const oldest = version - REMEMBERED_WRITES;
  // What names no version is -1.
  const isOpen = (named: number) => named > version || (named >= 0 && named < oldest);
  return refusal.versions.some(isOpen) ? unknown : refusal;
}
