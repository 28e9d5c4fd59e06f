import { countNotice } from '../accounts/limits.ts';
import { findAccountId, getPerson } from '../accounts/person.ts';
import {
  type EventReference,
  headPath,
  invitationKey,
  invitationPath,
  invitationsKey,
} from '../dynamodb/keys.ts';
import { countAttempt } from '../dynamodb/rate-limit.ts';
import { put } from '../dynamodb/writes.ts';
import { LimitExceededError, RetryLaterError } from '../errors.ts';
import { EventWrite, versionPath } from '../events/event-write.ts';
import type { Role } from '../events/roles.ts';
import { nextId } from '../id.ts';
import { queueNotice } from '../mail/queue.ts';
import { problem } from '../problem.ts';
import { type Invitation, isOpen, toItem } from './invitation.ts';
import { getMembers, type SharedEvent } from './member-repository.ts';

/** Members and invitations of an event. */
export const MAX_MEMBERS = 50;

const INVITATIONS = { attempts: 20, windowSeconds: 3_600 };
const MAX_TRIES = 5;

const membersFull = () =>
  new LimitExceededError(
    'members',
    problem('full', `are full (maximum is ${MAX_MEMBERS} per event, including invitations)`),
  );

const alreadyInvited = () =>
  new LimitExceededError('email', problem('duplicate', 'is that of a member, or is invited already'));

/** Why an event may take no further invitation. */
export const inviteConflicts = [alreadyInvited, membersFull];

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
  const invitedId = await findAccountId(email);
  const now = Math.floor(Date.now() / 1_000);
  const invitation = { email, i: nextId(), r: role, s: now };
  // First, so that no event has an invitation that the invited can't find.
  await put(
    { ...invitationKey(email, invitation.i), ...toItem(event, invitation) },
    'attribute_not_exists(PK)',
  );
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const outcome = await add(event, invitation, invitedId);
    if (outcome === 'missing') return outcome;
    if (outcome === 'changed') continue;
    if (await countNotice('invited', email)) await queueNotice({ kind: 'invited', email });
    return { id: invitation.i };
  }
  throw new RetryLaterError('The members of an event were changed too often');
}

/** `changed` if another request changed the members since they were read. */
async function add(
  event: EventReference,
  { email, ...invitation }: Invitation,
  invitedId: string | undefined,
): Promise<'done' | 'missing' | 'changed'> {
  const shared = await getMembers(event);
  if (!shared) return 'missing';
  const { members, invitations } = shared;
  requireNew(shared, email, invitedId);
  const open = invitations.filter(isOpen);
  if (members.length + open.length >= MAX_MEMBERS) throw membersFull();
  const write = new EventWrite(event)
    .set(invitationPath(email), invitation)
    .ifSmaller(headPath('roles'), members.length + 1)
    .ifSmaller(['invitations'], invitations.length + 1);
  const expired = invitations.filter((other) => !isOpen(other));
  for (const other of expired) {
    write.ifEquals([...invitationPath(other.email), 'i'], other.i);
    if (other.email !== email) write.remove(invitationPath(other.email));
  }
  if (!expired.some((other) => other.email === email)) write.ifAbsent(invitationPath(email));
  const outcome = await write.sendIf(versionPath, undefined, () => 'changed');
  return typeof outcome === 'object' ? 'done' : outcome === 'missing' ? 'missing' : 'changed';
}

function requireNew({ ownerId, members, invitations }: SharedEvent, email: string, invitedId?: string): void {
  const known = [ownerId, ...members.map(({ accountId }) => accountId)];
  const isMember = invitedId !== undefined && known.includes(invitedId);
  if (isMember || invitations.some((other) => other.email === email && isOpen(other))) throw alreadyInvited();
}
