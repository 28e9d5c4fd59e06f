import { beforeAll, describe, expect, it } from 'vitest';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { verifySessionToken } from '../../../lib/auth/session-tokens.ts';
import { call } from '../../support/call.ts';
import { person } from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

describe('POST /auth/login', () => {
  const { email: username, password, ...names } = person();
  let accountId: string | undefined;

  beforeAll(async () => {
    const { body } = await call(signup, { body: { ...names, email: username, password } });
    accountId = (await verifySessionToken(String(body.token)))?.accountId;
  });

  it('answers 200 with a token of the account and the message', async () => {
    const { status, body } = await call(login, { body: { username, password } });
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'success', token: expect.any(String), message: 'Login Successful' });
    expect(await verifySessionToken(String(body.token))).toMatchObject({ accountId });
  });

  it('accepts the e-mail address in any case and with surrounding whitespace', async () => {
    const { status } = await call(login, { body: { username: ` ${username.toUpperCase()} `, password } });
    expect(status).toBe(200);
  });

  it.each([
    ['the address as email', { email: username, password }],
    ['an email in capitals with whitespace', { email: ` ${username.toUpperCase()} `, password }],
    ['a username beside another email', { username, email: 'nobody@example.com', password }],
    ['a username beside what is no email', { username, email: null, password }],
  ])('accepts %s', async (_, body) => {
    const outcome = await call(login, { body });
    expect([outcome.status, outcome.body.message]).toEqual([200, 'Login Successful']);
    expect(await verifySessionToken(String(outcome.body.token))).toMatchObject({ accountId });
  });

  it.each([
    ['a wrong password', { username, password: `${password}!` }],
    ['a wrong password of an email', { email: username, password: `${password}!` }],
    ['an unknown username beside the email', { username: 'nobody@example.com', email: username, password }],
    ['an email that is none', { email: 'nobody', password }],
    ['the password with a trailing space', { username, password: `${password} ` }],
    ['an unknown e-mail', { username: 'nobody@example.com', password }],
    ['a username that is not an e-mail', { username: 'nobody', password }],
    ['a username longer than the key limit', { username: 'x'.repeat(3_000), password }],
    ['a username of malformed Unicode', { username: '\ud800@example.com', password }],
    ['a password of over 72 bytes', { username, password: password.padEnd(73, 'x') }],
    ['a password of over 1,000 characters', { username, password: 'a'.padEnd(31_000, '\u0300\u0316') }],
    ['a password with a NUL', { username, password: `${password}\0${password}` }],
  ])('answers 401 for %s, with the same message for all', async (_, body) => {
    const outcome = await call(login, { body });
    expect(outcome.status).toBe(401);
    expect(outcome.headers['www-authenticate']).toBe('Bearer');
    expect(outcome.text).toBe('{"status":"error","message":"Invalid username or password."}');
  });

  it('counts a password of over 1,000 characters like any wrong one', async () => {
    const counted = async () => Object.keys(await tableContent()).filter((key) => key.includes('LOGIN'));
    const before = (await counted()).length;
    await call(login, { body: { username: 'long@example.com', password: 'x'.repeat(1_001) } });
    const afterLong = (await counted()).length;
    await call(login, { body: { username: 'short@example.com', password: 'x' } });
    expect(afterLong).toBeGreaterThan(before);
    expect((await counted()).length - afterLong).toBe(afterLong - before);
  });

  it.each([
    ['no username', { password }],
    ['no password', { username }],
    ['an empty username', { username: '', password }],
    ['a blank username', { username: ' ', password }],
    ['an empty password', { username, password: '' }],
    ['a username that is not a string', { username: 1, password }],
    ['a password that is not a string', { username, password: { $ne: '' } }],
    ['neither', {}],
    ['no body', undefined],
    ['an empty username beside an email', { username: '', email: username, password }],
    ['an empty email', { email: '', password }],
    ['an email that is not a string', { email: 1, password }],
    ['an email alone', { email: username }],
  ])('answers 400 for %s, with the message for missing credentials', async (_, body) => {
    const outcome = await call(login, { body });
    expect(outcome.status).toBe(400);
    expect(outcome.body.message).toBe('Invalid. Missing username or password.');
    expect(outcome.body.errors).not.toHaveLength(0);
  });

  it('names username and password if neither is there, and otherwise what was sent', async () => {
    const errorsOf = async (body: object) =>
      (await call(login, { body })).body.errors?.map(({ field, message }) => [field, message]);
    expect(await errorsOf({})).toEqual([
      ['username', "E-mail can't be blank."],
      ['password', "Password can't be blank."],
    ]);
    expect(await errorsOf({ password })).toEqual([['username', "E-mail can't be blank."]]);
    expect(await errorsOf({ email: ' ', password })).toEqual([['email', "E-mail can't be blank."]]);
  });

  it.each(['{', '[]', 'null', '"x"'])('answers 400 for the body %s, with the retry message', async (body) => {
    const outcome = await call(login, { body });
    expect(outcome.status).toBe(400);
    expect(outcome.body.message).toBe('Login Failed. retry');
  });

  it('answers 405 for a wrong method, with the retry message', async () => {
    const outcome = await call(login, { method: 'GET' });
    expect(outcome.status).toBe(405);
    expect(outcome.text).toBe('{"status":"error","message":"Login Failed. retry"}');
  });
});
