import { describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { tokenMailedTo } from '../../support/mail.ts';
import { resetTokenOf, statusOfLogin } from '../../support/mailed-account.ts';
import { endpoints, person } from '../../support/service.ts';

const { signup, changePassword, changeEmail, deleteAccount, resetPassword, verifyEmail } = endpoints;

const OLD = 'Käsebrötchen für Zoë';
const NEW = 'Crème brûlée für Ångström';

/** Signs somebody up with a password. */
async function signedUp(password: string) {
  const { email } = person();
  takeInvocations();
  const { status, body } = await call(signup.handler, { body: person({ email, password }) });
  return { status, email, token: String(body.token) };
}

/** Asks for a new password, and returns the token that was mailed, apart from earlier mails. */
function newResetToken(email: string): Promise<string> {
  takeInvocations();
  return resetTokenOf(email);
}

const statusOf = async (outcome: Promise<{ status: number }>): Promise<number> => (await outcome).status;

describe.each([
  ['NFC', 'NFD'],
  ['NFD', 'NFC'],
])('a password in %s that is chosen works in %s', (chosen, sent) => {
  const password = OLD.normalize(sent);

  it('at a login', async () => {
    const { email } = await signedUp(OLD.normalize(chosen));
    expect(await statusOfLogin(email, password)).toBe(200);
    expect(await statusOfLogin(email, `${password}!`)).toBe(401);
  });

  it('at a change of password, as the old and as the new one', async () => {
    const { email, token } = await signedUp(OLD.normalize(chosen));
    const body = { password, new_password: NEW.normalize(chosen) };
    expect(await statusOf(call(changePassword.handler, { token, body }))).toBe(200);
    expect(await statusOfLogin(email, NEW.normalize(sent))).toBe(200);
    const again = { password: NEW, new_password: NEW.normalize(sent) };
    const { status, body: answer } = await call(changePassword.handler, { token, body: again });
    expect([status, answer.errors]).toMatchObject([422, [{ field: 'new_password', code: 'duplicate' }]]);
  });

  it('after a reset', async () => {
    const { email } = await signedUp(OLD);
    const body = { token: await newResetToken(email), password: NEW.normalize(chosen) };
    expect(await statusOf(call(resetPassword.handler, { body }))).toBe(200);
    expect(await statusOfLogin(email, NEW.normalize(sent))).toBe(200);
  });

  it('to verify an address, to change it, and to delete the account', async () => {
    const { email, token } = await signedUp(OLD.normalize(chosen));
    const verification = { token: await tokenMailedTo(email), password };
    expect(await statusOf(call(verifyEmail.handler, { body: verification }))).toBe(200);
    const change = { password, email: person().email };
    expect(await statusOf(call(changeEmail.handler, { token, body: change }))).toBe(200);
    expect(await statusOf(call(deleteAccount.handler, { token, body: { password } }))).toBe(200);
  });
});

it('letters that only look alike are not the same', async () => {
  const { email } = await signedUp('a fair ﬁrst passphrase');
  expect(await statusOfLogin(email, 'a fair first passphrase')).toBe(401);
});

describe('the rules for a new password are of its normal form', () => {
  it.each([
    ['8 letters of two characters each', 'äöüßÄÖÜé'.normalize('NFD')],
    ['72 bytes that were 108', 'é'.repeat(36).normalize('NFD')],
    ['72 bytes that were 120', 'ế'.repeat(24).normalize('NFD')],
  ])('%s are accepted', async (_, password) => {
    expect((await signedUp(password)).status).toBe(201);
  });

  it.each([
    ['7 letters of two characters each', 'äöüàâÄé'.normalize('NFD'), 'too_short'],
    ['74 bytes that were 111', 'é'.repeat(37).normalize('NFD'), 'too_long'],
    ['78 bytes that were 39', '\u0958'.repeat(13), 'too_long'],
    ['a common one with a Greek question mark', 'asdfjkl\u037e', 'too_common'],
    ['a few letters repeated', 'éà'.repeat(6).normalize('NFD'), 'too_common'],
  ])('%s are refused', async (_, password, code) => {
    const { status, body } = await call(signup.handler, { body: person({ password }) });
    expect([status, body.errors]).toMatchObject([422, [{ field: 'password', code }]]);
  });

  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('a long name in %s is refused in %s', async (named, sent) => {
    const name = 'Zoë Désirée Françoise Müller';
    const body = person({ first_name: name.normalize(named), password: name.normalize(sent) });
    expect((await call(signup.handler, { body })).body.errors).toMatchObject([{ code: 'too_common' }]);
  });
});

describe('a password with half a character', () => {
  const password = 'a fair passphrase \ud83c';
  const errors = (field: string) => [{ field, code: 'invalid' }];

  it('is refused where one is chosen', async () => {
    const { email, token } = await signedUp(OLD);
    const change = { password: OLD, new_password: password };
    const reset = { token: await newResetToken(email), password };
    for (const [outcome, field] of [
      [await call(signup.handler, { body: person({ password }) }), 'password'],
      [await call(changePassword.handler, { token, body: change }), 'new_password'],
      [await call(resetPassword.handler, { body: reset }), 'password'],
    ] as const)
      expect([outcome.status, outcome.body.errors]).toMatchObject([422, errors(field)]);
    expect(await statusOfLogin(email, OLD)).toBe(200);
  });

  it('is wrong where one is compared, also with what replaces it', async () => {
    const { email, token } = await signedUp(password.toWellFormed());
    expect(await statusOfLogin(email, password)).toBe(401);
    const body = { password };
    expect(await statusOf(call(deleteAccount.handler, { token, body }))).toBe(422);
    expect(await statusOfLogin(email, password.toWellFormed())).toBe(200);
  });
});
