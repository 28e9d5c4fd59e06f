import { randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { getItem } from '../dynamodb/items.ts';
import { type EventReference, linkKey } from '../dynamodb/keys.ts';
import { nowInSeconds } from '../instant.ts';
import { newOpaqueToken, PREFIXES, parseToken } from './opaque-token.ts';

/** Makes the token of a new share link. It has the link's id, and names no account. */
export function newShareToken(): { text: string; id: string; hash: string } {
  const id = randomBytes(8).toString('hex');
  const { text, hash } = newOpaqueToken(PREFIXES.shareLink, id);
  return { text, id, hash: hash.toString('hex') };
}

export const linkItem = z.object({
  /** SHA-256 of the token's secret, in hex. */
  hash: z.string(),
  owner_id: z.string(),
  event_id: z.int(),
  /** The same as in the event. Items of version 0.4.0 have none. */
  links_epoch: z.optional(z.int()),
  /** Unix time in seconds. DynamoDB deletes the item some time later. */
  expires_at: z.int(),
});

/** The event to which a share link leads. It grants nothing: the event itself names its link. */
export interface LinkTarget {
  linkId: string;
  credentialsVersion: number | undefined;
  event: EventReference;
}

/** Returns the event of a share link's token, or `undefined` if the token is invalid or the link has ended. */
export async function verifyShareToken(text: string): Promise<LinkTarget | undefined> {
  const parsed = parseToken(text);
  if (parsed?.prefix !== PREFIXES.shareLink) return undefined;
  const linkId = parsed.ids;
  const item = await getItem(linkKey(linkId));
  if (!item) return undefined;
  const { hash, owner_id, event_id, links_epoch, expires_at } = linkItem.parse(item);
  if (expires_at <= nowInSeconds() || !timingSafeEqual(Buffer.from(hash, 'hex'), parsed.hash))
    return undefined;
  return { linkId, credentialsVersion: links_epoch, event: { ownerId: owner_id, eventId: event_id } };
}
