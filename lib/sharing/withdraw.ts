import { queryPages } from '../dynamodb/items.ts';
import { invitationsOf } from '../dynamodb/queries.ts';
import { deleteInvitation } from '../events/traces.ts';
import { lastIdAt } from '../id.ts';
import { invitationItem } from './invitation.ts';
import { send } from './member-repository.ts';
import { withdrawal } from './removal.ts';

interface InvitedAccount {
  email: string;
  email_verified: boolean;
  /** Unix time in milliseconds at which the account was deleted. */
  leaving?: number | undefined;
}

/**
 * Withdraws the invitations to the e-mail address of an account that is being deleted. Later ones are for the next person
 * with the address. An unverified address may be somebody else's, so its invitations stay. Returns `false` if it stopped
 * because there was no time.
 */
export async function withdrawReceived(
  { email, email_verified, leaving }: InvitedAccount,
  hasTime: () => boolean,
): Promise<boolean> {
  if (!email_verified || leaving === undefined) return true;
  for await (const page of queryPages(invitationsOf(email, lastIdAt(leaving)))) {
    for (const item of page) {
      if (!hasTime()) return false;
      const { id, event } = invitationItem.parse(item);
      // First, so that a repeat after an interruption finds what is left.
      await send(withdrawal(event, email, id));
      await deleteInvitation(email, id);
    }
  }
  return true;
}
