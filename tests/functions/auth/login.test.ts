import { beforeAll, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { nobody } from '../../support/client.ts';
import { endpoints, person } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { tableContent } from '../../support/table.ts';

const ada = person();
const { email: username, password } = ada;
const NOBODY = 'nobody@example.com';
let accountId: string;

beforeAll(async () => {
  accountId = accountIdOf(String((await nobody.signup(ada)).body.token));
});

it.each([
  { username, password },
  { username: ` ${username.toUpperCase()} `, password },
  { email: username, password },
  { email: ` ${username.toUpperCase()} `, password },
  { username, email: NOBODY, password },
  { username, email: null, password },
])('answers 200 for %j with a token of the account', async (sent) => {
  const { status, body } = await nobody.login(sent);
  const success = { status: 'success', token: expect.any(String), message: 'Login Successful' };
  expect([status, body]).toEqual([200, success]);
  expect(accountIdOf(String(body.token))).toBe(accountId);
});

it.each([
  ['a wrong password', { username, password: `${password}!` }],
  ['a wrong password of an email', { email: username, password: `${password}!` }],
  ['an unknown username beside the email', { username: NOBODY, email: username, password }],
  ['an email that is none', { email: 'nobody', password }],
  ['the password with a trailing space', { username, password: `${password} ` }],
  ['an unknown e-mail', { username: NOBODY, password }],
  ['a username that is not an e-mail', { username: 'nobody', password }],
  ['a username longer than the key limit', { username: 'x'.repeat(3_000), password }],
  ['a username of malformed Unicode', { username: '\ud800@example.com', password }],
  ['a password of over 72 bytes', { username, password: password.padEnd(73, 'x') }],
  ['a password of over 1,000 characters', { username, password: 'a'.padEnd(31_000, '\u0300\u0316') }],
  ['a password with a NUL', { username, password: `${password}\0${password}` }],
])('answers 401 for %s, with the same message for all', async (_, body) => {
  const { status, headers, text } = await nobody.login(body);
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect(text).toBe('{"status":"error","message":"Invalid username or password."}');
});

it('counts a password of over 1,000 characters like any wrong one', async () => {
  const counted = async () => Object.keys(await tableContent()).filter((key) => key.includes('LOGIN')).length;
  // The network's own counter.
  await nobody.login({ username: 'first@example.com', password: 'x' });
  const before = await counted();
  await nobody.login({ username: 'long@example.com', password: 'x'.repeat(1_001) });
  const afterLong = await counted();
  await nobody.login({ username: 'short@example.com', password: 'x' });
  expect(afterLong).toBeGreaterThan(before);
  expect((await counted()) - afterLong).toBe(afterLong - before);
});

it.each<[body: unknown, ...errors: string[]]>([
  [{ password }, 'username blank'],
  [{ username }, 'password blank'],
  [{ username: ' ', password }, 'username blank'],
  [{ username, password: '' }, 'password blank'],
  [{ username: 1, password }, 'username invalid'],
  [{ username, password: { $ne: '' } }, 'password invalid'],
  [{}, 'username blank', 'password blank'],
  [undefined, 'username blank', 'password blank'],
  [{ username: '', email: username, password }, 'username blank'],
  [{ email: ' ', password }, 'email blank'],
  [{ email: 1, password }, 'email invalid'],
  [{ email: username }, 'password blank'],
])('answers 400 for %j, with the message for missing credentials', async (sent, ...errors) => {
  const { codes, body } = await nobody.login(sent);
  expect([codes, body.message]).toEqual([[400, ...errors], 'Invalid. Missing username or password.']);
});

it.each(['{', '[]', 'null', '"x"'])('answers 400 for the body %s, with the retry message', async (sent) => {
  const { status, body } = await nobody.login(sent);
  expect([status, body.message]).toEqual([400, 'Login Failed. retry']);
});

it('answers 405 for a wrong method, with the retry message', async () => {
  const { status, text } = await call(endpoints.login.handler, { method: 'GET' });
  expect([status, text]).toEqual([405, '{"status":"error","message":"Login Failed. retry"}']);
});
