import { verifyToken } from '../auth/tokens.ts';
import { unauthorized } from './refusals.ts';

/** Who may call: gives the id of the account that calls, or refuses. */
export type Access<AccountId> = (authorization: string | undefined) => Promise<AccountId>;

/** For those who have no token yet. */
export const anyone: Access<undefined> = async () => undefined;

/** For the holder of a token, sent as `Bearer <token>` or bare. */
export const tokenHolder: Access<string> = async (authorization = '') => {
  const accountId = await verifyToken(authorization.replace(/^bearer +/i, ''));
  if (accountId === undefined) throw unauthorized();
  return accountId;
};
