import type { SessionReference } from '../auth/session.ts';
import { withNewTexts } from '../new-text.ts';
import type { Some } from '../schema.ts';
import { namesPart } from './account.ts';
import { changeOwnAccount } from './change-account.ts';
import { newNames } from './fields.ts';
import type { Person } from './person.ts';

/** Throws `invalid` and `unauthorized`. */
export const updateNames = (
  caller: SessionReference,
  names: Some<Pick<Person, 'first_name' | 'last_name'>>,
): Promise<void> =>
  changeOwnAccount(caller, namesPart, (account) => {
    const { first_name = account.first_name, last_name = account.last_name } = withNewTexts(
      newNames,
      names,
      account,
    );
    return { ...account, first_name, last_name };
  });
