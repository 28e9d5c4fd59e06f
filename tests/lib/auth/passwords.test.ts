import bcrypt from 'bcryptjs';
import { describe, expect, it, vi } from 'vitest';
import { hashPassword, passwordFault, passwordMatches } from '../../../lib/auth/passwords.ts';

const LONGEST = 'é'.repeat(36);

describe('hashPassword', () => {
  it('returns a bcrypt hash of the configured cost that the password matches', async () => {
    const hash = await hashPassword('correct horse');
    expect(bcrypt.getRounds(hash)).toBe(4);
    expect(await passwordMatches('correct horse', hash)).toBe(true);
  });

  it('accepts 72 bytes and compares the last one', async () => {
    const hash = await hashPassword(LONGEST);
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
  it('rejects a longer password that bcrypt would truncate to the right one', async () => {
    const hash = await hashPassword(LONGEST);
    expect(await bcrypt.compare(`${LONGEST}x`, hash)).toBe(true);
    expect(await passwordMatches(`${LONGEST}x`, hash)).toBe(false);
  });

  it('rejects a repetition of the right password after NUL, which bcrypt would accept', async () => {
    const hash = await hashPassword('secretpw');
    expect(await bcrypt.compare('secretpw\0secretpw', hash)).toBe(true);
    expect(await passwordMatches('secretpw\0secretpw', hash)).toBe(false);
  });

  it('rejects a wrong password, and any password without a hash', async () => {
    expect(await passwordMatches('wrong horse', await hashPassword('correct horse'))).toBe(false);
    expect(await passwordMatches('correct horse', undefined)).toBe(false);
  });

  it.each(['correct horse', '', `${LONGEST}x`])(
    'does a full bcrypt comparison of the same cost for %j without an account',
    async (password) => {
      const compare = vi.spyOn(bcrypt, 'compare');
      await passwordMatches(password, undefined);
      const [, standIn = ''] = compare.mock.calls.at(-1) ?? [];
      expect(standIn).toHaveLength(60);
      expect(bcrypt.getRounds(standIn)).toBe(4);
      expect(await bcrypt.hash('any', standIn.slice(0, 29))).toHaveLength(60);
      compare.mockRestore();
    },
  );
});

describe('passwordFault', () => {
  it('returns undefined for a valid password', () => {
    expect(passwordFault('1234567x')).toBeUndefined();
  });
});
