import * as z from 'zod/mini';
import { getLinksOwner, hasCredentialsVersion, type LinksOwner } from '../accounts/person.ts';
import { type Role, role } from '../auth/roles.ts';
import type { linkItem } from '../auth/share-token.ts';
import { accountIdIn, type EventReference, eventIdIn } from '../dynamodb/keys.ts';
import { nowInSeconds } from '../instant.ts';
import { DEFAULT_DIGITS, type Digits, digits } from '../money/amount.ts';
import { sumFields } from './sums.ts';

/** Detail that a share link shows: each budget, or only the sums of each category. */
export const shows = z.enum(['budgets', 'categories']);

export const shareLink = z.object({
  /** 8 random bytes in hex. */
  id: z.string(),
  /** SHA-256 of its token's secret, in hex. */
  hash: z.string(),
  shows,
  /** Its own id, if it shows the owner's name. Version 0.4 keeps that of a link that it replaces. */
  show_owner: z.optional(z.string()),
  /** Unix time in seconds. */
  end: z.int(),
  /** The credentials version of its creator's account then. Once the account has another one, the link has ended. */
  links_epoch: z.int(),
});

export type ShareLink = z.output<typeof shareLink>;

export const showsOwner = ({ id, show_owner }: ShareLink): boolean => show_owner === id;

export const isLinkActive = ({ end, links_epoch }: ShareLink, owner: LinksOwner): boolean =>
  end > nowInSeconds() && hasCredentialsVersion(owner, links_epoch);

/** Leaves out the share links that have ended: the owner's account decides on that. Reads each owner once. */
export async function withActiveLinks<Head extends EventHead>(events: Head[]): Promise<Head[]> {
  const ownerIds = new Set(events.flatMap(({ ownerId, share_link }) => (share_link ? ownerId : [])));
  const owners = new Map(
    await Promise.all([...ownerIds].map(async (ownerId) => [ownerId, await getLinksOwner(ownerId)] as const)),
  );
  return events.map((event) => {
    const { ownerId, share_link } = event;
    const owner = owners.get(ownerId);
    const isActive = share_link && owner && isLinkActive(share_link, owner);
    return isActive ? event : { ...event, share_link: undefined };
  });
}

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
  ...sumFields.shape,
  /** Raised by every write to the event or its budgets. */
  version: z.int(),
  /** The structure's version: raised by every write that may change more than one budget, or deletes one. */
  frame: z.int(),
  /** Unix time of the last write, in milliseconds. */
  updated_at: z.int(),
  /** Unix time of its deletion, in milliseconds, while it is in the trash. */
  deleted_at: z.optional(z.int()),
  /** The first version whose write the history shows, since it was cleared. */
  history_from: z.optional(z.int()),
  share_link: z.optional(shareLink),
  /** The id of the ownership offer by which its owner got it. */
  offer_id: z.optional(z.int()),
  roles: roleMap,
});

/** An item of the index `heads`. */
const headItem = z.object({ PK: z.string(), SK: z.string(), head: storedHead });

/** An event as a list has it. Amounts are in minor units of its currency. */
export interface EventHead extends Omit<z.output<typeof storedHead>, 'digits' | 'roles'> {
  id: number;
  ownerId: string;
  digits: Digits;
  members: Membership[];
}

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

/** Returns until when a deleted event can be restored. Both are Unix times in milliseconds. */
export const expiryOf = (deletedAt: number): number => deletedAt + DAYS_IN_TRASH * 86_400_000;

/** DynamoDB removes the event some time after it can't be restored any more. */
export const isRestorable = ({ deleted_at }: Pick<EventHead, 'deleted_at'>): boolean =>
  deleted_at !== undefined && expiryOf(deleted_at) > Date.now();

export const FIRST_EVENT_VERSION = 1;
