import * as z from 'zod/mini';
import { getLinksOwner, hasCredentialsVersion, type LinksOwner } from '../accounts/person.ts';
import { type Role, role } from '../auth/roles.ts';
import type { linkItem } from '../auth/share-token.ts';
import { accountIdIn, type EventReference, eventIdIn } from '../dynamodb/keys.ts';
import { OldEventError } from '../errors.ts';
import { nowInSeconds } from '../instant.ts';
import { DEFAULT_DIGITS, type Digits, digits } from '../money/amount.ts';

/** Detail that a share link shows: each budget, or only the sums of each category. */
export const shows = z.enum(['budgets', 'categories']);

/** The share link of an event, in its head. */
export const shareLink = z.object({
  /** 8 random bytes in hex. */
  id: z.string(),
  /** SHA-256 of its token's secret, in hex. */
  hash: z.string(),
  shows,
  /** Unix time in seconds. */
  end: z.int(),
  /** The `links_epoch` that the account of its creator had then. Once the account has another one, the link has ended. */
  links_epoch: z.int(),
});

export type ShareLink = z.output<typeof shareLink>;

/** Returns whether a share link of an owner works. */
export const isLinkActive = ({ end, links_epoch }: ShareLink, owner: LinksOwner): boolean =>
  end > nowInSeconds() && hasCredentialsVersion(owner, links_epoch);

/**
 * Events without the share links that have ended: the owner's account decides on that. Reads each owner of an event with a
 * link once.
 */
export async function withLivingLinks<Event extends { ownerId: string; share_link?: ShareLink | undefined }>(
  events: Event[],
): Promise<Event[]> {
  const ownerIds = new Set(events.flatMap(({ ownerId, share_link }) => (share_link ? ownerId : [])));
  const owners = new Map(
    await Promise.all([...ownerIds].map(async (ownerId) => [ownerId, await getLinksOwner(ownerId)] as const)),
  );
  return events.map((event) => {
    const { ownerId, share_link } = event;
    const owner = owners.get(ownerId);
    const lives = share_link && owner && isLinkActive(share_link, owner);
    return lives ? event : { ...event, share_link: undefined };
  });
}

/** Item of a share link. */
export const toLinkItem = (
  { ownerId, eventId }: EventReference,
  { hash, links_epoch, end }: ShareLink,
): z.output<typeof linkItem> => ({
  hash,
  owner_id: ownerId,
  event_id: eventId,
  links_epoch,
  expires_at: end,
});

/** The members of an event by account id, with short names, because the index `heads` projects it. */
export const roleMap = z.record(
  z.string(),
  z.object({
    /** Role. */
    r: role,
    /** Id of the membership. */
    m: z.int(),
    /** Since when, in Unix time (seconds). */
    s: z.int(),
  }),
);

/** The role of another account than the owner's in an event. */
export interface Membership {
  id: number;
  accountId: string;
  role: Role;
  /** Unix time in seconds. */
  since: number;
}

export const membershipsIn = (roles: z.output<typeof roleMap>): Membership[] =>
  Object.entries(roles).map(([accountId, { m, r, s }]) => ({ id: m, accountId, role: r, since: s }));

/** Stored form of the members. */
export const storedRoles = (members: Membership[]): z.output<typeof roleMap> =>
  Object.fromEntries(
    members.map(({ accountId, id, role, since }) => [accountId, { r: role, m: id, s: since }]),
  );

/** Fields of an event that a person sets. */
export const eventFields = z.object({
  name: z.string(),
  description: z.string(),
  event_date: z.string(),
  /** ISO 4217. */
  currency: z.optional(z.string()),
  /** The fractional digits of all amounts, which are in minor units. Set together with the currency. */
  digits: z.optional(digits),
  limit_cents: z.optional(z.int()),
  guests: z.optional(z.int()),
});

export type EventFields = z.output<typeof eventFields>;

export const fieldsOfEvent = (event: EventFields): EventFields => eventFields.parse(event);

const storedHead = z.extend(eventFields, {
  /** Sums of its budgets, by `headSums`. Those with a default may be left out. */
  budgets_count: z.int(),
  total_cents: z.int(),
  spent_cents: z.int(),
  to_pay_cents: z._default(z.int(), () => {
    throw new OldEventError();
  }),
  income_cents: z.int(),
  to_receive_cents: z._default(z.int(), 0),
  estimates_count: z._default(z.int(), 0),
  estimate_cents: z._default(z.int(), 0),
  paid_count: z._default(z.int(), 0),
  /** Number of amounts left to pay or to receive on each day. A day may have none left. */
  open_days: z.record(z.string(), z.int()),
  /** Raised by every write to the event or its budgets. */
  version: z.int(),
  /** Raised by every write that may change more than one budget, or deletes one. */
  frame: z.int(),
  /** Unix time of the last write, in milliseconds. */
  updated_at: z.int(),
  /** Unix time of its deletion, in milliseconds, while it is in the trash. */
  deleted_at: z.optional(z.int()),
  /** The first version whose write the history shows, since it was cleared. */
  history_from: z.optional(z.int()),
  share_link: z.optional(shareLink),
  /** The id of the ownership offer by which its owner got it, if one did. */
  offer_id: z.optional(z.int()),
  roles: roleMap,
});

/** The projection of an event in the index `heads`: everything but its budgets and invitations. */
const headItem = z.object({ PK: z.string(), SK: z.string(), head: storedHead });

type StoredHead = z.output<typeof storedHead>;

/** An event as a list has it. Amounts are in minor units of its currency. */
export interface EventHead extends Omit<StoredHead, 'digits' | 'roles'> {
  id: number;
  /** The id of its owner's account. */
  ownerId: string;
  digits: Digits;
  members: Membership[];
}

/** The head of the event that an item is. */
export function headIn(item: unknown): EventHead {
  const { PK, SK, head } = headItem.parse(item);
  const { roles, ...fields } = head;
  return {
    ...fields,
    id: eventIdIn(SK),
    ownerId: accountIdIn(PK),
    digits: head.digits ?? DEFAULT_DIGITS,
    members: membershipsIn(roles),
  };
}

export const isInTrash = ({ deleted_at }: Pick<EventHead, 'deleted_at'>): boolean => deleted_at !== undefined;

const DAYS_IN_TRASH = 30;

/** Until when an event that was deleted then can be restored. Both are Unix times in milliseconds. */
export const expiryOf = (deletedAt: number): number => deletedAt + DAYS_IN_TRASH * 86_400_000;

/** Returns whether an event was deleted and can be restored. DynamoDB removes it some time after that. */
export const isRestorable = ({ deleted_at }: Pick<EventHead, 'deleted_at'>): boolean =>
  deleted_at !== undefined && expiryOf(deleted_at) > Date.now();

/** The version of a new event. */
export const FIRST_EVENT_VERSION = 1;
