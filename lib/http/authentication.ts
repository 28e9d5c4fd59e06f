import { type Access, isAccessToken, verifyAccessToken } from '../auth/access-token.ts';
import { rememberRejected } from '../auth/rejected-accounts.ts';
import type { Role } from '../auth/roles.ts';
import { activeSession, type SessionReference } from '../auth/session.ts';
import { verifyExpiredSessionToken, verifySessionToken } from '../auth/session-tokens.ts';
import type { LinkTarget } from '../auth/share-token.ts';
import { Rejection } from '../errors.ts';
import { problem } from '../problem.ts';
import type { CallContext } from './lambda-handler.ts';

/** The account that makes a call, and the roles of which one suffices in an event of another account. */
export interface Caller {
  accountId: string;
  /** Id of the access token that makes the call, if one does. */
  tokenId?: string;
  /** Access level of that token. */
  access?: Access;
  /** Unless an access token makes the call. */
  sessionId?: string;
  roles: readonly Role[];
}

type SessionCaller = Caller & SessionReference;

interface Credentials {
  /** From the header `Authorization`; empty if there is none. */
  token: string;
  /** From the address; empty if there is none. */
  addressToken: string;
  roles: readonly Role[] | undefined;
  /** Gets the account, and the access token if it is one, for the log. */
  context: CallContext;
}

/** An account, the holder of a share link, or nobody. */
export type Admitted = Caller | LinkTarget | undefined;

export interface Authentication<Who extends Admitted> {
  /** `address` is a token in the query, `link` that of a share link. */
  scheme: 'none' | 'optional' | 'bearer' | 'address' | 'link';
  /** Access levels that suffice, the least first. Without it, every access token is rejected. */
  access?: readonly Access[];
  /** Throws for a token that is missing, invalid or not enough. */
  authenticate: (credentials: Credentials) => Promise<Who>;
  /** The authorization gate. Throws if the caller's session has ended, or the account is blocked. */
  requireSession: (caller: Who) => Promise<void>;
}

const notEnough = (text: string) =>
  new Rejection('insufficient_scope', { field: 'token', problem: problem('insufficient_scope', text) });

/** The error for an access token that doesn't suffice: none does, or only one with more access. */
export const insufficientScope = (needed?: readonly Access[]) =>
  notEnough(
    needed === undefined
      ? "Access tokens can't do this. Log in and send your session token."
      : `This requires an access token with ${needed.join(' or ')} access.`,
  );

/** A program could refresh a session for 30 days, and invite people with it. */
export const accessTokenNeeded = () => notEnough('Create an access token for a program.');

export const blocked = () =>
  new Rejection('forbidden', {
    field: 'account',
    problem: problem('blocked', 'This account is blocked. Contact the operator of this service.'),
  });

type Verify = (token: string) => Promise<SessionReference | undefined>;

async function sessionCaller(verify: Verify, credentials: Credentials): Promise<SessionCaller | undefined> {
  const session = await verify(credentials.token);
  credentials.context.accountId = session?.accountId;
  return session && { ...session, roles: credentials.roles ?? [] };
}

/** Verifies an access token before anything else is read: it has no signature, so only the table tells if it is valid. */
async function readAccessToken(credentials: Credentials) {
  const token = await verifyAccessToken(credentials.token);
  if (!token) throw new Rejection('unauthorized');
  credentials.context.accountId = token.accountId;
  credentials.context.tokenId = token.id;
  if (token.isBlocked) throw blocked();
  return token;
}

async function requireActive(session: SessionReference): Promise<void> {
  const active = await activeSession(session);
  if (active && !active.isBlocked) return;
  rememberRejected(session.accountId);
  throw active ? blocked() : new Rejection('unauthorized');
}

const sessionBy = (verify: Verify): Authentication<SessionCaller> => ({
  scheme: 'bearer',
  authenticate: async (credentials) => {
    if (isAccessToken(credentials.token)) {
      await readAccessToken(credentials);
      throw insufficientScope();
    }
    const caller = await sessionCaller(verify, credentials);
    if (caller === undefined) throw new Rejection('unauthorized');
    return caller;
  },
  requireSession: requireActive,
});

/** Requires the token of an active session. */
export const session = sessionBy(verifySessionToken);

/** Also takes a session token that has expired, as long as its session is active. */
export const sessionByExpiredToken = sessionBy(verifyExpiredSessionToken);

/** Requires the token of an active session, or an access token that has one of these. */
export const sessionOrToken = (...access: [Access, ...Access[]]): Authentication<Caller> => ({
  scheme: 'bearer',
  access,
  authenticate: async (credentials) => {
    if (!isAccessToken(credentials.token)) return session.authenticate(credentials);
    const { accountId, id, access: held } = await readAccessToken(credentials);
    if (!access.includes(held)) throw insufficientScope(access);
    return { accountId, tokenId: id, access: held, roles: credentials.roles ?? [] };
  },
  requireSession: async ({ accountId, sessionId }) => {
    if (sessionId !== undefined) await requireActive({ accountId, sessionId });
  },
});

/** Takes a session token, but requires none. An invalid one is the same as none, and its session may have ended. */
export const optionalSession: Authentication<SessionCaller | undefined> = {
  scheme: 'optional',
  authenticate: (credentials) => sessionCaller(verifySessionToken, credentials),
  requireSession: async () => undefined,
};
