import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storedTokens, tokensOf, works } from '../../support/access-tokens.ts';
import { type Client, clientOf, newClient } from '../../support/client.ts';
import { notFound } from '../../support/rejections.ts';
import { newAccessToken, person, storedPerson } from '../../support/service.ts';

const START = Date.UTC(2027, 0, 1);
const { email, password } = person();

let ada: Client;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  ada = await newClient();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Somebody with these tokens. */
const having = async (tokens: ReturnType<typeof storedTokens>) => clientOf(await storedPerson({ tokens }));

it('the tokens are listed, newest first, without their secrets', async () => {
  const none = await ada.listTokens();
  expect([none.status, none.body]).toEqual([200, { status: 'success', return_count: 0, data: [] }]);
  const kinds = [
    { name: 'A script', access: 'read', expires_on: '2027-01-01' },
    { name: 'An app', access: 'write', expires_on: '2028-01-02' },
    { name: 'A script', access: 'write', expires_on: '2027-02-01' },
  ];
  const made = [];
  for (const [n, fields] of kinds.entries()) {
    vi.setSystemTime(START + n);
    const { id, token } = await newAccessToken(ada.token, fields);
    made.unshift({ token, listed: { id, ...fields, created_at: `2027-01-01T00:00:00.00${n}Z` } });
  }
  const { text, body } = await ada.listTokens();
  expect(body).toEqual({ status: 'success', return_count: 3, data: made.map(({ listed }) => listed) });
  for (const { token } of made) expect(text).not.toContain(token.slice(48, 112));
  expect(text).not.toContain('ebt_');
});

it('those of one millisecond are listed by id', async () => {
  ada = await having(storedTokens(10));
  const ids = Object.keys(await tokensOf(ada.token)).sort();
  expect((await ada.listTokens()).body.data).toMatchObject(ids.map((id) => ({ id })).reverse());
});

it('those that expired or were ended are neither listed nor ended', async () => {
  const [expired, living] = [storedTokens(2, 0), storedTokens(2, 1)];
  ada = await having({ ...expired, ...living });
  const [id = '', kept] = Object.keys(living);
  await ada.endToken({ id });
  expect((await ada.listTokens()).body).toMatchObject({ return_count: 1, data: [{ id: kept }] });
  for (const gone of [id, ...Object.keys(expired)])
    expect((await ada.endToken({ id: gone })).codes).toEqual([404, 'path not_found']);
});

it('one is ended at once and no other, also by another session, whose list is the same', async () => {
  ada = clientOf(await storedPerson({ email }));
  const [one, other] = [await newAccessToken(ada.token), await newAccessToken(ada.token)];
  const session = clientOf(String((await ada.login({ username: email, password })).body.token));
  expect((await session.listTokens()).text).toBe((await ada.listTokens()).text);
  const { status, body } = await session.endToken({ id: one.id });
  expect([status, body]).toEqual([200, { status: 'success', message: 'Token ended successfully' }]);
  expect([await works(ada.token, one), await works(ada.token, other)]).toEqual([false, true]);
  expect((await ada.listTokens()).body).toMatchObject({ return_count: 1, data: [{ id: other.id }] });
});

it.each<[string, id: string | ((made: { id: string; token: string }) => string)]>([
  ['an unknown token', '0123456789ab'],
  ['what is no id', 'x'],
  ['an id in capitals', '0123456789AB'],
  ['an id that is too long', '0123456789ab0'],
  ['an attribute of the account', 'password_hash'],
  ['a property of every object', 'constructor'],
  ['the text of a token', ({ token }) => token],
])('404 for %s', async (_, id) => {
  const made = await newAccessToken(ada.token);
  const { status, text } = await ada.endToken({ id: typeof id === 'string' ? id : id(made) });
  expect([status, text]).toEqual([404, notFound('Failed to end the token')]);
  expect(await works(ada.token, made)).toBe(true);
});

it('that of another account is neither listed nor ended', async () => {
  const made = await newAccessToken(ada.token);
  const stranger = await newClient();
  expect((await stranger.listTokens()).body.return_count).toBe(0);
  expect((await stranger.endToken({ id: made.id })).codes).toEqual([404, 'path not_found']);
  expect(await works(ada.token, made)).toBe(true);
});

it('of two ends at once, one does it', async () => {
  const { id } = await newAccessToken(ada.token);
  const statuses = (await Promise.all([ada.endToken({ id }), ada.endToken({ id })])).map(
    ({ status }) => status,
  );
  expect(statuses.sort()).toEqual([200, 404]);
});
