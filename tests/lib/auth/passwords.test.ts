import bcrypt from 'bcryptjs';
import { describe, expect, it, vi } from 'vitest';
import { hashPassword, passwordFault, passwordMatches } from '../../../lib/auth/passwords.ts';

const LONGEST = 'é'.repeat(36);

describe('hashPassword', () => {
  it('returns a bcrypt hash of the configured cost, accepts 72 bytes and compares the last one', async () => {
    const hash = await hashPassword(LONGEST);
    expect(bcrypt.getRounds(hash)).toBe(4);
    expect(await passwordMatches(LONGEST, hash)).toBe(true);
    expect(await passwordMatches(`${LONGEST.slice(0, -1)}è`, hash)).toBe(false);
  });

  it.each(['short', `${LONGEST}x`, 'secretpw\0secretpw', 'password\ud800'])(
    'throws on %j',
    async (password) => {
      const message = `Password ${passwordFault(password)}`;
      await expect(hashPassword(password)).rejects.toThrow(new RangeError(message));
    },
  );
});

describe('passwordMatches', () => {
  it.each([
    ['a longer one that bcrypt would truncate', LONGEST, `${LONGEST}x`],
    ['a repetition after NUL, which bcrypt would accept', 'secretpw', 'secretpw\0secretpw'],
  ])('rejects %s', async (_, right, password) => {
    const hash = await hashPassword(right);
    expect(await bcrypt.compare(password, hash)).toBe(true);
    expect(await passwordMatches(password, hash)).toBe(false);
  });

  it('rejects a wrong password', async () => {
    expect(await passwordMatches('wrong horse', await hashPassword('correct horse'))).toBe(false);
  });

  it.each(['correct horse', '', `${LONGEST}x`])(
    'rejects %j without an account, after a full bcrypt comparison of the same cost',
    async (password) => {
      const compare = vi.spyOn(bcrypt, 'compare');
      expect(await passwordMatches(password, undefined)).toBe(false);
      const [, standIn = ''] = compare.mock.calls.at(-1) ?? [];
      expect([standIn.length, bcrypt.getRounds(standIn)]).toEqual([60, 4]);
      expect(await bcrypt.hash('any', standIn.slice(0, 29))).toHaveLength(60);
      compare.mockRestore();
    },
  );
});
