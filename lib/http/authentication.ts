import { verifyToken } from '../auth/tokens.ts';
import { unauthorized } from './errors.ts';

/** The account that makes a call. */
export interface Caller {
  accountId: string;
}

/** How an endpoint learns who calls. */
export interface Authentication<Who extends Caller | undefined> {
  scheme: 'none' | 'bearer';
  /** Throws an `HttpError` for a missing or invalid token. */
  authenticate: (authorization: string | undefined) => Promise<Who>;
}

export const none: Authentication<undefined> = { scheme: 'none', authenticate: async () => undefined };

/** Requires a token, sent as `Bearer <token>` or without the scheme. */
export const bearer: Authentication<Caller> = {
  scheme: 'bearer',
  authenticate: async (authorization = '') => {
    const accountId = await verifyToken(authorization.replace(/^bearer +/i, ''));
    if (accountId === undefined) throw unauthorized('token_refused');
    return { accountId };
  },
};
