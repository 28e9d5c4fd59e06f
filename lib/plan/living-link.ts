import { getLinksOwner } from '../accounts/person.ts';
import type { EventHead } from './head.ts';
import { isLinkAlive } from './share-link.ts';

/**
 * Events without the share links that have ended: the owner's account decides on that. Reads each owner of an event with a
 * link once.
 */
export async function withLivingLinks<Event extends Pick<EventHead, 'ownerId' | 'share_link'>>(
  events: Event[],
): Promise<Event[]> {
  const ownerIds = new Set(events.flatMap(({ ownerId, share_link }) => (share_link ? ownerId : [])));
  const owners = new Map(
    await Promise.all([...ownerIds].map(async (ownerId) => [ownerId, await getLinksOwner(ownerId)] as const)),
  );
  return events.map((event) => {
    const { ownerId, share_link } = event;
    const owner = owners.get(ownerId);
    const lives = share_link && owner && isLinkAlive(share_link, owner);
    return lives ? event : { ...event, share_link: undefined };
  });
}
