import { describe, expect, it } from 'vitest';
import { nobody } from '../../support/client.ts';
import { newMember, resetTokenOf, statusOfLogin } from '../../support/mail.ts';
import { person } from '../../support/service.ts';

const OLD = 'Käsebrötchen für Zoë';
const NEW = 'Crème brûlée für Ångström';

const statusOf = async (outcome: Promise<{ status: number }>): Promise<number> => (await outcome).status;

describe.each([
  ['NFC', 'NFD'],
  ['NFD', 'NFC'],
])('a password in %s that is chosen works in %s', (chosen, sent) => {
  const password = OLD.normalize(sent);

  it('at a login, a change of password, as the old and as the new one, and after a reset', async () => {
    const { email, ...ada } = await newMember({ password: OLD.normalize(chosen) });
    expect(await statusOfLogin(email, password)).toBe(200);
    expect(await statusOfLogin(email, `${password}!`)).toBe(401);
    expect(await statusOf(ada.changePassword({ password, new_password: NEW.normalize(chosen) }))).toBe(200);
    expect(await statusOfLogin(email, NEW.normalize(sent))).toBe(200);
    const again = { password: NEW, new_password: NEW.normalize(sent) };
    expect((await ada.changePassword(again)).codes).toEqual([422, 'new_password duplicate']);
    const body = { token: await resetTokenOf(email), password: OLD.normalize(chosen) };
    expect(await statusOf(nobody.resetPassword(body))).toBe(200);
    expect(await statusOfLogin(email, password)).toBe(200);
  });

  it('to verify an address, to change it, and to delete the account', async () => {
    const { verification, ...ada } = await newMember({ password: OLD.normalize(chosen) });
    expect(await statusOf(nobody.verifyEmail({ token: verification, password }))).toBe(200);
    expect(await statusOf(ada.changeEmail({ password, email: person().email }))).toBe(200);
    expect(await statusOf(ada.deleteAccount({ password }))).toBe(200);
  });
});

it('letters that only look alike are not the same', async () => {
  const { email } = await newMember({ password: 'a fair ﬁrst passphrase' });
  expect(await statusOfLogin(email, 'a fair first passphrase')).toBe(401);
});

const NAME = 'Zoë Désirée Françoise Müller';

it.each<[password: string, codes: (string | number)[], first_name?: string]>([
  // 8 letters of two characters each, and 72 bytes that were 108 or 120.
  ['äöüßÄÖÜé'.normalize('NFD'), [201]],
  ['é'.repeat(36).normalize('NFD'), [201]],
  ['ế'.repeat(24).normalize('NFD'), [201]],
  ['äöüàâÄé'.normalize('NFD'), [422, 'password too_short']],
  // 74 bytes that were 111, and 78 that were 39.
  ['é'.repeat(37).normalize('NFD'), [422, 'password too_long']],
  ['\u0958'.repeat(13), [422, 'password too_long']],
  // A common one with a Greek question mark.
  ['asdfjkl\u037e', [422, 'password too_common']],
  ['éà'.repeat(6).normalize('NFD'), [422, 'password too_common']],
  [NAME.normalize('NFC'), [422, 'password too_common'], NAME.normalize('NFD')],
  [NAME.normalize('NFD'), [422, 'password too_common'], NAME.normalize('NFC')],
])(
  'the rules for a new password are of its normal form: %s is %j',
  async (password, codes, first_name = 'Ada') => {
    expect((await nobody.signup(person({ password, first_name }))).codes).toEqual(codes);
  },
);

describe('a password with half a character', () => {
  const password = 'a fair passphrase \ud83c';

  it('is rejected where one is chosen', async () => {
    const ada = await newMember({ password: OLD });
    const reset = { token: await resetTokenOf(ada.email), password };
    const codes = [
      (await nobody.signup(person({ password }))).codes,
      (await nobody.resetPassword(reset)).codes,
      (await ada.changePassword({ password: OLD, new_password: password })).codes,
    ];
    const invalid = [422, 'password invalid'];
    expect(codes).toEqual([invalid, invalid, [422, 'new_password invalid']]);
    expect(await statusOfLogin(ada.email, OLD)).toBe(200);
  });

  it('is wrong where one is compared, also with what replaces it', async () => {
    const ada = await newMember({ password: password.toWellFormed() });
    expect(await statusOfLogin(ada.email, password)).toBe(401);
    expect((await ada.deleteAccount({ password })).status).toBe(422);
    expect(await statusOfLogin(ada.email, password.toWellFormed())).toBe(200);
  });
});
