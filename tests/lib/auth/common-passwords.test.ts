import { describe, expect, it } from 'vitest';
import commonPasswords from '../../../lib/auth/common-passwords.json' with { type: 'json' };
import { isCommonPassword } from '../../../lib/auth/password-strength.ts';

describe('isCommonPassword', () => {
  it.each(['password', 'PASSWORD', 'Iloveyou1', 'trustno1', '1q2w3e4r5t'])('is true for %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['correct horse', 'password of a house', ''])('is false for %j', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('has 4,500 unique lower-case passwords that meet the length rules', () => {
    expect(new Set(commonPasswords).size).toBe(4_500);
    expect(commonPasswords.filter((word) => word.length < 8 || word !== word.toLowerCase())).toEqual([]);
  });
});
