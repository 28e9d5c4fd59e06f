import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Outcome } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { type Member, newMember, resetTokenOf } from '../../support/mail.ts';
import { person } from '../../support/service.ts';

let ada: Member;
beforeEach(async () => {
  ada = await newMember();
});
afterEach(() => {
  resetVariables();
});

it.each<[string, () => Promise<Outcome>]>([
  ['signup', () => ada.signup(person())],
  ['login', () => ada.login({ email: ada.email, password: ada.password })],
  ['refresh', () => ada.refresh()],
  [
    'reset-password',
    async () =>
      ada.resetPassword({ token: await resetTokenOf(ada.email), password: 'a fair new passphrase' }),
  ],
])('%s says in Expires until when its token is valid', async (_, issue) => {
  setVariable('TOKEN_LIFETIME_SECONDS', '3600');
  const { headers, body } = await issue();
  const { exp = 0, iat } = decodeJwt(String(body.token));
  expect([exp - Number(iat), Date.parse(String(headers['expires']))]).toEqual([3_600, exp * 1_000]);
  expect(headers['cache-control']).toBe('no-store');
});

it('a rejection has no Expires', async () => {
  const { headers } = await ada.login({ email: ada.email, password: 'wrong' });
  expect(headers).not.toHaveProperty('expires');
});
