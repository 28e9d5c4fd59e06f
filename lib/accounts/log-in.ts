import { randomUUID } from 'node:crypto';
import { hmacOf } from '../auth/hmac.ts';
import { hashPassword } from '../auth/passwords.ts';
import { newSession } from '../auth/session.ts';
import { issueToken } from '../auth/access-tokens.ts';
import { firstWrites, newMark } from '../dynamodb/marks.ts';
import { LoginFailedError } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import type { Client } from './client.ts';
import { emailOf } from './fields.ts';
import { createAccount, findAccount } from './repository.ts';
import type { Credentials } from './credentials.ts';
import { countSignup } from './limits.ts';
import { checkPassword } from './check-password.ts';
import type { Registration } from './sign-up.ts';
import { addSession } from './sessions.ts';

export { tokenResponse } from './response.ts';

export interface SignedIn {
  accountId: string;
  token: string;
}

/** Creates an account with its first session. Throws `ConflictError` if the e-mail address is taken. */
export async function register(
  { password, ...person }: Registration,
  { network, userAgent }: Client,
): Promise<SignedIn> {
  await countSignup(network);
  const accountId = randomUUID();
  const { id: sessionId, session } = newSession(userAgent, network);
  await createAccount({
    ...person,
    account_id: accountId,
    email_verified: false,
    password_hash: await hashPassword(password),
    created_at: Date.now(),
    writes: firstWrites(newMark()),
    sessions: { [sessionId]: session },
  });
  await queueNotice({ kind: 'verify_email', account_id: accountId, is_counted: false });
  return { accountId, token: await issueToken({ accountId, sessionId }, session.e) };
}

/** Starts a session of the account with these credentials. Throws `LoginFailedError`, after the same time, if there is none. */
export async function signIn(
  { username, password }: Credentials,
  { network, userAgent }: Client,
): Promise<SignedIn> {
  const email = emailOf(username);
  const account = await checkPassword({ password, email, network, find: findAccount });
  const { id: sessionId, session } = newSession(userAgent, network);
  if (!account || !(await addSession(account, sessionId, session)))
    throw new LoginFailedError(email && hmacOf('email', email));
  const accountId = account.account_id;
  return { accountId, token: await issueToken({ accountId, sessionId }, session.e) };
}
