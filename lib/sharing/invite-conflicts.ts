import { LimitExceededError } from '../errors.ts';
import { problem } from '../problem.ts';
import { isOpen } from './invitation.ts';
import type { SharedEvent } from './member-repository.ts';

/** Members and invitations of an event. */
export const MAX_MEMBERS = 50;

const membersFull = () =>
  new LimitExceededError(
    'members',
    problem('full', `are full (maximum is ${MAX_MEMBERS} per event, including invitations)`),
  );

const alreadyInvited = () =>
  new LimitExceededError('email', problem('duplicate', 'is that of a member, or is invited already'));

/** Why an event may take no further invitation. */
export const inviteConflicts = [alreadyInvited, membersFull];

/** Why the person with an e-mail address, and an account if it has one, can't be invited. */
export function conflictIn(
  { ownerId, members, invitations }: SharedEvent,
  email: string,
  invitedId: string | undefined,
): LimitExceededError | undefined {
  const known = [ownerId, ...members.map(({ accountId }) => accountId)];
  const open = invitations.filter(isOpen);
  const isMember = invitedId !== undefined && known.includes(invitedId);
  if (isMember || open.some((other) => other.email === email)) return alreadyInvited();
  return members.length + open.length < MAX_MEMBERS ? undefined : membersFull();
}
