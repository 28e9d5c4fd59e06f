import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler as changePassword } from '../../../functions/account/change-password.ts';
import { handler as resetPassword } from '../../../functions/auth/reset-password.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { handler as verifyEmail } from '../../../functions/auth/verify-email.ts';
import { handler as listEvents } from '../../../functions/events/list.ts';
import { issueMailedToken } from '../../../lib/auth/mailed-tokens.ts';
import { verifySessionToken } from '../../../lib/auth/session-tokens.ts';
import { works } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import {
  accountOf,
  INVALID_TOKEN,
  newMember,
  resetTokenOf,
  statusOfLogin,
} from '../../support/mailed-account.ts';
import { endpoints, newAccessToken, person } from '../../support/service.ts';

const NEW = 'a fair new passphrase';

const reset = (token: unknown, password: unknown = NEW) => call(resetPassword, { body: { token, password } });

const refusal = {
  status: 422,
  body: { status: 'error', message: 'Failed to change the password', errors: INVALID_TOKEN },
};

afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

describe('POST /auth/reset-password', () => {
  it('changes the password, ends all sessions, starts one, and verifies the address', async () => {
    const { email, password, token } = await newMember();
    const { status, body } = await reset(await resetTokenOf(email));
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      message: 'Password changed successfully',
      token: expect.any(String),
    });
    expect(await statusOfLogin(email, password)).toBe(401);
    expect(await statusOfLogin(email, NEW)).toBe(200);
    expect((await call(listEvents, { method: 'GET', token })).status).toBe(401);
    expect(await accountOf(String(body.token))).toEqual({ email, email_verified: true });
  });

  it('ends all access tokens', async () => {
    const { email, token } = await newMember();
    const made = [await newAccessToken(token), await newAccessToken(token, { access: 'read' })];
    takeInvocations();
    const mailed = await resetTokenOf(email);
    for (const each of made) expect(await works(token, each)).toBe(true);
    const { body } = await reset(mailed);
    for (const each of made) expect(await works(token, each)).toBe(false);
    const [notice] = await newMails();
    expect(notice?.subject).toBe('Event Budget: Your password was changed');
    expect(notice?.text).not.toContain('token');
    const list = await call(endpoints.listTokens.handler, { method: 'GET', token: body.token });
    expect(list.body.return_count).toBe(0);
  });

  it('ends no access token if it is refused', async () => {
    const { email, token } = await newMember();
    const made = await newAccessToken(token);
    takeInvocations();
    expect((await reset(await resetTokenOf(email), 'short')).status).toBe(422);
    expect(await works(token, made)).toBe(true);
  });

  it('tells the owner by mail', async () => {
    const { email } = await newMember();
    await reset(await resetTokenOf(email));
    expect(await newMails()).toMatchObject([
      { to: email, subject: 'Event Budget: Your password was changed', token: '' },
    ]);
  });

  it('works without that mail', async () => {
    const { email } = await newMember();
    const token = await resetTokenOf(email);
    expect((await withoutLambda(() => reset(token))).status).toBe(200);
  });

  it('is not kept out by failed logins', async () => {
    setVariable('LOGIN_LIMIT', '1');
    const { email } = await newMember();
    await statusOfLogin(email, 'wrong');
    expect(await statusOfLogin(email, 'wrong')).toBe(429);
    expect((await reset(await resetTokenOf(email))).status).toBe(200);
  });

  it.each([
    ['short', 'too_short', 'Password is too short (minimum is 8 characters).'],
    ['12345678', 'too_common', 'Password is too common (choose one that is harder to guess).'],
    ['Lovelace!', 'too_common', expect.stringContaining('it is your name')],
  ])('refuses the password %j, and the token still works', async (password, code, message) => {
    const { email } = await newMember();
    const token = await resetTokenOf(email);
    const { status, body } = await reset(token, password);
    expect([status, body.errors]).toEqual([422, [{ field: 'password', code, message }]]);
    expect((await reset(token)).status).toBe(200);
  });

  it('refuses its own e-mail address, however long that is', async () => {
    const email = 'ada.king.countess.of.lovelace@example.com';
    await call(signup, { body: person({ email }) });
    takeInvocations();
    const token = await resetTokenOf(email);
    const { status, body } = await reset(token, email);
    expect([status, body.errors]).toMatchObject([422, [{ field: 'password', code: 'too_common' }]]);
    expect((await reset(token, `${email}, she says`)).status).toBe(200);
  });
});

describe('POST /auth/reset-password refuses', () => {
  it.each([undefined, '', 7, 'x.y.z'])('the token %j', async (token) => {
    const { status, body } = await reset(token);
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['token']]);
  });

  it('a token with another signature', async () => {
    const { email, password } = await newMember();
    const token = await resetTokenOf(email);
    const [header, payload, signature = ''] = token.split('.');
    const forged = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect(await reset(forged)).toMatchObject(refusal);
    expect(await statusOfLogin(email, password)).toBe(200);
  });

  it('a token after an hour, and none before', async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const [late, intime] = [await newMember(), await newMember()];
    const tokens = [await resetTokenOf(late.email), await resetTokenOf(intime.email)];
    vi.setSystemTime(start + 3_599_000);
    expect((await reset(tokens[1])).status).toBe(200);
    vi.setSystemTime(start + 3_600_000);
    expect(await reset(tokens[0])).toMatchObject(refusal);
  });

  it('a token that was used, and any other that was mailed before', async () => {
    const { email } = await newMember();
    const [one, other] = [await resetTokenOf(email), await resetTokenOf(email)];
    expect((await reset(one)).status).toBe(200);
    expect(await reset(one, 'yet another passphrase')).toMatchObject(refusal);
    expect(await reset(other, 'yet another passphrase')).toMatchObject(refusal);
    expect(await statusOfLogin(email, NEW)).toBe(200);
  });

  it('all but one of 10 uses at once', async () => {
    const { email } = await newMember();
    const token = await resetTokenOf(email);
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(token, `${NEW} ${n}`)));
    const winners = outcomes.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(await statusOfLogin(email, `${NEW} ${winners[0]}`)).toBe(200);
  });

  it('a token after the password was changed', async () => {
    const { email, password, token } = await newMember();
    const mailed = await resetTokenOf(email);
    const body = { password, new_password: 'chosen meanwhile' };
    expect((await call(changePassword, { token, body })).status).toBe(200);
    expect(await reset(mailed)).toMatchObject(refusal);
    expect(await statusOfLogin(email, 'chosen meanwhile')).toBe(200);
  });

  it('a token of another account', async () => {
    const [ada, grace] = [await newMember(), await newMember()];
    const [, payload = ''] = (await resetTokenOf(ada.email)).split('.');
    const { fpr: fingerprint } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const accountId = (await verifySessionToken(grace.token))?.accountId ?? '';
    const token = await issueMailedToken({ kind: 'reset-password', accountId, fingerprint });
    expect(await reset(token)).toMatchObject(refusal);
    expect(await statusOfLogin(grace.email, grace.password)).toBe(200);
  });

  it('a token that verifies an address, and a session token', async () => {
    const { token, verification } = await newMember();
    expect(await reset(verification)).toMatchObject(refusal);
    expect(await reset(token)).toMatchObject(refusal);
  });

  it('a token whose key is no longer accepted; one of an older key works', async () => {
    const [one, other] = [await newMember(), await newMember()];
    const tokens = [await resetTokenOf(one.email), await resetTokenOf(other.email)];
    const [old, fresh] = [process.env['TOKEN_KEYS'], 'n'.repeat(40)];
    setVariable('TOKEN_KEYS', `${fresh},${old}`);
    expect((await reset(tokens[0])).status).toBe(200);
    setVariable('TOKEN_KEYS', fresh);
    expect(await reset(tokens[1])).toMatchObject(refusal);
  });
});

describe('a token to reset a password', () => {
  it('is no session token, and verifies no address', async () => {
    const { email } = await newMember();
    const token = await resetTokenOf(email);
    expect((await call(listEvents, { method: 'GET', token })).status).toBe(401);
    const { status, body } = await call(verifyEmail, { body: { token } });
    expect([status, body.errors]).toEqual([422, INVALID_TOKEN]);
  });
});
