import type { SessionReference } from '../auth/session.ts';
import type { Some } from '../schema.ts';
import { namesPart } from './account.ts';
import { changeOwnAccount } from './change-account.ts';
import type { Person } from './person.ts';

type Names = Some<Pick<Person, 'first_name' | 'last_name'>>;

/** Changes the names that are given. Throws `SessionEndedError`. */
export const updateNames = (caller: SessionReference, names: Names): Promise<void> =>
  changeOwnAccount(caller, namesPart, (account) => ({
    ...account,
    first_name: names.first_name ?? account.first_name,
    last_name: names.last_name ?? account.last_name,
  }));
