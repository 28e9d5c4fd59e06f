import { livingSession, type SessionReference } from '../auth/session.ts';
import { verifyExpiredToken, verifyToken } from '../auth/access-tokens.ts';
import { unauthorized } from './errors.ts';

/** The account that makes a call, and its session. */
export type Caller = SessionReference;

/** How an endpoint learns who calls. */
export interface Authentication<Who extends Caller | undefined> {
  scheme: 'none' | 'optional' | 'bearer';
  /** Throws an `HttpError` for a missing or invalid token. */
  authenticate: (authorization: string | undefined) => Promise<Who>;
  /** Throws an `HttpError` if the caller's session has ended. */
  requireSession: (caller: Who) => Promise<void>;
}

const bearerWith = (
  verify: (token: string) => Promise<SessionReference | undefined>,
): Authentication<Caller> => ({
  scheme: 'bearer',
  authenticate: async (authorization = '') => {
    const session = await verify(authorization.replace(/^bearer +/i, ''));
    if (session === undefined) throw unauthorized('token_refused');
    return session;
  },
  requireSession: async (caller) => {
    if (!(await livingSession(caller))) throw unauthorized('token_refused');
  },
});

/** Requires a token of a living session, sent as `Bearer <token>` or without the scheme. */
export const bearer = bearerWith(verifyToken);

/** The same for a token that may have expired while its session lives. */
export const expiredBearer = bearerWith(verifyExpiredToken);

/** Takes a token, but requires none. An invalid one is the same as none. Whether its session lives is not checked. */
export const optionalBearer: Authentication<Caller | undefined> = {
  scheme: 'optional',
  authenticate: async (authorization = '') => verifyToken(authorization.replace(/^bearer +/i, '')),
  requireSession: async () => undefined,
};
