import * as z from 'zod/mini';
import { getLinksOwner, hasCredentialsVersion, type LinksOwner } from '../accounts/person.ts';
import type { linkItem } from '../auth/share-token.ts';
import type { EventReference } from '../dynamodb/keys.ts';
import { nowInSeconds } from '../instant.ts';

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
