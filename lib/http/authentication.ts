import { verifyToken } from '../auth/tokens.ts';
import { tokenRefused } from './refusals.ts';

/** Who may call: gives the id of the account that calls, or refuses. */
export type Access<AccountId> = (authorization: string | undefined) => Promise<AccountId>;

export const anyone: Access<undefined> = async () => undefined;

/** For those who come for a token; so many tries in a window of time. */
export const tokenSeeker: Access<undefined> = async () => undefined;

/** For the holder of a token, sent as `Bearer <token>` or bare. */
export const tokenHolder: Access<string> = async (authorization = '') => {
  const accountId = await verifyToken(authorization.replace(/^bearer +/i, ''));
  if (accountId === undefined) throw tokenRefused();
  return accountId;
};
