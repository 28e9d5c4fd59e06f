import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { type Change, firstWriteIds } from '../dynamodb/changes.ts';
import { storedBytesOf } from '../dynamodb/item-size.ts';
import type { EventReference } from '../dynamodb/keys.ts';
import { eventTooLarge, MAX_EVENT_KB, Rejection } from '../errors.ts';
import { nextId, timeOf } from '../id.ts';
import { atMostDigits, DEFAULT_DIGITS, maxOf, maxUnitsOf } from '../money/amount.ts';
import { problem } from '../problem.ts';
import { type Author, storedAuthor } from './access.ts';
import { type Budget, productOf } from './budget.ts';
import {
  type EventFields,
  type EventHead,
  expiryOf,
  FIRST_EVENT_VERSION,
  fieldsOfEvent,
  headIn,
  isInTrash,
  storedRoles,
} from './head.ts';
import { type Invitation, invitationMap, invitationsIn, storedInvitations } from './invitation.ts';
import { budgetsIn, byId, storedBudget, storedMap } from './stored-budget.ts';
import { headSums, storedSums } from './sums.ts';

export const MAX_BUDGETS = 500;

export interface Event extends EventHead {
  /** Oldest first. A write gives the event their sums. */
  budgets: Budget[];
  /** Includes expired ones. */
  invitations: Invitation[];
}

export const referenceTo = ({ ownerId, id }: Pick<Event, 'ownerId' | 'id'>): EventReference => ({
  ownerId,
  eventId: id,
});

/** The same object if it has none. */
export const withoutLink = (event: Event): Event =>
  event.share_link === undefined ? event : { ...event, share_link: undefined };

export type Sharing = Pick<Event, 'ownerId' | 'members' | 'invitations' | 'deleted_at'>;

const eventItem = z.object({ budgets: storedMap, invitations: invitationMap });

/** It may be in the trash. */
export function eventIn(item: unknown): Event {
  const stored = eventItem.parse(item);
  const head = headIn(item);
  return {
    ...head,
    budgets: budgetsIn(stored.budgets, head.digits),
    invitations: invitationsIn(stored.invitations),
  };
}

export const newEventOf = (
  ownerId: string,
  { digits = DEFAULT_DIGITS, ...fields }: EventFields,
  budgets: Budget[] = [],
): Event => {
  const id = nextId();
  return {
    ...fields,
    id,
    ownerId,
    digits,
    ...headSums(budgets),
    budgets,
    members: [],
    invitations: [],
    version: FIRST_EVENT_VERSION,
    frame: 0,
    updated_at: timeOf(id),
  };
};

export const withBudgets = (event: Event, budgets: Budget[]): Event => ({
  ...event,
  ...headSums(budgets),
  budgets,
});

export const hasOtherFields = ({ before, after }: Record<'before' | 'after', Event>): boolean =>
  !isDeepStrictEqual(fieldsOfEvent(before), fieldsOfEvent(after));

/** Hides all writes from the history, even this one. The recorder has them erased. */
export const withoutHistory = (event: Event): Event => ({ ...event, history_from: event.version + 2 });

/** Fields of the head besides versions, members and sums. */
export const storedFields = (event: Event) => ({
  ...fieldsOfEvent(event),
  digits: event.currency === undefined ? undefined : event.digits,
  deleted_at: event.deleted_at,
  history_from: event.history_from,
  share_link: event.share_link,
  offer_id: event.offer_id,
});

/** Events in the trash have negative ids in the index. */
const storedPlace = ({ id, deleted_at }: Event) =>
  deleted_at === undefined
    ? { head_id: id }
    : { head_id: -id, expires_at: Math.ceil(expiryOf(deleted_at) / 1_000) };

export const storedBudgets = ({ budgets }: Event) =>
  Object.fromEntries(budgets.map((budget) => [budget.id, storedBudget(budget)]));

/** The client leaves out `undefined` fields. */
export function storedEvent(event: Event) {
  return {
    ...storedPlace(event),
    head: {
      ...storedFields(event),
      ...storedSums(event),
      version: event.version,
      frame: event.frame,
      updated_at: event.updated_at,
      roles: storedRoles(event.members),
    },
    budgets: storedBudgets(event),
    invitations: storedInvitations(event.invitations),
  };
}

export const itemOf = (event: Event, writeId: string, author: Author) => ({
  ...storedEvent(event),
  writes: firstWriteIds(writeId),
  author: storedAuthor(author),
});

export interface WriteOptions<Written, Result> {
  /** Makes the result of what was decided, which may be decided again. What is deleted is as it was. */
  reply: (written: Written) => Result;
  /** Stores the result under the request's `Idempotency-Key`, together with the write. */
  idempotencyRecord?: ((result: Result) => Change) | undefined;
}

export interface WrittenEvent {
  before: Event;
  after: Event;
}

/** Completes a decided event: its sums, its next version, and those of the budgets that are other objects than before. */
export function withNextVersions(before: Event, decided: Event): Event {
  const updated_at = Date.now();
  const was = new Map(before.budgets.map((budget) => [budget.id, budget]));
  const budgets = decided.budgets.map((is) => {
    const budget = was.get(is.id);
    return !budget || budget === is ? is : { ...is, version: budget.version + 1, updated_at };
  });
  // The order in which a read returns them.
  return { ...withBudgets(decided, budgets.sort(byId)), version: before.version + 1, updated_at };
}

const eventFull = () =>
  new Rejection('conflict', {
    field: 'budgets',
    problem: problem('full', 'An event can have at most {maximum} budgets.', { maximum: MAX_BUDGETS }),
  });

export const createBudgetConflicts = [eventFull, eventTooLarge];

/** Throws `not_found`. */
export function budgetIn(event: Event, id: number): Budget {
  const budget = event.budgets.find((each) => each.id === id);
  if (!budget) throw new Rejection('not_found');
  return budget;
}

/** Throws `conflict` if they are too many. Leaves the sums to the write. */
export function withAllBudgets(event: Event, budgets: Budget[]): Event {
  if (budgets.length > MAX_BUDGETS) throw eventFull();
  return { ...event, budgets };
}

export function writtenBudgetsOf({ before, after }: WrittenEvent): Budget[] {
  const was = new Set(before.budgets);
  return after.budgets.filter((budget) => !was.has(budget));
}

const MAX_BYTES = MAX_EVENT_KB * 1_024;

/** Size as DynamoDB counts it, without the members. */
const bytesOf = (event: Event): number => storedBytesOf([storedFields(event), storedBudgets(event)]);

/** A consistent read takes a unit for each 4 KB. */
export const readUnitsOf = (event: Event): number => Math.ceil(storedBytesOf(storedEvent(event)) / 4_096);

/** Throws `conflict` if an event is larger than allowed, and than it was before. Any may be put in the trash. */
export function requireSize(event: Event, before?: Event): void {
  if (isInTrash(event)) return;
  // Its JSON is longer than what DynamoDB counts, and measured in a fifth of the time.
  if (Buffer.byteLength(JSON.stringify(event)) <= MAX_BYTES) return;
  const bytes = bytesOf(event);
  if (bytes > MAX_BYTES && (!before || bytes > bytesOf(before))) throw eventTooLarge();
}

const invalidGuests = ({ name, digits }: Budget, isTooLarge: boolean): Error =>
  new Rejection('invalid', {
    field: 'guests',
    problem: isTooLarge
      ? problem('too_large', 'make {name} too large (maximum is {maximum})', { name, maximum: maxOf(digits) })
      : problem('too_precise', `must give {name} an amount with ${atMostDigits(digits)}`, {
          name,
          maximum: digits,
        }),
  });

/** Sets the amounts that follow from units and guests. Throws this error if one is too large, or too precise. */
export const budgetsFor = (guests: number, budgets: Budget[], errorOf = invalidGuests): Budget[] =>
  budgets.map((budget) => {
    const { unit_cents, digits } = budget;
    if (unit_cents === undefined) return budget;
    const amount_cents = productOf({ ...budget, unit_cents }, guests);
    if (amount_cents === budget.amount_cents) return budget;
    const isTooLarge = amount_cents > maxUnitsOf(digits);
    if (isTooLarge || !Number.isInteger(amount_cents)) throw errorOf(budget, isTooLarge);
    return { ...budget, amount_cents };
  });
