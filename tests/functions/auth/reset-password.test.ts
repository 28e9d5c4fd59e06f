import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { issueMailedToken } from '../../../lib/auth/mailed-tokens.ts';
import { works } from '../../support/access-tokens.ts';
import { clientOf, nobody } from '../../support/client.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import {
  accountOf,
  INVALID_TOKEN,
  type Member,
  newMails,
  newMember,
  resetTokenOf,
  statusOfLogin,
} from '../../support/mail.ts';
import { newAccessToken, person } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

const NEW = 'a fair new passphrase';

const reset = (token: unknown, password: unknown = NEW) => nobody.resetPassword({ token, password });

const INVALID = {
  status: 422,
  body: { status: 'error', message: 'Failed to change the password', errors: INVALID_TOKEN },
};

let ada: Member;
let mailed: string;
beforeEach(async () => {
  ada = await newMember({ email: `countess.of.lovelace.${person().email}` });
  mailed = await resetTokenOf(ada.email);
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

it('changes the password, ends all sessions and access tokens, starts a session, verifies the address, and tells it', async () => {
  const { email, token } = ada;
  const made = [await newAccessToken(token), await newAccessToken(token, { access: 'read' })];
  takeInvocations();
  for (const each of made) expect(await works(token, each)).toBe(true);
  const { status, body } = await reset(mailed);
  const success = { status: 'success', message: 'Password changed successfully', token: expect.any(String) };
  expect([status, body]).toEqual([200, success]);
  expect(await statusOfLogin(email, ada.password)).toBe(401);
  expect(await statusOfLogin(email, NEW)).toBe(200);
  expect((await ada.list()).status).toBe(401);
  for (const each of made) expect(await works(token, each)).toBe(false);
  const next = clientOf(String(body.token));
  expect((await next.listTokens()).body.return_count).toBe(0);
  expect(await accountOf(next.token)).toEqual({ email, email_verified: true });
  const [notice, ...others] = await newMails();
  expect(notice).toMatchObject({ to: email, subject: 'Event Budget: Your password was changed', token: '' });
  expect(notice?.text).not.toContain('token');
  expect(others).toEqual([]);
});

it('works without that mail, and is not kept out by failed logins', async () => {
  setVariable('LOGIN_LIMIT', '1');
  await statusOfLogin(ada.email, 'wrong');
  expect(await statusOfLogin(ada.email, 'wrong')).toBe(429);
  expect((await withoutLambda(() => reset(mailed))).status).toBe(200);
});

it.each<[password: string | undefined, code: string, message: string]>([
  ['short', 'too_short', 'Password is too short (minimum is 8 characters).'],
  ['12345678', 'too_common', 'Password is too common (choose one that is harder to guess).'],
  ['Lovelace!', 'too_common', expect.stringContaining('it is your name')],
  // Its address, however long that is.
  [undefined, 'too_common', expect.stringContaining('it is your name')],
])('rejects the password %j, and ends nothing', async (password, code, message) => {
  const made = await newAccessToken(ada.token);
  const { status, body } = await reset(mailed, password ?? ada.email);
  expect([status, body.errors]).toEqual([422, [{ field: 'password', code, message }]]);
  expect(await works(ada.token, made)).toBe(true);
  expect((await reset(mailed, `${ada.email}, she says`)).status).toBe(200);
});

it('rejects what is no such token', async () => {
  for (const token of [undefined, '', 7, 'x.y.z'])
    expect((await reset(token)).body.errors).toMatchObject([{ field: 'token' }]);
  const [header, payload = '', signature = ''] = mailed.split('.');
  const forged = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const { fpr: fingerprint } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const grace = await newMember();
  const ofGrace = { accountId: accountIdOf(grace.token), fingerprint };
  const another = await issueMailedToken({ kind: 'reset-password', ...ofGrace });
  for (const token of [forged, another, ada.verification, ada.token])
    expect(await reset(token)).toMatchObject(INVALID);
  for (const { email, password } of [ada, grace]) expect(await statusOfLogin(email, password)).toBe(200);
  // Nor is it another one.
  expect((await clientOf(mailed).list()).status).toBe(401);
  const { status, body } = await nobody.verifyEmail({ token: mailed });
  expect([status, body.errors]).toEqual([422, INVALID_TOKEN]);
});

it('rejects a token after an hour, and none before', async () => {
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  const [late, intime] = [await newMember(), await newMember()];
  const tokens = [await resetTokenOf(late.email), await resetTokenOf(intime.email)];
  vi.setSystemTime(start + 3_599_000);
  expect((await reset(tokens[1])).status).toBe(200);
  vi.setSystemTime(start + 3_600_000);
  expect(await reset(tokens[0])).toMatchObject(INVALID);
});

it('rejects a token that was used, and any other that was mailed before', async () => {
  const other = await resetTokenOf(ada.email);
  expect((await reset(mailed)).status).toBe(200);
  for (const used of [mailed, other])
    expect(await reset(used, 'yet another passphrase')).toMatchObject(INVALID);
  expect(await statusOfLogin(ada.email, NEW)).toBe(200);
});

it('rejects all but one of 10 uses at once', async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(mailed, `${NEW} ${n}`)));
  const winners = outcomes.flatMap(({ status }, n) => (status === 200 ? [n] : []));
  expect(winners).toHaveLength(1);
  expect(await statusOfLogin(ada.email, `${NEW} ${winners[0]}`)).toBe(200);
});

it('rejects a token after the password was changed', async () => {
  const { password } = ada;
  expect((await ada.changePassword({ password, new_password: 'chosen meanwhile' })).status).toBe(200);
  expect(await reset(mailed)).toMatchObject(INVALID);
  expect(await statusOfLogin(ada.email, 'chosen meanwhile')).toBe(200);
});

it('rejects a token whose key is no longer accepted; one of an older key works', async () => {
  const other = await resetTokenOf((await newMember()).email);
  const [old, fresh] = [process.env['TOKEN_KEYS'], 'n'.repeat(40)];
  setVariable('TOKEN_KEYS', `${fresh},${old}`);
  expect((await reset(mailed)).status).toBe(200);
  setVariable('TOKEN_KEYS', fresh);
  expect(await reset(other)).toMatchObject(INVALID);
});
