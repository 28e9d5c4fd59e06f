import { isTokenActive } from '../../../lib/auth/access-token.ts';
import { call } from '../../support/call.ts';
import { accessToken, endpoints, person, type Tested } from '../../support/service.ts';
import type { StoredAccount, StoredFactor } from '../stored.ts';

export type AccountKind =
  | ('signup' | 'login' | 'refresh' | 'listSessions' | 'endSession' | 'logout' | 'logoutEverywhere')
  | ('changePassword' | 'reset' | 'deleteAccount' | 'requestAddress' | 'changeAddress')
  | ('createToken' | 'endToken')
  | ('confirmFactor' | 'endFactor');

/** A code of the app, or a recovery code. */
export interface SentCode {
  text: string;
  /** The time step of a code of the app. */
  step?: number;
  /** Of a recovery code. */
  hash?: Uint8Array;
}

/** A second factor that waits for its first code. */
export interface PendingFactor {
  confirmation: string;
  key: StoredFactor['k'];
  hashes: StoredFactor['r'];
}

/** An operation on an account, and what the table has after it. */
export interface AccountAim {
  email: string;
  /** The account before, unless it is being deleted. */
  account: StoredAccount | undefined;
  /** The account that the address has after it. */
  found: StoredAccount | undefined;
  /** The session of the caller. */
  sessionId: string;
  /** The session or access token to end. */
  target: string;
  password: string;
  /** Whether the password is the account's, or the mailed token is of its present address and password. */
  isRight: boolean;
  newPassword: string;
  /** Whether a change of the password ends the access tokens. */
  endsTokens: boolean;
  /** The address that the account is to get, and whether another account has it. */
  newEmail: string;
  isTaken: boolean;
  /** A token that was mailed to that address, or to the present one. */
  mailedToken: string;
  code?: SentCode | undefined;
  /** The first second factor of the account. */
  pending?: PendingFactor;
}

interface AccountOperation {
  endpoint: Tested;
  body?: (aim: AccountAim) => Record<string, unknown>;
  /** The account after a success; `undefined` if it can't succeed. */
  after: (aim: Aim) => StoredAccount | undefined;
  /** The status if it can't succeed and the session lives. */
  rejection: number | ((aim: AccountAim) => number);
}

type Aim = AccountAim & { account: StoredAccount };

/** What of the account ends all share links. */
const withoutLinks = ({ links_epoch = 0 }: StoredAccount) => ({ links_epoch: links_epoch + 1 });

const unchanged: AccountOperation['after'] = ({ account }) => account;

/** Operations without a session. */
export const isOpen = (kind: AccountKind): boolean =>
  ['signup', 'login', 'reset', 'changeAddress'].includes(kind);

/** The account after one write. */
const changed = ({ account, found }: Aim, changes: Partial<StoredAccount>): StoredAccount => ({
  ...account,
  ...changes,
  version: account.version + 1,
  writes: [found?.writes[0] ?? 'a new mark', ...account.writes.slice(0, -1)],
});

/** The status if the password is right and the code is not, or the password is wrong. */
function codeOrPassword({ account, isRight }: AccountAim): number {
  return account && isRight ? 403 : 422;
}

/** What each operation does to an account. A signup, which creates one, is separate. */
const operations: Record<AccountKind, AccountOperation> = {
  signup: {
    endpoint: endpoints.signup,
    body: ({ email, newPassword }) => person({ email, password: newPassword }),
    after: () => undefined,
    rejection: 409,
  },
  login: {
    endpoint: endpoints.login,
    body: ({ email, password, code }) => ({ username: email, password, code: code?.text }),
    after: (aim) => {
      const { account, isRight, found } = aim;
      const used = afterCode(aim);
      if (!isRight || !used) return undefined;
      const started = startedIn(found?.sessions, account.sessions);
      return changed(aim, { ...used, sessions: { ...started, ...account.sessions } });
    },
    rejection: ({ account, isRight }) => (account && isRight ? 403 : 401),
  },
  refresh: { endpoint: endpoints.refresh, after: unchanged, rejection: 401 },
  listSessions: { endpoint: endpoints.listSessions, after: unchanged, rejection: 401 },
  endSession: {
    endpoint: endpoints.endSession,
    after: (aim) =>
      aim.account.sessions[aim.target] &&
      changed(aim, { sessions: without(aim.account.sessions, aim.target) }),
    rejection: 404,
  },
  logout: {
    endpoint: endpoints.logout,
    after: (aim) => changed(aim, { sessions: without(aim.account.sessions, aim.sessionId) }),
    rejection: 401,
  },
  logoutEverywhere: {
    endpoint: endpoints.logout,
    body: () => ({ everywhere: true }),
    after: (aim) => changed(aim, { ...withoutLinks(aim.account), sessions: {}, tokens: {} }),
    rejection: 401,
  },
  changePassword: {
    endpoint: endpoints.changePassword,
    body: ({ password, newPassword, endsTokens, code }) => ({
      password,
      new_password: newPassword,
      end_tokens: endsTokens,
      code: code?.text,
    }),
    after: (aim) => {
      const { account, isRight, found, sessionId, endsTokens } = aim;
      const hash = found?.password_hash;
      const used = afterCode(aim);
      if (!isRight || !used || !hash) return undefined;
      const sessions = only(account.sessions, sessionId);
      const tokens = endsTokens ? {} : account.tokens;
      const password_hash = hash === account.password_hash ? 'a new hash' : hash;
      return changed(aim, { ...used, ...withoutLinks(account), sessions, tokens, password_hash });
    },
    rejection: codeOrPassword,
  },
  reset: {
    endpoint: endpoints.resetPassword,
    body: ({ mailedToken, newPassword, code }) => ({
      token: mailedToken,
      password: newPassword,
      code: code?.text,
    }),
    after: (aim) => {
      const { account, isRight, found } = aim;
      const hash = found?.password_hash;
      const used = afterCode(aim);
      if (!isRight || !used || !hash) return undefined;
      const password_hash = hash === account.password_hash ? 'a new hash' : hash;
      const sessions = startedIn(found.sessions, account.sessions);
      return changed(aim, {
        ...{ ...used, ...withoutLinks(account), sessions, tokens: {}, password_hash },
        email_verified: true,
      });
    },
    rejection: ({ account, isRight }) => (account && isRight ? 403 : 422),
  },
  deleteAccount: {
    endpoint: endpoints.deleteAccount,
    body: ({ password, code }) => ({ password, code: code?.text }),
    after: (aim) =>
      aim.isRight && afterCode(aim)
        ? changed(aim, {
            ...{ sessions: {}, tokens: {}, leaving: aim.found?.leaving ?? Number.NaN },
            ...{ first_name: '', last_name: '', password_hash: '', factor: undefined },
          })
        : undefined,
    rejection: codeOrPassword,
  },
  requestAddress: {
    endpoint: endpoints.changeEmail,
    body: ({ password, newEmail, code }) => ({ password, email: newEmail, code: code?.text }),
    after: (aim) => {
      const used = aim.isRight && afterCode(aim);
      return used ? (used.factor ? changed(aim, used) : aim.account) : undefined;
    },
    rejection: codeOrPassword,
  },
  changeAddress: {
    endpoint: endpoints.verifyEmail,
    body: ({ mailedToken, password }) => ({ token: mailedToken, password }),
    after: (aim) => {
      const { account, isRight, isTaken, newEmail } = aim;
      // Again, it changes nothing.
      if (account.email === newEmail) return account;
      if (!isRight || isTaken) return undefined;
      const { address_changes = 0 } = account;
      return changed(aim, {
        ...{ email: newEmail, email_verified: true, address_changes: address_changes + 1 },
        email_changed_at: aim.found?.email_changed_at ?? Number.NaN,
      });
    },
    // A token from before another change is invalid, whoever has the address.
    rejection: ({ account, isRight, isTaken }) => (account && isRight && isTaken ? 409 : 422),
  },
  createToken: {
    endpoint: endpoints.createToken,
    body: ({ password, code }) => accessToken({ password, code: code?.text }),
    after: (aim) => {
      const { account, isRight, found } = aim;
      const used = afterCode(aim);
      if (!isRight || isFull(account) || !used) return undefined;
      const started = startedIn(found?.tokens, account.tokens);
      return changed(aim, { ...used, tokens: { ...started, ...livingIn(account) } });
    },
    rejection: (aim) => (aim.account && aim.isRight && isFull(aim.account) ? 409 : codeOrPassword(aim)),
  },
  endToken: {
    endpoint: endpoints.endToken,
    after: (aim) =>
      aim.account.tokens[aim.target] && changed(aim, { tokens: without(aim.account.tokens, aim.target) }),
    rejection: 404,
  },
  confirmFactor: {
    endpoint: endpoints.confirmFactor,
    body: ({ pending, code }) => ({ confirmation: pending?.confirmation, code: code?.text }),
    after: (aim) => {
      const { account, isRight, found, pending, code, sessionId } = aim;
      if (account.factor || account.factor_changes || !isRight || !pending) return undefined;
      const { key: k, hashes: r } = pending;
      return changed(aim, {
        factor: { k, s: found?.factor?.s ?? Number.NaN, u: code?.step ?? Number.NaN, r },
        factor_changes: 1,
        ...{ ...withoutLinks(account), sessions: only(account.sessions, sessionId) },
      });
    },
    rejection: ({ account }) => (account?.factor ? 409 : 422),
  },
  endFactor: {
    endpoint: endpoints.endFactor,
    body: ({ password, code }) => ({ password, code: code?.text }),
    after: (aim) => {
      const { account, isRight } = aim;
      if (!isRight || !account.factor || !afterCode(aim)) return undefined;
      return changed(aim, { factor: undefined, factor_changes: (account.factor_changes ?? 0) + 1 });
    },
    rejection: ({ account, isRight }) => {
      if (!account || !isRight) return 422;
      return account.factor ? 403 : 409;
    },
  },
};

/** The account's second factor after the code; `undefined` if the code is rejected. Without a second factor, none is needed. */
function afterCode({ account, code }: Aim): { factor?: StoredFactor } | undefined {
  const { factor } = account;
  if (!factor) return {};
  const { step, hash } = code ?? {};
  if (step !== undefined) return step > factor.u ? { factor: { ...factor, u: step } } : undefined;
  const left = factor.r.filter((each) => !hash || Buffer.compare(each, hash) !== 0);
  return left.length < factor.r.length ? { factor: { ...factor, r: left } } : undefined;
}

export const endpointOf = (kind: AccountKind): Tested => operations[kind].endpoint;

export function send(kind: AccountKind, aim: AccountAim, token?: string) {
  const { endpoint, body } = operations[kind];
  const { handler, method } = endpoint;
  return call(handler, { method, token, path: { id: aim.target }, body: body?.(aim) });
}

/** The account after an operation, or the status of its answer if it has none. */
export function outcomeOf(
  kind: AccountKind,
  aim: AccountAim,
  isSessionAlive: boolean,
): StoredAccount | number {
  const { after, rejection } = operations[kind];
  const { account } = aim;
  if (!isOpen(kind) && !isSessionAlive) return 401;
  if (kind === 'signup' && !account) return signedUp(aim) ?? 201;
  const changed = account && after({ ...aim, account });
  return changed ?? (typeof rejection === 'number' ? rejection : rejection(aim));
}

/** The account that a signup creates. */
const signedUp = ({ email, found }: AccountAim): StoredAccount | undefined => {
  if (!found) return undefined;
  const { first_name, last_name } = person();
  const sessions = startedIn(found.sessions);
  const fields = { first_name, last_name, email, email_verified: false, sessions, tokens: {}, version: 1 };
  return { ...found, ...fields, leaving: undefined };
};

export const MAX_TOKENS = 10;

const livingIn = ({ tokens }: StoredAccount) =>
  Object.fromEntries(Object.entries(tokens).filter(([, token]) => isTokenActive(token)));

const isFull = (account: StoredAccount): boolean => Object.keys(livingIn(account)).length === MAX_TOKENS;

/** One session or access token in `found` that isn't in `before`. */
function startedIn<Value>(found: Record<string, Value> = {}, before: Record<string, Value> = {}) {
  const [started = ''] = Object.keys(found).filter((id) => !before[id]);
  return only(found, started);
}

const without = <Value>(all: Record<string, Value>, left: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => id !== left));

const only = <Value>(all: Record<string, Value>, kept: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => id === kept));
