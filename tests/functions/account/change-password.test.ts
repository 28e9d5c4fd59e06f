import { beforeEach, expect, it } from 'vitest';
import { works } from '../../support/access-tokens.ts';
import { clientOf, newClient } from '../../support/client.ts';
import { type Member, newMails, newMember, statusOfLogin } from '../../support/mail.ts';
import { newAccessToken, person } from '../../support/service.ts';
import { verify } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

const NEW = 'a fair new passphrase';

let ada: Member;
let other: string;
beforeEach(async () => {
  ada = await newMember({ email: `countess.of.lovelace.${person().email}` });
  other = String((await ada.login({ username: ada.email, password: ada.password })).body.token);
});

const change = (fields: object = {}) =>
  ada.changePassword({ password: ada.password, new_password: NEW, ...fields });
const statusOf = async (token: string) => (await clientOf(token).viewAccount()).status;

it('changes the password, keeps this session and ends all others', async () => {
  const { status, body } = await change();
  expect([status, body]).toEqual([200, { status: 'success', message: 'Password changed successfully' }]);
  expect([await statusOf(ada.token), await statusOf(other)]).toEqual([200, 401]);
  expect(await statusOfLogin(ada.email, ada.password)).toBe(401);
  expect(await statusOfLogin(ada.email, NEW)).toBe(200);
});

it.each<[(ada: Member) => object, error: string, message: string]>([
  [() => ({ password: 'wrong', end_tokens: true }), 'password wrong', 'Password is wrong.'],
  [
    ({ password }) => ({ new_password: password }),
    ...(['new_password duplicate', 'New password must differ from the current password.'] as const),
  ],
  [
    ({ email }) => ({ new_password: email }),
    'new_password too_common',
    "New password is too easy to guess (it is your name, your e-mail address or this service's name; use several words).",
  ],
  [() => ({ end_tokens: 1 }), 'end_tokens invalid', 'End tokens must be true or false.'],
  [() => ({ end_tokens: null }), 'end_tokens invalid', 'End tokens must be true or false.'],
])('rejects %s, and ends nothing', async (fields, error, message) => {
  const made = await newAccessToken(ada.token);
  const { codes, body } = await rejected(() => change(fields(ada)));
  expect([codes, body.message]).toEqual([[422, error], 'Failed to change the password']);
  expect(body.errors).toMatchObject([{ message }]);
  expect([await statusOf(other), await works(ada.token, made)]).toEqual([200, true]);
  expect((await change({ new_password: `${ada.email}, she says` })).status).toBe(200);
});

it.each([
  [undefined, true],
  [false, true],
  [true, false],
])('with end_tokens %j: its access tokens work on: %j', async (end_tokens, isPlain) => {
  const stranger = await newClient();
  const others = await newAccessToken(stranger.token);
  const made = [await newAccessToken(ada.token), await newAccessToken(ada.token, { access: 'read' })];
  expect((await change({ end_tokens })).status).toBe(200);
  for (const each of made) expect(await works(ada.token, each)).toBe(isPlain);
  expect(await works(stranger.token, others)).toBe(true);
  expect(await works(ada.token, await newAccessToken(ada.token, { password: NEW }))).toBe(true);
});

it.each([
  [false, true],
  [true, false],
])('tells by mail of the access tokens that still work, with end_tokens %j: %j', async (end_tokens, told) => {
  await verify(ada.token);
  await newAccessToken(ada.token);
  await newMails();
  await change({ end_tokens });
  const [mail] = await newMails();
  expect(mail).toMatchObject({ to: ada.email, subject: 'Event Budget: Your password was changed' });
  expect(mail?.text.includes('One access token for your account still works.')).toBe(told);
  expect(/token/.test(String(mail?.text))).toBe(told);
});

it('of two at once, changes the password once', async () => {
  const outcomes = await Promise.all([change(), change({ new_password: 'another new passphrase' })]);
  const codes = outcomes.map((outcome) => outcome.codes);
  expect(codes.sort()).toEqual([[200], [422, 'password wrong']]);
});
