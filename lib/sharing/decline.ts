import { invitedTo } from './invitation.ts';
import { getMembers } from './member-repository.ts';
import { removeInvitation } from './removal.ts';

/** Declines an invitation of the person with an e-mail address. */
export async function decline(email: string, id: number): Promise<'done' | 'missing'> {
  const event = await invitedTo(email, id);
  const shared = event && (await getMembers(event));
  const invitation = shared?.invitations.find((other) => other.email === email && other.i === id);
  return event && invitation ? removeInvitation(event, invitation) : 'missing';
}
