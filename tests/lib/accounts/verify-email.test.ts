import { describe, expect, it } from 'vitest';
import { withConfirmed } from '../../../lib/accounts/email.ts';
import { invalidToken } from '../../../lib/accounts/mailed-link.ts';
import { emailFingerprint, fingerprintOf, type MailedToken } from '../../../lib/auth/mailed-tokens.ts';
import { newAccount } from '../../support/account.ts';

const account = newAccount();
const { account_id: accountId, email } = account;
const other = 'other@example.com';
const others = {
  'another password': { ...account, password_hash: 'another hash' },
  'another address': { ...account, email: 'third@example.com' },
};

describe('a mailed token that verifies an address', () => {
  const mailed: MailedToken = { kind: 'verify-email', accountId, fingerprint: emailFingerprint(email) };

  it('verifies it, with any password', () => {
    expect(withConfirmed(account, mailed)).toEqual({ ...account, email_verified: true });
    const changed = others['another password'];
    expect(withConfirmed(changed, mailed)).toEqual({ ...changed, email_verified: true });
  });

  it('leaves one that is verified', () => {
    const verified = { ...account, email_verified: true };
    expect(withConfirmed(verified, mailed)).toBe(verified);
  });

  it('verifies no other one', () => {
    expect(() => withConfirmed(others['another address'], mailed)).toThrow(invalidToken());
  });
});

describe('a mailed token that changes an address', () => {
  const mailed: MailedToken = {
    ...{ kind: 'change-email', accountId, fingerprint: fingerprintOf(account, 'change-email') },
    email: other,
  };

  it('sets the address that it was mailed to, which is verified', () => {
    expect(withConfirmed(account, mailed)).toEqual({
      ...account,
      email: other,
      email_verified: true,
      address_changes: 1,
      email_changed_at: expect.any(Number),
    });
  });

  it('leaves an account that has it', () => {
    const changed = { ...others['another password'], email: other };
    expect(withConfirmed(changed, mailed)).toBe(changed);
  });

  it.each(Object.entries(others))('is refused with %s', (_, changed) => {
    expect(() => withConfirmed(changed, mailed)).toThrow(invalidToken());
  });

  it('is refused without an address', () => {
    const { email: _, ...without } = mailed;
    expect(() => withConfirmed(account, without)).toThrow(invalidToken());
  });
});
