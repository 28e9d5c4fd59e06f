import { expect, it } from 'vitest';
import { rememberRejected, wasRejected } from '../../../lib/auth/rejected-accounts.ts';

it('the account that was rejected first is forgotten after a thousand others', () => {
  const others = Array.from({ length: 1_000 }, (_, n) => `account ${n}`);
  for (const account of ['first', ...others.slice(1), 'first']) rememberRejected(account);
  expect([...others.slice(1), 'first'].every(wasRejected)).toBe(true);
  rememberRejected('account 0');
  expect(wasRejected('account 1')).toBe(false);
  expect(['first', ...others.slice(2), 'account 0'].every(wasRejected)).toBe(true);
});
