import { describe, expect, it } from 'vitest';
import {
  countFailedLogin,
  createAccount,
  getAccount,
  resetFailedLogins,
} from '../../../lib/accounts/account-repository.ts';

let accounts = 0;
const account = () => ({
  account_id: `account-${++accounts}`,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `ada-${accounts}@example.com`,
  password_hash: 'a hash',
});

describe('createAccount', () => {
  it('stores an account that getAccount gives back whole', async () => {
    const ada = account();
    expect(await createAccount(ada)).toBe('done');
    expect(await getAccount(ada.email)).toEqual({ account: ada, hasFailedLogins: false });
  });

  it('finds an account with the same e-mail address, and leaves it alone', async () => {
    const ada = account();
    await createAccount(ada);
    expect(await createAccount({ ...account(), email: ada.email })).toBe('exists');
    expect(await getAccount(ada.email)).toEqual({ account: ada, hasFailedLogins: false });
  });
});

describe('getAccount', () => {
  it('knows no account of an unknown e-mail', async () => {
    expect(await getAccount('nobody@example.com')).toEqual({ account: undefined, hasFailedLogins: false });
  });

  it('tells of failed logins, with an account and without', async () => {
    const ada = account();
    await createAccount(ada);
    for (const [email, known] of [
      [ada.email, ada],
      ['nobody@example.org', undefined],
    ] as const) {
      await countFailedLogin(email);
      expect(await getAccount(email)).toEqual({ account: known, hasFailedLogins: true });
      await resetFailedLogins(email);
    }
  });
});
