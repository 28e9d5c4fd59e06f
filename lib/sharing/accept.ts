import { getPerson } from '../accounts/person.ts';
import { valueAt } from '../dynamodb/expression.ts';
import { type EventReference, invitationPath, memberPath } from '../dynamodb/keys.ts';
import { EventWrite, versionPath } from '../events/event-write.ts';
import { deleteInvitation } from '../events/traces.ts';
import { type Invitation, invitedTo, isOpen } from './invitation.ts';
import { getMembers } from './member-repository.ts';
import { alreadyMember, keepPointer, pointAt, settlePointer, settlePointers } from './pointing.ts';

/** Makes an account a member of the event that its e-mail address was invited to. */
export async function accept(
  accountId: string,
  email: string,
  id: number,
): Promise<EventReference | 'missing'> {
  const event = await invitedTo(email, id);
  const [shared, owner] = await Promise.all([event && getMembers(event), event && getPerson(event.ownerId)]);
  // The erasure of the owner's account finds only the members of calls that began before it.
  if (!event || !shared || !owner) {
    await settlePointers(accountId, id);
    return 'missing';
  }
  const member = shared.members.find((other) => other.accountId === accountId);
  // An earlier attempt may have stopped before the last step.
  if (member?.id !== id) {
    const invitation = shared.invitations.find((other) => other.email === email && other.i === id);
    // An earlier attempt may have stopped after the pointer.
    if (!invitation || member) await settlePointer(event, accountId, id);
    if (!invitation || !isOpen(invitation)) return 'missing';
    if (member) throw alreadyMember();
    // Before the role, so that no member is left without a pointer.
    await pointAt(event, accountId, id);
    const outcome = await join(event, accountId, invitation);
    if (outcome !== 'done') await settlePointer(event, accountId, id);
    if (outcome === 'member') throw alreadyMember();
    if (outcome === 'missing') return outcome;
  }
  await keepPointer(event, accountId, id);
  await deleteInvitation(email, id);
  return event;
}

/** Turns an invitation into a role. */
async function join(
  event: EventReference,
  accountId: string,
  { email, i: id, r }: Invitation,
): Promise<'done' | 'member' | 'missing'> {
  const path = memberPath(accountId);
  const outcome = await new EventWrite(event)
    .set(path, { r, m: id, s: Math.floor(Date.now() / 1_000) })
    .remove(invitationPath(email))
    .ifEquals([...invitationPath(email), 'i'], id)
    .ifAbsent(path)
    .sendIf(versionPath, undefined, (item) => {
      const membership = valueAt(item, [...path, 'm']);
      if (membership === id) return 'done';
      return membership === undefined ? 'missing' : 'member';
    });
  return outcome === 'member' || outcome === 'missing' ? outcome : 'done';
}
