import { randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { getItem } from '../dynamodb/items.ts';
import { type EventReference, linkKey } from '../dynamodb/keys.ts';
import { nowInSeconds } from '../instant.ts';
import { checksumOf, hashOf, newSecret } from './opaque-token.ts';

const ID_BYTES = 8;

/** The prefix, the link's id, the secret, and a CRC-32 of all before it, each in hex. It names no account. */
const FORMAT = /^(ebs_([0-9a-f]{16})([0-9a-f]{64}))([0-9a-f]{8})$/;

/** The token of a new share link: its text, which is nowhere else, the id of the link, and the token's hash. */
export function newShareToken(): { text: string; id: string; hash: string } {
  const id = randomBytes(ID_BYTES).toString('hex');
  const secret = newSecret();
  const unchecked = `ebs_${id}${secret}`;
  return { text: unchecked + checksumOf(unchecked), id, hash: hashOf(secret).toString('hex') };
}

/** The item of a share link. */
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
  const [, unchecked = '', linkId = '', secret = '', checksum] = FORMAT.exec(text) ?? [];
  if (checksum !== checksumOf(unchecked)) return undefined;
  const item = await getItem(linkKey(linkId));
  if (!item) return undefined;
  const { hash, owner_id, event_id, links_epoch, expires_at } = linkItem.parse(item);
  if (expires_at <= nowInSeconds() || !timingSafeEqual(Buffer.from(hash, 'hex'), hashOf(secret)))
    return undefined;
  return { linkId, credentialsVersion: links_epoch, event: { ownerId: owner_id, eventId: event_id } };
}
