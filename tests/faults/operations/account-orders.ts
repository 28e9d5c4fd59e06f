import { randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { createAccount } from '../../../lib/accounts/repository.ts';
import { newAccessToken } from '../../../lib/auth/access-token.ts';
import { fingerprintOf, issueMailedToken } from '../../../lib/auth/mailed-tokens.ts';
import { newSession } from '../../../lib/auth/session.ts';
import { issueSessionToken } from '../../../lib/auth/session-tokens.ts';
import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import { newAccount } from '../../support/account.ts';
import { call } from '../../support/call.ts';
import { dayIn, endpoints, newEvent, party, person } from '../../support/service.ts';
import { newShareLink } from '../../support/share-link.ts';
import { type AccountAim, type AccountKind, MAX_TOKENS, send as sendTo } from './accounts.ts';

/** Passwords by whom they are chosen. */
export const PASSWORDS = {
  owner: 'correct horse battery',
  change: 'chosen by change',
  other: 'chosen by the other',
  reset: 'chosen by reset',
  stranger: 'a passphrase of another',
};
const password_hash = await bcrypt.hash(PASSWORDS.owner, 4);

/** How many access tokens an account has that live, and that have expired. */
export interface Counts {
  living: number;
  expired: number;
}

export const USUAL: Counts = { living: MAX_TOKENS - 2, expired: 1 };

/** An access token that ends in so many seconds: what its holder sends, and how its account's item has it. */
export function tokenOf(accountId: string, seconds: number) {
  const { text, id, hash } = newAccessToken(accountId, 'write');
  const now = Date.now();
  const token = { h: hash, n: 'Import', a: 'write' as const, s: now, e: Math.floor(now / 1_000) + seconds };
  return { id, text, token };
}

/** An account with an event and its share link, access tokens, two sessions, and what was mailed to its owner. */
export async function newSubject(isLeaving: boolean, { living, expired }: Counts) {
  const accountId = randomUUID();
  const [email, newEmail] = [person().email, person().email];
  const [own, other] = [newSession('test', '192.0.2.1'), newSession('other', '192.0.2.2')];
  const tokens = Array.from({ length: living + expired }, (_, n) =>
    tokenOf(accountId, n < living ? 3_600 : -1),
  );
  const account = newAccount({
    ...{ account_id: accountId, email, password_hash },
    sessions: { [own.id]: own.session, [other.id]: other.session },
    tokens: Object.fromEntries(tokens.map(({ id, token }) => [id, token])),
  });
  await createAccount(account);
  const callerOf = async ({ id: sessionId, session }: typeof own) => ({
    ...{ sessionId, token: await issueSessionToken({ accountId, sessionId }, session.e) },
  });
  const sessions = { own: await callerOf(own), other: await callerOf(other) };
  const { token } = sessions.own;
  const event = await newEvent(token);
  const { token: link } = await newShareLink(token, { event_id: event.id });
  const body = { password: PASSWORDS.owner };
  if (isLeaving) await call(endpoints.deleteAccount.handler, { token, body });
  const mailed = { accountId, fingerprint: fingerprintOf(account) };
  return {
    ...{ accountId, email, newEmail, isLeaving, passwordHash: password_hash, tokens, ...sessions },
    ...{ event, link },
    resetToken: await issueMailedToken({ kind: 'reset-password', ...mailed }),
    moveToken: await issueMailedToken({ kind: 'change-email', ...mailed, email: newEmail }),
  };
}

export type Subject = Awaited<ReturnType<typeof newSubject>>;

/** What an operation answers. */
export interface Answer {
  status: number;
  body: { token?: string | undefined; data?: unknown };
}

/** What differs from an operation on the account of the old address by its own session and password. */
interface Ask extends Partial<Pick<AccountAim, 'email' | 'target' | 'newPassword' | 'endsTokens'>> {
  kind: AccountKind;
  by?: 'own' | 'other';
  mailedToken?: string;
}

/** Operations that may be concurrent on one account and its two addresses. */
export const operations = {
  login: () => ({ kind: 'login' }),
  'login at new address': ({ newEmail }) => ({ kind: 'login', email: newEmail }),
  refresh: () => ({ kind: 'refresh' }),
  'change of password': () => ({ kind: 'changePassword' }),
  'change by the other session': () => ({
    ...{ kind: 'changePassword', by: 'other', newPassword: PASSWORDS.other },
  }),
  'change that ends tokens': () => ({ kind: 'changePassword', endsTokens: true }),
  reset: ({ resetToken }) => ({ kind: 'reset', mailedToken: resetToken, newPassword: PASSWORDS.reset }),
  'request of new address': () => ({ kind: 'requestAddress' }),
  'change of address': ({ moveToken }) => ({ kind: 'changeAddress', mailedToken: moveToken }),
  deletion: () => ({ kind: 'deleteAccount' }),
  'signup at old address': () => ({ kind: 'signup', newPassword: PASSWORDS.stranger }),
  'signup at new address': ({ newEmail }) => ({
    ...{ kind: 'signup', email: newEmail, newPassword: PASSWORDS.stranger },
  }),
  'create of token': () => ({ kind: 'createToken' }),
  'end of token': ({ tokens: [first] }) => ({ kind: 'endToken', target: first?.id ?? '' }),
  logout: () => ({ kind: 'logout' }),
  'logout everywhere': () => ({ kind: 'logoutEverywhere' }),
  'logout of the other session': () => ({ kind: 'logout', by: 'other' }),
  'end of the other session': ({ other }) => ({ kind: 'endSession', target: other.sessionId }),
} satisfies Record<string, (subject: Subject) => Ask>;

const { create, createShareLink, list } = endpoints;

/** Operations that change no account, and the erasure of one that is leaving. */
const others = {
  'write by token': ({ tokens: [first] }) => call(create.handler, { token: first?.text, body: party() }),
  'read by token': ({ tokens: [first] }) => call(list.handler, { method: 'GET', token: first?.text }),
  'create of a link': ({ own, event: { id } }) =>
    call(createShareLink.handler, {
      ...{ token: own.token, path: { event_id: id }, body: { expires_on: dayIn(1) } },
    }),
  erasure: async ({ accountId }) => {
    try {
      await eraseAccount(accountId, { wait: async () => undefined });
      return { status: 200, body: {} };
    } catch {
      return { status: 500, body: {} };
    }
  },
} satisfies Record<string, (subject: Subject) => Promise<Answer>>;

export type Name = keyof typeof operations | keyof typeof others;

export const isOther = (name: Name): name is keyof typeof others => name in others;

/** What an operation asks for. */
export function askOf(name: keyof typeof operations, subject: Subject) {
  const ask: Ask = operations[name](subject);
  const { kind, by = 'own', email = subject.email, target = '', endsTokens = false, mailedToken = '' } = ask;
  const { newPassword = PASSWORDS.change } = ask;
  const caller = subject[by];
  return {
    ...{ kind, caller, sessionId: caller.sessionId, email, target, password: PASSWORDS.owner, newPassword },
    ...{ endsTokens, newEmail: subject.newEmail, mailedToken },
  };
}

/** Makes the call of an operation. */
export function send(name: Name, subject: Subject): Promise<Answer> {
  if (isOther(name)) return others[name](subject);
  const { kind, caller, ...ask } = askOf(name, subject);
  const unknown = { account: undefined, found: undefined, isRight: true, isTaken: false };
  return sendTo(kind, { ...ask, ...unknown }, caller.token);
}
