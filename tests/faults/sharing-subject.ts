import bcrypt from 'bcryptjs';
import { createAccount } from '../../lib/accounts/account-repository.ts';
import { claimEmail } from '../../lib/accounts/email-claims.ts';
import { newSession } from '../../lib/auth/sessions.ts';
import { issueToken } from '../../lib/auth/tokens.ts';
import { createEvent } from '../../lib/events/create-event.ts';
import { accept } from '../../lib/sharing/accept.ts';
import { invite } from '../../lib/sharing/invite.ts';
import { newAccount } from '../support/account.ts';
import { party, person } from '../support/service.ts';

export const PASSWORD = 'correct horse battery';
const password_hash = await bcrypt.hash(PASSWORD, 4);

/** An account whose address is verified, with a session. */
async function newAccountWithSession() {
  const { email } = person();
  const { id: sessionId, session } = newSession('test', '192.0.2.1');
  const account = newAccount({
    ...{ email, email_verified: true, claims: { [email]: Date.now() }, password_hash },
    sessions: { [sessionId]: session },
  });
  const { account_id: accountId } = account;
  await claimEmail(email, accountId);
  await createAccount(account);
  return { accountId, email, token: await issueToken({ accountId, sessionId }, session.e) };
}

/** An event, its owner, a guest who is invited to it or an editor of it, and a stranger. */
export async function newSubject(isMember: boolean) {
  const [owner, guest, stranger] = [
    await newAccountWithSession(),
    await newAccountWithSession(),
    await newAccountWithSession(),
  ];
  const { id: eventId } = await createEvent(owner.accountId, party());
  const event = { ownerId: owner.accountId, eventId };
  const invited = async (email: string): Promise<number> => {
    const made = await invite(event, { email, role: 'editor' });
    if (typeof made === 'string') throw new Error(made);
    return made.id;
  };
  const otherEmail = person().email;
  const [id, otherId] = [await invited(guest.email), await invited(otherEmail)];
  if (isMember) await accept(guest.accountId, guest.email, id);
  return { owner, guest, stranger, event, id, otherEmail, otherId };
}

export type Subject = Awaited<ReturnType<typeof newSubject>>;
