import { describe, expect, it } from 'vitest';
import { createAccount, getAccount } from '../../../lib/accounts/account-repository.ts';
import { countFailedLogin, countLogin } from '../../../lib/accounts/login-limits.ts';

let accounts = 0;
const account = () => ({
  account_id: `account-${++accounts}`,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `ada-${accounts}@example.com`,
  password_hash: 'a hash',
});

describe('createAccount', () => {
  it('stores an account that getAccount returns with all fields', async () => {
    const ada = account();
    expect(await createAccount(ada)).toBe('done');
    expect(await getAccount(ada.email)).toEqual({ account: ada, failedLogins: undefined });
  });

  it('returns exists if the e-mail address is taken, and leaves that account unchanged', async () => {
    const ada = account();
    await createAccount(ada);
    expect(await createAccount({ ...account(), email: ada.email })).toBe('exists');
    expect(await getAccount(ada.email)).toEqual({ account: ada, failedLogins: undefined });
  });
});

describe('getAccount', () => {
  it('returns no account for an unknown e-mail', async () => {
    expect(await getAccount('nobody@example.com')).toEqual({ account: undefined, failedLogins: undefined });
  });

  it('returns the counter of failed logins, with and without an account', async () => {
    const ada = account();
    await createAccount(ada);
    for (const [email, known] of [
      [ada.email, ada],
      ['nobody@example.org', undefined],
    ] as const) {
      await countFailedLogin(email);
      expect(await getAccount(email)).toEqual({
        account: known,
        failedLogins: expect.objectContaining({ attempts: 1 }),
      });
    }
  });

  it('returns no counter of a network', async () => {
    await countLogin('nobody@example.net', '192.0.2.1');
    expect(await getAccount('nobody@example.net')).toEqual({ account: undefined, failedLogins: undefined });
  });
});
