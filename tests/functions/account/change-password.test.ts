import { beforeEach, describe, expect, it } from 'vitest';
import { handler as changePassword } from '../../../functions/account/change-password.ts';
import { handler as view } from '../../../functions/account/view.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { works } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { named } from '../../support/cases.ts';
import { newMails } from '../../support/mail.ts';
import { rejected } from '../../support/rejected.ts';
import { newAccessToken, newToken, person } from '../../support/service.ts';
import { verify } from '../../support/sharing.ts';

const NEW = 'a fair new passphrase';
const WRONG = [{ field: 'password', code: 'wrong', message: 'Password is wrong.' }];

let ada: ReturnType<typeof person>;
let token: string;
beforeEach(async () => {
  ada = person();
  token = String((await call(signup, { body: ada })).body.token);
});

const logIn = (password: string) => call(login, { body: { username: ada.email, password } });
const change = (password: string, new_password: unknown = NEW) =>
  call(changePassword, { token, body: { password, new_password } });
const isActive = async (token: unknown) =>
  (await call(view, { method: 'GET', token: String(token) })).status === 200;

describe('POST /account/change-password', () => {
  it('changes the password, keeps this session and ends all others', async () => {
    const { body: other } = await logIn(ada.password);
    const { status, body } = await change(ada.password);
    expect([status, body]).toEqual([200, { status: 'success', message: 'Password changed successfully' }]);
    expect([await isActive(token), await isActive(other.token)]).toEqual([true, false]);
    expect((await logIn(ada.password)).status).toBe(401);
    expect((await logIn(NEW)).status).toBe(200);
  });

  it('refuses a wrong current password with 422, and changes nothing', async () => {
    const { status, body } = await change('a wrong password');
    expect([status, body]).toEqual([
      422,
      { status: 'error', message: 'Failed to change the password', errors: WRONG },
    ]);
    expect(await isActive(token)).toBe(true);
    expect((await logIn(ada.password)).status).toBe(200);
  });

  it.each(
    named([
      ['new_password', undefined, "New password can't be blank."],
      ['new_password', 'short', 'New password is too short (minimum is 8 characters).'],
      ['new_password', 'x'.repeat(73), 'New password is too long (maximum is 72 bytes).'],
      ['new_password', 'password1', 'New password is too common (choose one that is harder to guess).'],
      [
        'new_password',
        'lovelace1815',
        "New password is too easy to guess (it is your name, your e-mail address or this service's name; use several words).",
      ],
    ]),
  )('refuses $name', async ({ field, value, message }) => {
    const outcome = await call(changePassword, { token, body: { password: ada.password, [field]: value } });
    expect(outcome.status).toBe(422);
    expect(outcome.body.errors).toEqual([{ field, code: expect.any(String), message }]);
    expect((await logIn(ada.password)).status).toBe(200);
  });

  it('refuses its own e-mail address, however long that is', async () => {
    const email = 'ada.king.countess.of.lovelace@example.com';
    token = String((await call(signup, { body: person({ email }) })).body.token);
    const { status, body } = await change(ada.password, email);
    expect([status, body.errors]).toMatchObject([422, [{ field: 'new_password', code: 'too_common' }]]);
    expect((await change(ada.password, `${email}, she says`)).status).toBe(200);
  });

  it('refuses the current password, and keeps all sessions', async () => {
    const { body: other } = await logIn(ada.password);
    const { status, body } = await change(ada.password, ada.password);
    const message = 'New password must differ from the current password.';
    expect([status, body.errors]).toEqual([422, [{ field: 'new_password', code: 'duplicate', message }]]);
    expect(await isActive(other.token)).toBe(true);
  });

  it.each([
    [undefined, true],
    [false, true],
    [true, false],
  ])('with end_tokens %j: its access tokens work on: %j', async (end_tokens, isPlain) => {
    const made = [await newAccessToken(token), await newAccessToken(token, { access: 'read' })];
    const body = { password: ada.password, new_password: NEW, end_tokens };
    expect((await call(changePassword, { token, body })).status).toBe(200);
    for (const each of made) expect(await works(token, each)).toBe(isPlain);
    expect((await call(changePassword, { token, body })).status).toBe(422);
    const next = await newAccessToken(token, { password: NEW });
    expect(await works(token, next)).toBe(true);
  });

  it.each(['yes', 'true', 1, null])('refuses end_tokens %j, and changes nothing', async (end_tokens) => {
    const made = await newAccessToken(token);
    const body = { password: ada.password, new_password: NEW, end_tokens };
    const { status, body: answered } = await rejected(() => call(changePassword, { token, body }));
    const message = 'End tokens must be true or false.';
    expect([status, answered.errors]).toEqual([422, [{ field: 'end_tokens', code: 'invalid', message }]]);
    expect(await works(token, made)).toBe(true);
  });

  it('ends no access token if it is refused, and none of another account', async () => {
    const stranger = await newToken();
    const [own, other] = [await newAccessToken(token), await newAccessToken(stranger)];
    const body = { password: 'a wrong password', new_password: NEW, end_tokens: true };
    expect((await call(changePassword, { token, body })).status).toBe(422);
    expect(await works(token, own)).toBe(true);
    expect((await call(changePassword, { token, body: { ...body, password: ada.password } })).status).toBe(
      200,
    );
    expect([await works(token, own), await works(stranger, other)]).toEqual([false, true]);
  });

  it.each([
    [false, true],
    [true, false],
  ])(
    'tells by mail of the access tokens that still work, with end_tokens %j: %j',
    async (end_tokens, told) => {
      await verify(token);
      await newAccessToken(token);
      await newMails();
      await call(changePassword, { token, body: { password: ada.password, new_password: NEW, end_tokens } });
      const [mail] = await newMails();
      expect(mail).toMatchObject({ to: ada.email, subject: 'Event Budget: Your password was changed' });
      expect(mail?.text.includes('One access token for your account still works.')).toBe(told);
      expect(/token/.test(String(mail?.text))).toBe(told);
    },
  );

  it('of two at once, changes the password once', async () => {
    const outcomes = await Promise.all([
      change(ada.password, NEW),
      change(ada.password, 'another new passphrase'),
    ]);
    const [changed, other] = outcomes.sort((one, other) => one.status - other.status);
    expect([changed?.status, other?.status, other?.body.errors]).toEqual([200, 422, WRONG]);
  });
});
