import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { handler as list } from '../../../functions/events/list.ts';
import { handler as end } from '../../../functions/sessions/end.ts';
import { works } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { notFound } from '../../support/rejections.ts';
import { newAccessToken, newToken, person } from '../../support/service.ts';

const isActive = async (token: string) => (await call(list, { method: 'GET', token })).status === 200;
const pathOf = (token: string) => ({ id: String(decodeJwt(token)['sid']) });

let token: string;
let other: string;
beforeEach(async () => {
  const ada = person();
  token = String((await call(signup, { body: ada })).body.token);
  const credentials = { username: ada.email, password: ada.password };
  other = String((await call(login, { body: credentials })).body.token);
});

describe('POST /account/sessions/end/{id}', () => {
  it('ends another session of the account', async () => {
    const { status, body } = await call(end, { token, path: pathOf(other) });
    expect([status, body]).toEqual([200, { status: 'success', message: 'Session ended successfully' }]);
    expect([await isActive(token), await isActive(other)]).toEqual([true, false]);
  });

  it('ends its own session', async () => {
    expect((await call(end, { token, path: pathOf(token) })).status).toBe(200);
    expect([await isActive(token), await isActive(other)]).toEqual([false, true]);
  });

  it('keeps the access tokens, also of the session that created them', async () => {
    const made = await newAccessToken(other);
    for (const session of [other, token]) {
      expect((await call(end, { token, path: pathOf(session) })).status).toBe(200);
      expect(await works(token, made)).toBe(true);
    }
  });

  it.each([
    ['an unknown session', () => 'x'.repeat(16)],
    ['what is no id', () => 'x'],
    ['an attribute of the account', () => 'password_hash'],
    ['a property of every object, as long as an id', () => '__defineGetter__'],
  ])('answers 404 for %s', async (_, id) => {
    const { status, text } = await call(end, { token, path: { id: id() } });
    expect([status, text]).toEqual([404, notFound('Failed to end the session')]);
  });

  it('answers 404 for a session that has ended, and for one of another account, which lives on', async () => {
    await call(end, { token, path: pathOf(other) });
    expect((await call(end, { token, path: pathOf(other) })).status).toBe(404);
    const stranger = await newToken();
    expect((await call(end, { token, path: pathOf(stranger) })).status).toBe(404);
    expect(await isActive(stranger)).toBe(true);
  });
});
