import type { SessionReference } from '../auth/session.ts';
import { namesPart } from './account.ts';
import { changeOwnAccount } from './change-account.ts';

interface Names {
  first_name?: string | undefined;
  last_name?: string | undefined;
}

/** Changes the names that are given. Throws `SessionEndedError`. */
export const updateNames = (caller: SessionReference, names: Names): Promise<void> =>
  changeOwnAccount(caller, namesPart, (account) => ({
    ...account,
    first_name: names.first_name ?? account.first_name,
    last_name: names.last_name ?? account.last_name,
  }));
