import { activeSession, type SessionReference } from '../auth/session.ts';
import { newShareToken } from '../auth/share-token.ts';
import { endOf } from '../day.ts';
import { Rejection } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import type { EventCaller } from '../plan/access.ts';
import { changeEvent } from '../plan/change-event.ts';
import type { ShareLink } from '../plan/head.ts';
import type { ShareLinkInput } from './request.ts';

export interface CreatedLink {
  /** Its token, which is nowhere else. */
  text: string;
  link: ShareLink;
}

/** Creates the share link of the caller's event, and ends the one that it had. Throws a `Rejection`. */
export async function createShareLink(
  caller: EventCaller & SessionReference,
  eventId: number,
  { expires_on, shows }: ShareLinkInput,
): Promise<CreatedLink> {
  // A single read tells that the session is active and which credentials version the account has, so no link begins after both
  // have ended.
  const session = await activeSession(caller);
  if (!session) throw new Rejection('unauthorized');
  const { text, id, hash } = newShareToken();
  const link = {
    id,
    hash,
    shows,
    end: endOf(expires_on),
    links_epoch: session.credentialsVersion,
  };
  await changeEvent(caller, eventId, {
    decide: (event) => ({ ...event, share_link: link }),
    reply: () => undefined,
  });
  await queueNotice({ kind: 'share_link_created', account_id: caller.accountId, expires_on });
  return { text, link };
}
