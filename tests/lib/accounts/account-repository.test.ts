import { describe, expect, it } from 'vitest';
import { createAccount, getAccount } from '../../../lib/accounts/account-repository.ts';
import { newAccount } from '../../support/account.ts';

describe('createAccount', () => {
  it('stores an account that getAccount returns with all fields', async () => {
    const ada = newAccount();
    await createAccount(ada);
    expect(await getAccount(ada.account_id)).toEqual(ada);
  });

  it('leaves an account unchanged that has the id', async () => {
    const ada = newAccount();
    await createAccount(ada);
    await createAccount({ ...newAccount(), account_id: ada.account_id });
    expect(await getAccount(ada.account_id)).toEqual(ada);
  });
});

describe('getAccount', () => {
  it('returns nothing for an unknown id', async () => {
    expect(await getAccount('unknown')).toBeUndefined();
  });
});
