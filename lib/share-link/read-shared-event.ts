import { getLinksOwner } from '../accounts/person.ts';
import type { LinkTarget } from '../auth/share-token.ts';
import { Rejection } from '../errors.ts';
import type { Event } from '../plan/event.ts';
import { getEvent } from '../plan/repository.ts';
import { isLinkAlive, type ShareLink } from '../plan/share-link.ts';

/**
 * The event that a share link shows. Throws `unauthorized` if the event doesn't name this link, or has been deleted, or its
 * owner has ended the link, is blocked or leaving.
 */
export async function readSharedEvent({
  linkId,
  event,
}: LinkTarget): Promise<Event & { share_link: ShareLink }> {
  const [found, owner] = await Promise.all([getEvent(event), getLinksOwner(event.ownerId)]);
  const link = found?.share_link;
  if (!link || link.id !== linkId || !owner || !isLinkAlive(link, owner)) throw new Rejection('unauthorized');
  return { ...found, share_link: link };
}
