import { decodeJwt } from 'jose';
import { afterEach, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { newMember, resetTokenOf } from '../../support/mailed-account.ts';
import { endpoints, newToken, person } from '../../support/service.ts';

const { signup, login, refresh, resetPassword } = endpoints;

afterEach(() => {
  resetVariables();
});

const issuing = {
  signup: () => call(signup.handler, { body: person() }),
  login: async () => {
    const { email, password } = await newMember();
    return call(login.handler, { body: { email, password } });
  },
  refresh: async () => call(refresh.handler, { token: await newToken() }),
  'reset-password': async () => {
    const { email } = await newMember();
    const token = await resetTokenOf(email);
    return call(resetPassword.handler, { body: { token, password: 'a fair new passphrase' } });
  },
};

it.each(Object.entries(issuing))('%s says in Expires until when its token is valid', async (_, issue) => {
  setVariable('TOKEN_LIFETIME_SECONDS', '3600');
  const { headers, body } = await issue();
  const { exp = 0, iat } = decodeJwt(String(body.token));
  expect([exp - Number(iat), Date.parse(String(headers['expires']))]).toEqual([3_600, exp * 1_000]);
  expect(headers['cache-control']).toBe('no-store');
});

it('a refusal has no Expires', async () => {
  const { headers } = await call(login.handler, { body: { email: person().email, password: 'wrong' } });
  expect(headers).not.toHaveProperty('expires');
});
