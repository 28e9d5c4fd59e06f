import { describe, expect, it } from 'vitest';
import commonPasswords from '../../../lib/auth/common-passwords.json' with { type: 'json' };
import { isCommonPassword, nameWeakness, passwordWeakness } from '../../../lib/auth/password-strength.ts';

const COMMON = 'too_common: is too common (choose one that is harder to guess)';
const REPEATS = 'too_common: is too easy to guess (it repeats a few characters; use several words)';
const RUN = 'too_common: is too easy to guess (it is a run of digits, letters or keys; use several words)';
const NAME =
  "too_common: is too easy to guess (it is your name, your e-mail address or this service's name; use several words)";

const words = (text: string) => text.trim().split(/\s+/);

describe('passwordWeakness', () => {
  it.each(
    words(`
      88888888 aaaaaaaa 87654321 12341234 admin123 password123 welcome1 changeme Passw0rd P@ssw0rd abcd1234
      qwerty12 iloveyou2 letmein1 football1 monkey123 dragon123 test1234 welcome123 11223344 147258369
    `),
  )('rejects the common %s', (password) => {
    expect(passwordWeakness(password)).toBe(COMMON);
  });

  it.each(
    words(`
      abcabcabc 45674567 zzzzzzzzz $$$$$$$$ xyzXYZxyz haHEhahe 90919091 77777777777 q1q1q1q1q1 !?!?!?!? éàéàéàéà
      🎈🎈🎈🎈🎈🎈🎈🎈 wxyawxya abcdabcdab mimimimimimimimimimimim
    `),
  )('rejects %s, which repeats a few characters', (password) => {
    expect(passwordWeakness(password)).toBe(REPEATS);
  });

  it.each(
    words(`
      bcdefghijk ihgfedcba lkjhgfds 34567890 23456789012 nopqrstu UVWXYZabc oiuytrewq wertzuiop zertyuiop
      rewqfdsavcxz yxcvbnmlkj aaaabbbb 7777xxxx aaa111222 4rfv5tgb 7ujm6yhn !@#$%^&* i8u7y6t5 6543210987
      zxcvbnmlkjhgfdsa abcxyzabcxyz
    `),
  )('rejects %s, which is made of runs', (password) => {
    expect(passwordWeakness(password)).toBe(RUN);
  });

  it.each([
    ...['correct horse', 'correct horse battery', 'password of a house', 'lion tuna lamp', 'wertvoll'],
    ...['1234567x', 'abcdefgX1', 'abcdeabcde1', '7-Kj2!pQ', 'abcdefghijklmnopqrstuvwxyz'],
  ])('accepts %s', (password) => {
    expect(passwordWeakness(password)).toBeUndefined();
  });

  it('rejects a pattern of 23 characters, and accepts one of 24', () => {
    expect([passwordWeakness('🎈'.repeat(18)), passwordWeakness('x'.repeat(23))]).toEqual([REPEATS, REPEATS]);
    expect(passwordWeakness('x'.repeat(24))).toBeUndefined();
  });
});

it('the common passwords are 4,500 in small letters that meet the length rules', () => {
  expect(new Set(commonPasswords).size).toBe(4_500);
  expect(commonPasswords.filter((word) => word.length < 8 || word !== word.toLowerCase())).toEqual([]);
  const all = ['PASSWORD', 'Iloveyou1', '1q2w3e4r5t', 'correct horse', 'password of a house', ''];
  expect(all.filter(isCommonPassword)).toEqual(['PASSWORD', 'Iloveyou1', '1q2w3e4r5t']);
});

describe('nameWeakness', () => {
  const names = ['Zoë', 'O’Hara', 'x', 'zoe.ohara', '1815'];

  it.each([
    ...['zoe12345', 'ZOË-1815', 'ohara2026', "O'Hara!!!", 'zoe_ohara_99'],
    ...['eventbudget1', 'Event-Budget-2026', 'event budget service'],
  ])('rejects %s', (password) => {
    expect(nameWeakness(password, names)).toBe(NAME);
    expect(nameWeakness('13800138', ['13800138'])).toBe(NAME);
  });

  it.each(['grace.brewster.hopper@example.com', 'Grace.Brewster.Hopper@Example.com'])(
    'rejects %s, which is long, for that address, and accepts it with more',
    (password) => {
      const addresses = ['grace.brewster.hopper@example.com'];
      expect(nameWeakness(password, addresses)).toBe(NAME);
      expect(nameWeakness(`${password}!`, addresses)).toBeUndefined();
      expect(nameWeakness(password, names)).toBeUndefined();
    },
  );

  it.each(['zoe and friends', 'x1234567', '98765432', 'zoe.ohara'.padEnd(24, '.'), 'budget events'])(
    'accepts %s',
    (password) => {
      expect(nameWeakness(password, names)).toBeUndefined();
    },
  );
});
