import { type EventReference, endedPath, eventKey, invitationPath, memberPath } from '../dynamodb/keys.ts';
import { Update } from '../dynamodb/update.ts';
import { EventWrite } from '../events/event-write.ts';
import type { EventAccess } from '../events/roles.ts';
import { deleteInvitation, deletePointer } from '../events/traces.ts';
import type { Invitation } from './invitation.ts';
import { type Outcome, readShared, send, sharedEventIn, writeMember } from './member-repository.ts';

/** Removes a member, or withdraws an invitation. Members may remove themselves only. */
export async function removeMember(event: EventAccess, id: number): Promise<Outcome> {
  const { member: caller, eventId } = event;
  const found = await readShared(event);
  const former = found?.ended[id];
  if (former !== undefined && !caller) {
    await unpoint(event, former, id);
    return 'done';
  }
  const shared = found && sharedEventIn(event, found);
  const invitation = shared?.invitations.find(({ i }) => i === id);
  if (invitation) {
    if (caller) return 'forbidden';
    const outcome = await removeInvitation(event, invitation);
    // Somebody may have accepted it meanwhile.
    return outcome === 'missing' ? removeMember(event, id) : outcome;
  }
  const member = shared?.members.find((other) => other.id === id);
  if (!member) {
    // The caller's earlier attempt may have stopped before the pointer.
    const isInvited = Object.values(found?.invitations ?? {}).some(({ i }) => i === id);
    if (caller && !isInvited) await deletePointer(caller.accountId, eventId, id);
    return 'missing';
  }
  const { accountId } = member;
  if (caller && caller.accountId !== accountId) return 'forbidden';
  const write = writeMember(event, member).remove(memberPath(accountId));
  // A member finds the event by the pointer until that is deleted, the owner doesn't find the member.
  if (!caller) write.set(endedPath(id), accountId);
  const outcome = await send(write);
  // An earlier attempt may have removed it.
  if (outcome !== 'done' && !write.resent) return outcome;
  // After the role, so that no member is left without a pointer.
  if (caller) await deletePointer(accountId, eventId, id);
  else await unpoint(event, accountId, id);
  return 'done';
}

/** Deletes the pointer of a membership that the owner ended. Until then the event has it, so that a repeat finds it. */
async function unpoint(event: EventReference, accountId: string, id: number): Promise<void> {
  await deletePointer(accountId, event.eventId, id);
  await forgetEnded(event, id);
}

export async function forgetEnded(event: EventReference, id: number): Promise<void> {
  await new Update(eventKey(event)).remove(endedPath(id)).ifExists(endedPath(id)).send();
}

/** Removes an invitation from the event, and then the item that led to it. */
export async function removeInvitation(
  event: EventReference,
  { email, i }: Invitation,
): Promise<'done' | 'missing'> {
  if ((await send(withdrawal(event, email, i))) !== 'done') return 'missing';
  await deleteInvitation(email, i);
  return 'done';
}

/** A write that takes an invitation from the event, if it is still there. */
export const withdrawal = (event: EventReference, email: string, id: number): EventWrite =>
  new EventWrite(event).remove(invitationPath(email)).ifEquals([...invitationPath(email), 'i'], id);
