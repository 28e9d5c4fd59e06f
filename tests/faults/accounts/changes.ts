import bcrypt from 'bcryptjs';
import type { Account } from '../../../lib/accounts/account.ts';
import { createAccount } from '../../../lib/accounts/repository.ts';
import { fingerprintOf, issueMailedToken } from '../../../lib/auth/mailed-tokens.ts';
import { newSession } from '../../../lib/auth/session.ts';
import { issueSessionToken } from '../../../lib/auth/session-tokens.ts';
import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import { newAccount } from '../../support/account.ts';
import { call } from '../../support/call.ts';
import { endpoints, newEvent, person } from '../../support/service.ts';

/** Passwords by the operation that sets them. */
export const PASSWORDS = {
  owner: 'correct horse battery',
  change: 'chosen by change',
  reset: 'chosen by reset',
  stranger: 'a passphrase of another',
};
const password_hash = await bcrypt.hash(PASSWORDS.owner, 4);

/** An account with a session, an event, and what was mailed to its owner. */
export async function newSubject(isLeaving: boolean, fields: Partial<Account> = {}) {
  const [email, newEmail] = [person().email, person().email];
  const { id: sessionId, session } = newSession('test', '192.0.2.1');
  const sessions = { ...fields.sessions, [sessionId]: session };
  const account = newAccount({ email, password_hash, ...fields, sessions });
  const { account_id: accountId } = account;
  await createAccount(account);
  const token = await issueSessionToken({ accountId, sessionId }, session.e);
  await newEvent(token);
  if (isLeaving) await deletion({ token });
  const mailed = { accountId, fingerprint: fingerprintOf(account) };
  const resetToken = await issueMailedToken({ kind: 'reset-password', ...mailed });
  const moveToken = await issueMailedToken({ kind: 'change-email', ...mailed, email: newEmail });
  return { accountId, email, newEmail, token, sessionId, resetToken, moveToken, isLeaving };
}

export type Subject = Awaited<ReturnType<typeof newSubject>>;

/** What an operation answers. */
export interface Answer {
  status: number;
  body: { token?: string | undefined; data?: unknown };
}

export const logIn = (username: string, password: string) =>
  call(endpoints.login.handler, { body: { username, password } });

export const signUp = (email: string, password: string) =>
  call(endpoints.signup.handler, { body: person({ email, password }) });

const deletion = ({ token }: Pick<Subject, 'token'>) =>
  call(endpoints.deleteAccount.handler, { token, body: { password: PASSWORDS.owner } });

/** Operations that may be concurrent on one account and its two addresses. */
export const operations = {
  login: ({ email }) => logIn(email, PASSWORDS.owner),
  'login at new address': ({ newEmail }) => logIn(newEmail, PASSWORDS.owner),
  refresh: ({ token }) => call(endpoints.refresh.handler, { token }),
  'change of password': ({ token }) =>
    call(endpoints.changePassword.handler, {
      token,
      body: { password: PASSWORDS.owner, new_password: PASSWORDS.change },
    }),
  reset: ({ resetToken }) =>
    call(endpoints.resetPassword.handler, { body: { token: resetToken, password: PASSWORDS.reset } }),
  'request of new address': ({ token, newEmail }) =>
    call(endpoints.changeEmail.handler, { token, body: { password: PASSWORDS.owner, email: newEmail } }),
  'change of address': ({ token, moveToken }) =>
    call(endpoints.verifyEmail.handler, { token, body: { token: moveToken } }),
  deletion,
  erasure: async ({ accountId }) => {
    try {
      await eraseAccount(accountId, { wait: async () => undefined });
      return { status: 200, body: {} };
    } catch {
      return { status: 500, body: {} };
    }
  },
  'signup at old address': ({ email }) => signUp(email, PASSWORDS.stranger),
  'signup at new address': ({ newEmail }) => signUp(newEmail, PASSWORDS.stranger),
} satisfies Record<string, (subject: Subject) => Promise<Answer>>;

export type Name = keyof typeof operations;
