import { sessionsPart } from '../accounts/account.ts';
import { changeOwnAccount } from '../accounts/change-account.ts';
import { isTokenActive } from '../auth/access-token.ts';
import type { SessionReference } from '../auth/session.ts';
import { Rejection } from '../errors.ts';

/** Ends an access token of the caller's account. Throws `not_found`, also if it has expired, and `unauthorized`. */
export const endToken = (caller: SessionReference, id: string): Promise<void> =>
  changeOwnAccount(caller, sessionsPart, (account) => {
    const { [id]: ended, ...tokens } = account.tokens;
    if (!ended || !isTokenActive(ended)) throw new Rejection('not_found');
    return { ...account, tokens };
  });
