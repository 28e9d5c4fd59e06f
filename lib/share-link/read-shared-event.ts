import { getLinksOwner, hasCredentialsVersion } from '../accounts/person.ts';
import type { LinkTarget } from '../auth/share-token.ts';
import { getItem } from '../dynamodb/items.ts';
import { linkUnitsKey } from '../dynamodb/keys.ts';
import { countAttempt, requireBelowLimit } from '../dynamodb/rate-limit.ts';
import { Rejection } from '../errors.ts';
import { type Event, readUnitsOf } from '../plan/event.ts';
import { isLinkActive, type ShareLink } from '../plan/head.ts';
import { getEvent } from '../plan/repository.ts';

/** Read units of calls with one link. */
const LIMIT = { attempts: 3_000, windowSeconds: 60 };

/** Units that aren't counted, so that many guests can open the link of a small event at once. */
const FREE_UNITS = 8;

/**
 * The event that a share link shows. Throws `unauthorized` if the event doesn't name this link, or has been deleted, or its
 * owner has ended the link, is blocked or being deleted, and `too_many` at the limit. The event may be large, so it is read last.
 */
export async function readSharedEvent({
  linkId,
  credentialsVersion,
  event,
}: LinkTarget): Promise<Event & { share_link: ShareLink }> {
  const owner = await getLinksOwner(event.ownerId);
  if (!owner || !hasCredentialsVersion(owner, credentialsVersion ?? owner.links_epoch ?? 0))
    throw new Rejection('unauthorized');
  const found = await countedEvent(linkId, event);
  const link = found?.share_link;
  if (!link || link.id !== linkId || !isLinkActive(link, owner)) throw new Rejection('unauthorized');
  return { ...found, share_link: link };
}

async function countedEvent(linkId: string, reference: LinkTarget['event']): Promise<Event | undefined> {
  const counter = linkUnitsKey(linkId);
  requireBelowLimit(await getItem(counter), LIMIT);
  const event = await getEvent(reference);
  const units = event ? readUnitsOf(event) : 0;
  if (units > FREE_UNITS) await countAttempt(counter, LIMIT, units);
  return event;
}
