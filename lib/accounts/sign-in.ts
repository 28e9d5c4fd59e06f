import { randomUUID } from 'node:crypto';
import { hashPassword } from '../auth/passwords.ts';
import { newSession } from '../auth/sessions.ts';
import { issueToken } from '../auth/tokens.ts';
import { RetryLaterError } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import type { Client } from '../network.ts';
import { emailOf } from './account.ts';
import { createAccount } from './account-repository.ts';
import type { Credentials } from './credentials.ts';
import { claimEmail, findAccount } from './email-claims.ts';
import { countSignup } from './limits.ts';
import { checkPassword } from './password-check.ts';
import type { Registration } from './registration.ts';
import { addSession } from './session-repository.ts';

export { tokenResponse } from './account-response.ts';

export interface SignedIn {
  accountId: string;
  token: string;
}

/** Creates an account with its first session, or returns `undefined` if the e-mail address is taken. */
export async function register(
  { password, ...person }: Registration,
  { network, userAgent }: Client,
): Promise<SignedIn | undefined> {
  await countSignup(network);
  const accountId = randomUUID();
  const passwordHash = await hashPassword(password);
  const claim = await claimEmail(person.email, accountId);
  if (claim === 'taken') return undefined;
  if (claim === 'pending') throw new RetryLaterError();
  const { id: sessionId, session } = newSession(userAgent, network);
  await createAccount({
    ...person,
    account_id: accountId,
    email_verified: false,
    claims: { [person.email]: Date.now() },
    password_hash: passwordHash,
    created_at: Date.now(),
    sessions: { [sessionId]: session },
  });
  await queueNotice({ kind: 'verify_email', account_id: accountId });
  return { accountId, token: await issueToken({ accountId, sessionId }, session.e) };
}

/** Starts a session of the account with these credentials. Returns `undefined`, after the same time, if there is none. */
export async function signIn(
  { username, password }: Credentials,
  { network, userAgent }: Client,
): Promise<SignedIn | undefined> {
  const account = await checkPassword({ password, email: emailOf(username), network, find: findAccount });
  if (!account) return undefined;
  const accountId = account.account_id;
  const { id: sessionId, session } = newSession(userAgent, network);
  const outcome = await addSession(account, sessionId, session);
  return outcome === 'done'
    ? { accountId, token: await issueToken({ accountId, sessionId }, session.e) }
    : undefined;
}
