import * as z from 'zod/mini';
import { type Role, role } from '../auth/roles.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { headPath, sharingPath, versionPath } from '../dynamodb/keys.ts';
import { type Budget, budgetOf, storedBudget } from './budget.ts';
import { type EventHead, headOf, type Membership, membershipsIn, storedHead } from './head.ts';

/** The invitations in an event's item, by e-mail address. */
export const invitationMap = z.record(
  z.string(),
  z.object({
    /** Id of the invitation, and later of the membership. */
    i: z.int(),
    /** Role. */
    r: role,
    /** Since when, in Unix time (seconds). */
    s: z.int(),
  }),
);

const eventItem = z.object({
  head_id: z.int(),
  head: storedHead,
  budgets: z.record(z.string(), storedBudget),
  invitations: invitationMap,
});

/** The paths of the attributes that tell with whom an event is shared. */
export const SHARING_PATHS = [headPath('roles'), versionPath, sharingPath, ['invitations']];

const sharedItem = z.object({
  head: z.pick(storedHead, { version: true, sharing: true, roles: true }),
  invitations: invitationMap,
});

export interface Invitation {
  /** Also of the membership that it may become. */
  id: number;
  email: string;
  role: Role;
  /** Unix time in seconds. */
  since: number;
}

/** With whom an event is shared. */
export interface Sharing {
  version: number;
  /** Raised by every change of the members and the invited. */
  sharing: number;
  members: Membership[];
  /** Those that have expired as well. */
  invitations: Invitation[];
}

/** A person's event with all that belongs to it. */
export interface Event extends EventHead, Sharing {
  /** Oldest first. */
  budgets: Budget[];
}

/** The event that an item is. */
export function eventIn(item: unknown): Event {
  const { head_id, head, budgets, invitations } = eventItem.parse(item);
  const event = headOf(head_id, head);
  return {
    ...event,
    sharing: head.sharing,
    budgets: Object.entries(budgets)
      .map(([id, stored]) => budgetOf(Number(id), stored, event.digits))
      .sort((one, other) => one.id - other.id),
    invitations: invitationsIn(invitations),
  };
}

/** An event and its item. A write of all its budgets writes those that it doesn't change as they are stored. */
export interface EventWithItem {
  item: Attributes;
  event: Event;
}

export const eventWithItem = (item: unknown): EventWithItem => ({ item: Object(item), event: eventIn(item) });

/** With whom the event is shared that an item, or what was read of it, is. */
export function sharingIn(item: unknown): Sharing {
  const { head, invitations } = sharedItem.parse(item);
  const { version, sharing, roles } = head;
  return { version, sharing, members: membershipsIn(roles), invitations: invitationsIn(invitations) };
}

export const invitationsIn = (map: z.output<typeof invitationMap>): Invitation[] =>
  Object.entries(map).map(([email, { i, r, s }]) => ({ id: i, email, role: r, since: s }));
