import { expect, it } from 'vitest';
import { withConfirmed } from '../../../lib/accounts/email.ts';
import { invalidToken } from '../../../lib/accounts/mailed-link.ts';
import { fingerprintOf } from '../../../lib/auth/mailed-tokens.ts';
import { newAccount } from '../../support/account.ts';

it('a mailed token that changes an address counts the change, and is for nothing without an address', () => {
  const account = newAccount({ address_changes: 1 });
  const mailed = {
    ...{ kind: 'change-email' as const, accountId: account.account_id },
    ...{ fingerprint: fingerprintOf(account, 'change-email'), email: 'other@example.com' },
  };
  const changed = {
    email: mailed.email,
    email_verified: true,
    address_changes: 2,
    email_changed_at: expect.any(Number),
  };
  expect(withConfirmed(account, mailed)).toEqual({ ...account, ...changed });
  const { email: _, ...without } = mailed;
  expect(() => withConfirmed(account, without)).toThrow(invalidToken());
});
