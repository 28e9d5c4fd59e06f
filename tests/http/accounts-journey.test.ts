import createClient from 'openapi-fetch';
import { TOTP } from 'otpauth';
import { describe, expect, inject, it } from 'vitest';
import type { paths } from '../../openapi/client.d.ts';
import { nextMail } from '../support/received-mail.ts';
import { newAccount } from './account.ts';

const ada = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada.account@example.com',
  password: 'correct horse battery',
};
const RESET = 'a fair new passphrase';
const CHANGED = 'yet another passphrase';
const NEW_EMAIL = 'ada.account@example.org';

const baseUrl = inject('origin');
const anyone = createClient<paths>({ baseUrl });
const as = (token: string) => createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

async function login(username: string, password: string) {
  const { response, data } = await anyone.POST('/auth/login', { body: { username, password } });
  return { status: response.status, token: data?.token ?? '' };
}
const accountOf = async (token: string) => (await as(token).GET('/account')).data?.data;
const sessionsOf = async (token: string) => (await as(token).GET('/account/sessions')).data?.data ?? [];
const statusOf = async (token: string) => (await as(token).GET('/events')).response.status;

describe('the journey of an account over HTTP', () => {
  let token = '';

  it('signs up and verifies the e-mail address by the mail', async () => {
    const { data } = await anyone.POST('/auth/signup', { body: ada });
    token = data?.token ?? '';
    expect(await accountOf(token)).toMatchObject({ email: ada.email, email_verified: false });
    const mail = await nextMail(ada.email);
    expect(mail.subject).toBe('Confirm your e-mail address');
    const verification = { token: mail.token };
    const unknown = await anyone.POST('/auth/verify-email', { body: verification });
    expect([unknown.response.status, unknown.error]).toMatchObject([
      403,
      { errors: [{ code: 'unconfirmed' }] },
    ]);
    expect(await accountOf(token)).toMatchObject({ email_verified: false });
    const verified = await as(token).POST('/auth/verify-email', { body: verification });
    expect(verified.data?.message).toBe('E-mail address verified successfully');
    expect(await accountOf(token)).toMatchObject({ email_verified: true });
    // A verified address gets no other mail.
    const again = await as(token).POST('/account/send-verification');
    expect(again.data?.message).toBe('E-mail sent successfully');
  });

  it('changes the name', async () => {
    await as(token).POST('/account/update', { body: { first_name: 'Augusta' } });
    expect(await accountOf(token)).toMatchObject({ first_name: 'Augusta', last_name: 'Lovelace' });
  });

  it('chooses a new password by the mail, once', async () => {
    const body = { username: ada.email };
    expect((await anyone.POST('/auth/forgot-password', { body })).response.status).toBe(200);
    const mail = await nextMail(ada.email);
    expect(mail.subject).toBe('Choose a new password');
    const reset = { token: mail.token, password: RESET };
    const { data } = await anyone.POST('/auth/reset-password', { body: reset });
    expect(await statusOf(token)).toBe(401);
    token = data?.token ?? '';
    expect(await statusOf(token)).toBe(200);
    const again = await anyone.POST('/auth/reset-password', { body: reset });
    expect(again.response.status).toBe(422);
    expect(again.error).toMatchObject({ errors: [{ field: 'token' }] });
    expect((await nextMail(ada.email)).subject).toBe('Your password was changed');
    expect((await login(ada.email, ada.password)).status).toBe(401);
  });

  it('changes the password, which ends all other sessions', async () => {
    const other = await login(ada.email, RESET);
    const wrong = { password: 'not the current one', new_password: CHANGED };
    const refused = await as(token).POST('/account/change-password', { body: wrong });
    expect(refused.error).toMatchObject({ errors: [{ field: 'password', message: 'Password is wrong.' }] });
    const body = { password: RESET, new_password: CHANGED };
    const { data } = await as(token).POST('/account/change-password', { body });
    expect(data?.message).toBe('Password changed successfully');
    expect([await statusOf(token), await statusOf(other.token)]).toEqual([200, 401]);
    expect((await nextMail(ada.email)).subject).toBe('Your password was changed');
    expect((await login(ada.email, RESET)).status).toBe(401);
  });

  it('changes the e-mail address by the mail to the new one, and tells the old one', async () => {
    const body = { password: CHANGED, email: NEW_EMAIL };
    expect((await as(token).POST('/account/change-email', { body })).response.status).toBe(200);
    expect(await accountOf(token)).toMatchObject({ email: ada.email });
    const mail = await nextMail(NEW_EMAIL);
    expect(mail.subject).toBe('Confirm your new e-mail address');
    await anyone.POST('/auth/verify-email', { body: { token: mail.token, password: CHANGED } });
    expect(await accountOf(token)).toMatchObject({ email: NEW_EMAIL, email_verified: true });
    expect((await nextMail(ada.email)).subject).toBe('Your e-mail address was changed');
    expect((await login(ada.email, CHANGED)).status).toBe(401);
    expect((await login(NEW_EMAIL, CHANGED)).status).toBe(200);
  });

  it('lists its sessions, and ends one', async () => {
    const sessions = await sessionsOf(token);
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(sessions).toContainEqual(expect.objectContaining({ current: false, user_agent: 'node' }));
    const { token: ended } = await login(NEW_EMAIL, CHANGED);
    const id = (await sessionsOf(ended)).find(({ current }) => current)?.id ?? '';
    const params = { path: { id } };
    const answer = await as(token).POST('/account/sessions/end/{id}', { params });
    expect(answer.data?.message).toBe('Session ended successfully');
    expect(await statusOf(ended)).toBe(401);
    expect(await sessionsOf(token)).toHaveLength(2);
    const again = await as(token).POST('/account/sessions/end/{id}', { params });
    expect(again.response.status).toBe(404);
  });

  it('refreshes its token', async () => {
    const { data } = await as(token).POST('/auth/refresh');
    expect(data?.token).not.toBe(token);
    token = data?.token ?? '';
    expect(await statusOf(token)).toBe(200);
  });

  it('exports the account with its sessions, events and budgets', async () => {
    const party = { name: 'Party', event_date: '2027-07-04', description: '' };
    const made = await as(token).POST('/events/create', { body: party });
    const event_id = Number(made.response.headers.get('location')?.replace('/events/view/', ''));
    const band = { name: 'Band', category: 'Music', amount: 800, spent: 950.5 };
    await as(token).POST('/events/{event_id}/budgets/create', { params: { path: { event_id } }, body: band });
    const { response, data } = await as(token).GET('/account/export');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(data?.data).toMatchObject({
      account: { first_name: 'Augusta', email: NEW_EMAIL },
      sessions: [{ user_agent: 'node' }, { user_agent: 'node' }],
      events: [{ id: event_id, name: 'Party', total_amount: 800, budgets: [band] }],
    });
  });

  it('logs out, and in again', async () => {
    await as(token).POST('/auth/logout');
    expect(await statusOf(token)).toBe(401);
    expect((await as(token).POST('/auth/refresh')).response.status).toBe(401);
    ({ token } = await login(NEW_EMAIL, CHANGED));
    expect(await statusOf(token)).toBe(200);
  });

  it('deletes the account, whose address can sign up again and starts empty', async () => {
    const { data } = await as(token).POST('/account/delete', { body: { password: CHANGED } });
    expect(data?.message).toBe('Account deleted successfully');
    expect(await statusOf(token)).toBe(401);
    expect((await login(NEW_EMAIL, CHANGED)).status).toBe(401);
    const again = await anyone.POST('/auth/signup', { body: { ...ada, email: NEW_EMAIL } });
    expect(again.response.status).toBe(201);
    const fresh = again.data?.token ?? '';
    expect((await as(fresh).GET('/events')).data).toMatchObject({ return_count: 0, data: [] });
    expect(await sessionsOf(fresh)).toHaveLength(1);
    expect(await accountOf(fresh)).toMatchObject({ first_name: 'Ada', email_verified: false });
    expect((await nextMail(NEW_EMAIL)).subject).toBe('Confirm your e-mail address');
  });
});

describe('the journey of a second factor over HTTP', () => {
  it('adds a second factor, logs in with codes, and removes it', async () => {
    const { token, email, password } = await newAccount('Grace', 'grace.account@example.com');
    const body = { password };
    const credentials = { ...body, username: email };
    const { data: created } = await as(token).POST('/account/second-factor/create', { body });
    const { secret = '', confirmation = '', recovery_codes = [] } = created?.data ?? {};
    const code = new TOTP({ secret }).generate();
    const confirmed = await as(token).POST('/account/second-factor/confirm', {
      body: { confirmation, code },
    });
    expect(confirmed.data?.message).toBe('Second factor confirmed successfully');
    const missing = await anyone.POST('/auth/login', { body: credentials });
    expect([missing.response.status, missing.error]).toMatchObject([
      403,
      { message: 'Login Failed. retry', errors: [{ field: 'code', code: 'second_factor' }] },
    ]);
    const [first = '', second = ''] = recovery_codes;
    for (const [sent, status] of [
      [code, 403],
      [new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }), 200],
      [first, 200],
      [first, 403],
    ] as const) {
      const { response } = await anyone.POST('/auth/login', { body: { ...credentials, code: sent } });
      expect(response.status).toBe(status);
    }
    expect(await accountOf(token)).toMatchObject({ second_factor: { recovery_codes_left: 7 } });
    const ended = await as(token).POST('/account/second-factor/end', { body: { ...body, code: second } });
    expect(ended.data?.message).toBe('Second factor ended successfully');
    expect((await login(email, password)).status).toBe(200);
  });
});
