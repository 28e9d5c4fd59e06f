import { randomUUID } from 'node:crypto';
import { countNotice } from '../accounts/limits.ts';
import { findAccountId, getPerson } from '../accounts/person.ts';
import {
  type EventReference,
  headPath,
  invitationKey,
  invitationPath,
  invitationsKey,
  memberPath,
} from '../dynamodb/keys.ts';
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
  const invitedId = await findAccountId(email);
  // First, so that no event has an invitation that the invited can't find.
  await put(
    { ...invitationKey(email, invitation.i), ...toItem(event, invitation) },
    'attribute_not_exists(PK)',
  );
  const outcome = await add(event, invitation, invitedId);
  if (outcome === 'done') {
    await queueNotice({ kind: 'invited', email, over_limit: !(await countNotice('invited', email)) });
    return { id: invitation.i };
  }
  // Otherwise refused invitations would fill the list of the invited.
  await deleteInvitation(email, invitation.i);
  if (outcome === 'missing') return outcome;
  throw outcome;
}

/** Adds an invitation to the event, unless it has it or may not. */
async function add(
  event: EventReference,
  invitation: Invitation,
  invitedId: string | undefined,
): Promise<'done' | 'missing' | LimitExceededError> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const shared = await getMembers(event);
    if (!shared) return 'missing';
    if (shared.invitations.some(({ i }) => i === invitation.i)) return 'done';
    const conflict = conflictIn(shared, invitation.email, invitedId);
    if (conflict) return conflict;
    const outcome = await addTo(event, invitation, shared, invitedId);
    if (outcome !== 'changed') return outcome;
  }
  throw new RetryLaterError('The members of an event were changed too often');
}

/** `changed` if another request changed the members since they were read. */
async function addTo(
  event: EventReference,
  { email, ...invitation }: Invitation,
  { members, invitations }: SharedEvent,
  invitedId: string | undefined,
): Promise<'done' | 'missing' | 'changed'> {
  const write = new EventWrite(event)
    .set(invitationPath(email), invitation)
    .ifSmaller(headPath('roles'), members.length + 1)
    .ifSmaller(['invitations'], invitations.length + 1)
    // Of any account if the address has none, so that the requests are alike.
    .ifAbsent(memberPath(invitedId ?? randomUUID()));
  const expired = invitations.filter((other) => !isOpen(other));
  for (const other of expired) {
    write.ifEquals([...invitationPath(other.email), 'i'], other.i);
    if (other.email !== email) write.remove(invitationPath(other.email));
  }
  if (!expired.some((other) => other.email === email)) write.ifAbsent(invitationPath(email));
  const outcome = await write.sendIf(versionPath, undefined, () => 'changed');
  if (typeof outcome === 'object') return 'done';
  return outcome === 'missing' ? outcome : 'changed';
}
