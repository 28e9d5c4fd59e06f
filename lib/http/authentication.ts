import type { Role } from '../auth/roles.ts';
import { livingSession, type SessionReference } from '../auth/session.ts';
import { verifyExpiredSessionToken, verifySessionToken } from '../auth/session-tokens.ts';
import { unauthorized } from './errors.ts';

/** The account that makes a call, its session, and the roles of which one suffices in an event of another account. */
export interface Caller extends SessionReference {
  roles: readonly Role[];
}

/** How an endpoint learns who calls. */
export interface Authentication<Who extends Caller | undefined> {
  scheme: 'none' | 'optional' | 'bearer';
  /** Throws an `HttpError` for a missing or invalid token. */
  authenticate: (authorization: string | undefined, roles?: readonly Role[]) => Promise<Who>;
  /** Throws an `HttpError` if the caller's session has ended. */
  requireSession: (caller: Who) => Promise<void>;
}

type Verify = (token: string) => Promise<SessionReference | undefined>;

const callerBy = async (verify: Verify, authorization = '', roles: readonly Role[] = []) => {
  const session = await verify(authorization.replace(/^bearer +/i, ''));
  return session && { ...session, roles };
};

const sessionBy = (verify: Verify): Authentication<Caller> => ({
  scheme: 'bearer',
  authenticate: async (authorization, roles) => {
    const caller = await callerBy(verify, authorization, roles);
    if (caller === undefined) throw unauthorized('token_refused');
    return caller;
  },
  requireSession: async (caller) => {
    if (!(await livingSession(caller))) throw unauthorized('token_refused');
  },
});

/** Requires a token of a living session, sent as `Bearer <token>` or without the scheme. */
export const session = sessionBy(verifySessionToken);

/** Also takes a token that has expired, as long as its session lives. */
export const sessionByExpiredToken = sessionBy(verifyExpiredSessionToken);

/** Takes a token, but requires none. An invalid one is the same as none. Whether its session lives is not checked. */
export const optionalSession: Authentication<Caller | undefined> = {
  scheme: 'optional',
  authenticate: async (authorization) => callerBy(verifySessionToken, authorization),
  requireSession: async () => undefined,
};
