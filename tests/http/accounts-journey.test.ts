import { expect, it } from 'vitest';
import { nextMail } from '../support/received-mail.ts';
import { clientOf } from './account.ts';

const ada = {
  ...{ first_name: 'Ada', last_name: 'Lovelace' },
  ...{ email: 'ada.account@example.com', password: 'correct horse battery' },
};
const RESET = 'a fair new passphrase';
const NEW_EMAIL = 'ada.account@example.org';
const anyone = clientOf('');

async function login(username: string, password: string) {
  const { response, data } = await anyone.POST('/auth/login', { body: { username, password } });
  return { status: response.status, token: data?.token ?? '' };
}
const accountOf = async (token: string) => (await clientOf(token).GET('/account')).data?.data;
const sessionsOf = async (token: string) => (await clientOf(token).GET('/account/sessions')).data?.data ?? [];
const statusOf = async (token: string) => (await clientOf(token).GET('/events')).response.status;

/** The next mail to an address, which is about this. */
async function mailAbout(subject: string, address = ada.email) {
  const mail = await nextMail(address);
  expect(mail.subject).toBe(subject);
  return mail;
}

it('an account lives from its signup to its deletion over HTTP, by the mails that are sent', async () => {
  const signup = await anyone.POST('/auth/signup', { body: ada });
  const first = signup.data?.token ?? '';
  const { token: mailed } = await mailAbout('Confirm your e-mail address');
  const unknown = await anyone.POST('/auth/verify-email', { body: { token: mailed } });
  expect([unknown.response.status, unknown.error?.errors?.[0]?.code]).toEqual([403, 'unconfirmed']);
  await clientOf(first).POST('/auth/verify-email', { body: { token: mailed } });
  expect(await accountOf(first)).toMatchObject({ email: ada.email, email_verified: true });
  // A verified address gets no other mail.
  await clientOf(first).POST('/account/send-verification');

  await anyone.POST('/auth/forgot-password', { body: { username: ada.email } });
  const reset = { token: (await mailAbout('Choose a new password')).token, password: RESET };
  const { data } = await anyone.POST('/auth/reset-password', { body: reset });
  const token = data?.token ?? '';
  await mailAbout('Your password was changed');
  expect([await statusOf(first), await statusOf(token)]).toEqual([401, 200]);
  expect((await anyone.POST('/auth/reset-password', { body: reset })).response.status).toBe(422);

  await clientOf(token).POST('/account/change-email', { body: { password: RESET, email: NEW_EMAIL } });
  const change = await mailAbout('Confirm your new e-mail address', NEW_EMAIL);
  await anyone.POST('/auth/verify-email', { body: { token: change.token, password: RESET } });
  await mailAbout('Your e-mail address was changed');
  expect((await login(ada.email, RESET)).status).toBe(401);

  const { token: other } = await login(NEW_EMAIL, RESET);
  const sessions = await sessionsOf(other);
  expect(sessions.map(({ user_agent }) => user_agent)).toEqual(['node', 'node']);
  const id = sessions.find(({ current }) => current)?.id ?? '';
  await clientOf(token).POST('/account/sessions/end/{id}', { params: { path: { id } } });
  expect([await statusOf(other), (await sessionsOf(token)).length]).toEqual([401, 1]);

  const exported = await clientOf(token).GET('/account/export');
  expect(exported.response.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(exported.data?.data).toMatchObject({ account: { email: NEW_EMAIL }, events: [] });
  const deleted = await clientOf(token).POST('/account/delete', { body: { password: RESET } });
  expect(deleted.data?.message).toBe('Account deleted successfully');
  expect([await statusOf(token), (await login(NEW_EMAIL, RESET)).status]).toEqual([401, 401]);

  const again = await anyone.POST('/auth/signup', { body: { ...ada, email: NEW_EMAIL } });
  const fresh = again.data?.token ?? '';
  expect(await accountOf(fresh)).toMatchObject({ first_name: 'Ada', email_verified: false });
  await mailAbout('Confirm your e-mail address', NEW_EMAIL);
});
