import { sessionsPart } from '../accounts/account.ts';
import { changeOwnAccount } from '../accounts/change-account.ts';
import { isTokenAlive } from '../auth/access-token.ts';
import type { SessionReference } from '../auth/session.ts';
import { NotFoundError } from '../errors.ts';

/** Ends an access token of the caller's account. Throws `NotFoundError`, also if it has expired, and `SessionEndedError`. */
export const endToken = (caller: SessionReference, id: string): Promise<void> =>
  changeOwnAccount(caller, sessionsPart, (account) => {
    const { [id]: ended, ...tokens } = account.tokens;
    if (!ended || !isTokenAlive(ended)) throw new NotFoundError('There is no such access token');
    return { ...account, tokens };
  });
