import { expect, it } from 'vitest';
import { works } from '../../support/access-tokens.ts';
import { clientOf, newClient } from '../../support/client.ts';
import { newMember } from '../../support/mail.ts';
import { newAccessToken } from '../../support/service.ts';
import { rejected } from '../../support/table.ts';

/** Two sessions of one account, with an access token, and whether each of them works. */
async function twoSessions() {
  const one = await newMember();
  const { body } = await one.login({ username: one.email, password: one.password });
  const other = clientOf(String(body.token));
  const made = await newAccessToken(one.token);
  const active = async () => [
    ...[(await one.list()).status, (await other.list()).status],
    await works(one.token, made),
  ];
  return { one, other, active };
}

it.each([undefined, {}, { everywhere: false }])('ends this session and no other for %j', async (body) => {
  const { one, active } = await twoSessions();
  const outcome = await one.logout(body);
  const success = { status: 'success', message: 'Logged out successfully' };
  expect([outcome.status, outcome.body]).toEqual([200, success]);
  expect(await active()).toEqual([401, 200, true]);
  expect((await one.logout(body)).status).toBe(401);
});

it('ends all sessions and access tokens of the account, and none of another one', async () => {
  const [{ one, active }, stranger] = [await twoSessions(), await newClient()];
  const others = await newAccessToken(stranger.token);
  expect((await one.logout({ everywhere: true })).status).toBe(200);
  expect(await active()).toEqual([401, 401, false]);
  expect([(await stranger.list()).status, await works(stranger.token, others)]).toEqual([200, true]);
});

it.each(['yes', 1, null])('rejects everywhere=%j and ends nothing', async (everywhere) => {
  const ada = await newClient();
  const { status, body } = await rejected(() => ada.logout({ everywhere }));
  const errors = [{ field: 'everywhere', code: 'invalid', message: 'Everywhere must be true or false.' }];
  expect([status, body]).toEqual([422, { status: 'error', message: 'Logout failed', errors }]);
});
