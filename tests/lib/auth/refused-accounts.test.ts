import { expect, it } from 'vitest';
import { rememberRefused, wasRefused } from '../../../lib/auth/refused-accounts.ts';

it('the account that was refused first is forgotten after a thousand others', () => {
  const others = Array.from({ length: 1_000 }, (_, n) => `account ${n}`);
  for (const account of ['first', ...others.slice(1), 'first']) rememberRefused(account);
  expect([...others.slice(1), 'first'].every(wasRefused)).toBe(true);
  rememberRefused('account 0');
  expect(wasRefused('account 1')).toBe(false);
  expect(['first', ...others.slice(2), 'account 0'].every(wasRefused)).toBe(true);
});
