import { randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { TOTP } from 'otpauth';
import { createAccount } from '../../../lib/accounts/repository.ts';
import { newAccessToken } from '../../../lib/auth/access-token.ts';
import { hashOfRecoveryCode, keyOf, newFactor } from '../../../lib/auth/codes.ts';
import { factorFingerprint, issueConfirmation } from '../../../lib/auth/factor-confirmation.ts';
import { fingerprintOf, issueMailedToken } from '../../../lib/auth/mailed-tokens.ts';
import { newSession, type SessionReference } from '../../../lib/auth/session.ts';
import { issueSessionToken } from '../../../lib/auth/session-tokens.ts';
import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import { newAccount } from '../../support/account.ts';
import { call } from '../../support/call.ts';
import { codeOf } from '../../support/factor.ts';
import { dayIn, endpoints, newEvent, party, person } from '../../support/service.ts';
import { newShareLink } from '../../support/sharing.ts';
import {
  type AccountAim,
  type AccountKind,
  MAX_TOKENS,
  type PendingFactor,
  type SentCode,
  send as sendTo,
} from './accounts.ts';

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

/** Whether an account has a second factor, or one that waits for its first code. */
export type FactorState = 'added' | 'pending';

/** A second factor that waits for its first code in a session, and codes of it: the next one of the app, and a recovery code. */
async function newPending(session: SessionReference) {
  const { secret, recoveryCodes } = newFactor();
  const hashes = recoveryCodes.map((code) => Uint8Array.from(hashOfRecoveryCode(code)));
  const fingerprint = factorFingerprint({ password_hash });
  const confirmation = await issueConfirmation({ session, fingerprint, secret, hashes });
  const pending: PendingFactor = { confirmation, key: Uint8Array.from(keyOf(secret)), hashes };
  const step = TOTP.counter() + 1;
  const ofApp: SentCode = { text: codeOf({ secret }, 1), step };
  const [text = ''] = recoveryCodes;
  const recovery: SentCode = { text, ...(hashes[0] && { hash: hashes[0] }) };
  return { pending, ofApp, recovery, added: { k: pending.key, s: Date.now(), u: step - 2, r: hashes } };
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
export async function newSubject(
  isLeaving: boolean,
  { living, expired }: Counts,
  state: FactorState = 'pending',
) {
  const accountId = randomUUID();
  const [email, newEmail] = [person().email, person().email];
  const [own, other] = [newSession('test', '192.0.2.1'), newSession('other', '192.0.2.2')];
  const tokens = Array.from({ length: living + expired }, (_, n) =>
    tokenOf(accountId, n < living ? 3_600 : -1),
  );
  const { added, ...factor } = await newPending({ accountId, sessionId: own.id });
  const account = newAccount({
    ...{ account_id: accountId, email, password_hash },
    ...(state === 'added' && { factor: added, factor_changes: 1 }),
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
  return {
    ...{ accountId, email, newEmail, isLeaving, passwordHash: password_hash, tokens, ...sessions },
    ...{ event, link, ...factor },
    resetToken: await issueMailedToken({
      ...{ kind: 'reset-password', accountId },
      fingerprint: fingerprintOf(account, 'reset-password'),
    }),
    moveToken: await issueMailedToken({
      ...{ kind: 'change-email', accountId, email: newEmail },
      fingerprint: fingerprintOf(account, 'change-email'),
    }),
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
  code?: SentCode;
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

/** Those with codes of the second factor. */
export const codedOperations = {
  'login with code': ({ ofApp }) => ({ kind: 'login', code: ofApp }),
  'login with recovery code': ({ recovery }) => ({ kind: 'login', code: recovery }),
  'reset with code': ({ resetToken, ofApp }) => ({
    ...{ kind: 'reset', mailedToken: resetToken, newPassword: PASSWORDS.reset, code: ofApp },
  }),
  'change of password with code': ({ ofApp }) => ({ kind: 'changePassword', code: ofApp }),
  'request of new address with code': ({ ofApp }) => ({ kind: 'requestAddress', code: ofApp }),
  'create of token with code': ({ ofApp }) => ({ kind: 'createToken', code: ofApp }),
  'deletion with code': ({ ofApp }) => ({ kind: 'deleteAccount', code: ofApp }),
  'confirm of factor': ({ ofApp }) => ({ kind: 'confirmFactor', code: ofApp }),
  'end of factor': ({ ofApp }) => ({ kind: 'endFactor', code: ofApp }),
  'end of factor with recovery code': ({ recovery }) => ({ kind: 'endFactor', code: recovery }),
} satisfies Record<string, (subject: Subject) => Ask>;

const { create, createShareLink, list } = endpoints;

/** Operations that change no account, and the erasure of one that is being deleted. */
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

const asks = { ...operations, ...codedOperations };

export type Name = keyof typeof asks | keyof typeof others;

export const isOther = (name: Name): name is keyof typeof others => name in others;

/** What an operation asks for. */
export function askOf(name: keyof typeof asks, subject: Subject) {
  const ask: Ask = asks[name](subject);
  const { kind, by = 'own', email = subject.email, target = '', endsTokens = false, mailedToken = '' } = ask;
  const { newPassword = PASSWORDS.change } = ask;
  const caller = subject[by];
  return {
    ...{ kind, caller, sessionId: caller.sessionId, email, target, password: PASSWORDS.owner, newPassword },
    ...{ endsTokens, newEmail: subject.newEmail, mailedToken, code: ask.code, pending: subject.pending },
  };
}

/** Makes the call of an operation. */
export function send(name: Name, subject: Subject): Promise<Answer> {
  if (isOther(name)) return others[name](subject);
  const { kind, caller, ...ask } = askOf(name, subject);
  const unknown = { account: undefined, found: undefined, isRight: true, isTaken: false };
  return sendTo(kind, { ...ask, ...unknown }, caller.token);
}
