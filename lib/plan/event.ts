import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { EventReference } from '../dynamodb/keys.ts';
import { firstWriteIds } from '../dynamodb/write-ids.ts';
import { nextId, timeOf } from '../id.ts';
import { DEFAULT_DIGITS } from '../money/amount.ts';
import { type Author, storedAuthor } from './author.ts';
import type { Budget } from './budget.ts';
import {
  type EventFields,
  type EventHead,
  expiryOf,
  FIRST_EVENT_VERSION,
  fieldsOfEvent,
  headIn,
  storedRoles,
} from './head.ts';
import { type Invitation, invitationMap, invitationsIn, storedInvitations } from './invitation.ts';
import { budgetsIn, storedBudget, storedMap } from './stored-budget.ts';
import { type HeadSums, headSums } from './sums.ts';

export const MAX_BUDGETS = 500;

/** A person's event with all that belongs to it. */
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

/** The event without its share link: the same object if it has none. */
export const withoutLink = (event: Event): Event =>
  event.share_link === undefined ? event : { ...event, share_link: undefined };

/** With whom an event is shared. */
export type Sharing = Pick<Event, 'ownerId' | 'members' | 'invitations' | 'deleted_at'>;

const eventItem = z.object({ budgets: storedMap, invitations: invitationMap });

/** The event that an item is. It may be in the trash. */
export function eventIn(item: unknown): Event {
  const stored = eventItem.parse(item);
  const head = headIn(item);
  return {
    ...head,
    budgets: budgetsIn(stored.budgets, head.digits),
    invitations: invitationsIn(stored.invitations),
  };
}

/** A new event of an account. */
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

/** The event with these budgets instead of its own, and their sums. */
export const withBudgets = <Changed extends Event>(event: Changed, budgets: Budget[]): Changed => ({
  ...event,
  ...headSums(budgets),
  budgets,
});

/** Returns whether a write changed what a person sets of the event itself. */
export const hasOtherFields = ({ before, after }: Record<'before' | 'after', Event>): boolean =>
  !isDeepStrictEqual(fieldsOfEvent(before), fieldsOfEvent(after));

/** The event with a history of nothing that was written until now, not even this write. The recorder has it erased. */
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

/** Its place in the index, and its expiry in the table. Events in the trash have negative ids in the index. */
const storedPlace = ({ id, deleted_at }: Event) =>
  deleted_at === undefined
    ? { head_id: id }
    : { head_id: -id, expires_at: Math.ceil(expiryOf(deleted_at) / 1_000) };

export const storedBudgets = ({ budgets }: Event) =>
  Object.fromEntries(budgets.map((budget) => [budget.id, storedBudget(budget)]));

/** Stored form of the sums. */
export const storedSums = ({
  to_receive_cents,
  paid_count,
  estimates_count,
  estimate_cents,
  ...event
}: HeadSums) => ({
  budgets_count: event.budgets_count,
  total_cents: event.total_cents,
  spent_cents: event.spent_cents,
  to_pay_cents: event.to_pay_cents,
  income_cents: event.income_cents,
  open_days: event.open_days,
  ...(to_receive_cents !== 0 && { to_receive_cents }),
  ...(paid_count !== 0 && { paid_count }),
  ...(estimates_count > 0 && { estimates_count, estimate_cents }),
});

/** Stored form of an event. The client leaves out `undefined` fields. */
export function storedEvent(event: Event) {
  const { version, frame, updated_at } = event;
  return {
    ...storedPlace(event),
    head: {
      ...storedFields(event),
      ...storedSums(event),
      ...{ version, frame, updated_at, roles: storedRoles(event.members) },
    },
    budgets: storedBudgets(event),
    invitations: storedInvitations(event.invitations),
  };
}

/** A new item of an event, without its key. */
export const itemOf = (event: Event, writeId: string, author: Author) => ({
  ...storedEvent(event),
  writes: firstWriteIds(writeId),
  author: storedAuthor(author),
});
