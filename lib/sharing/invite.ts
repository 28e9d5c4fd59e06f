import { countNotice } from '../accounts/limits.ts';
import { findAccountId, getPerson } from '../accounts/person.ts';
import { type EventReference, invitationKey, invitationPath, invitationsKey } from '../dynamodb/keys.ts';
import { countAttempt } from '../dynamodb/rate-limit.ts';
import { put } from '../dynamodb/writes.ts';
import { type LimitExceededError, RetryLaterError } from '../errors.ts';
import { EventWrite, versionPath } from '../events/event-write.ts';
import type { Role } from '../events/roles.ts';
import { deleteInvitation } from '../events/traces.ts';
import { nextId } from '../id.ts';
import { queueNotice } from '../mail/queue.ts';
import { type Invitation, isOpen, toItem } from './invitation.ts';
import { conflictIn } from './invite-conflicts.ts';
import { getMembers, type SharedEvent } from './member-repository.ts';

const INVITATIONS = { attempts: 20, windowSeconds: 3_600 };
const MAX_TRIES = 5;

interface NewInvitation {
  email: string;
  role: Role;
}

/**
 * Invites the person with an e-mail address to the owner's event. Makes the same requests whether or not the address has
 * an account. Throws {@link LimitExceededError}, and `RateLimitError`.
 */
export async function invite(
  event: EventReference,
  { email, role }: NewInvitation,
): Promise<{ id: number } | 'missing' | 'forbidden'> {
  const [owner, shared] = await Promise.all([getPerson(event.ownerId), getMembers(event)]);
  if (!shared) return 'missing';
  if (!owner?.email_verified) return 'forbidden';
  await countAttempt(invitationsKey(event.ownerId), INVITATIONS);
  const invitation = { email, i: nextId(), r: role, s: Math.floor(Date.now() / 1_000) };
  // First, so that no event has an invitation that the invited can't find.
  await put(
    { ...invitationKey(email, invitation.i), ...toItem(event, invitation) },
    'attribute_not_exists(PK)',
  );
  const outcome = await add(event, invitation);
  if (outcome === 'done') {
    await queueNotice({ kind: 'invited', email, over_limit: !(await countNotice('invited', email)) });
    return { id: invitation.i };
  }
  // Otherwise invitations that failed would fill the list of the invited.
  await deleteInvitation(email, invitation.i);
  if (outcome === 'missing') return outcome;
  throw outcome;
}

/** Adds an invitation to the event, unless it has it or may not. */
async function add(
  event: EventReference,
  invitation: Invitation,
): Promise<'done' | 'missing' | LimitExceededError | RetryLaterError> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const shared = await getMembers(event);
    if (!shared) return 'missing';
    if (shared.invitations.some(({ i }) => i === invitation.i)) return 'done';
    // After the members, because an account may have been made, and have joined, since an earlier try.
    const conflict = conflictIn(shared, invitation.email, await findAccountId(invitation.email));
    if (conflict) return conflict;
    const outcome = await addTo(event, invitation, shared);
    if (outcome !== 'changed') return outcome;
  }
  return new RetryLaterError('The event was changed too often');
}

/** `changed` if another request changed the event since it was read. */
async function addTo(
  event: EventReference,
  { email, ...invitation }: Invitation,
  { version, invitations }: SharedEvent,
): Promise<'done' | 'missing' | 'changed'> {
  const write = new EventWrite(event).set(invitationPath(email), invitation);
  for (const other of invitations) {
    if (!isOpen(other) && other.email !== email) write.remove(invitationPath(other.email));
  }
  const outcome = await write.sendIf(versionPath, [version]);
  if (typeof outcome === 'object') return 'done';
  return outcome === 'missing' ? outcome : 'changed';
}
