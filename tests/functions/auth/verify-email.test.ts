import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findAccountId } from '../../../lib/accounts/repository.ts';
import { dayNumber } from '../../../lib/auth/session.ts';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { accountKey, sessionPath } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { call } from '../../support/call.ts';
import { clientOf, newClient, newVerifiedClient, nobody } from '../../support/client.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { takeInvocations } from '../../support/lambda.ts';
import {
  accountOf,
  INVALID_TOKEN,
  type Member,
  newMails,
  newMember,
  resetTokenOf,
  statusOfLogin,
  tokenMailedTo,
} from '../../support/mail.ts';
import { countFailedLogins, MAX_FAILED_LOGINS } from '../../support/person.ts';
import { endpoints, person } from '../../support/service.ts';

type Caller = Pick<Member, 'verifyEmail'>;

/** Sends a mailed token, with a session's token if there is one. */
const verify = (token: unknown, by: Caller = nobody, fields: object = {}) =>
  by.verifyEmail({ token, ...fields });

const rejectionWith = (errors: object[], status = 422) => ({
  status,
  body: { status: 'error', message: 'Failed to verify the e-mail address', errors },
});
const INVALID = rejectionWith(INVALID_TOKEN);
const WRONG = rejectionWith([{ field: 'password', code: 'wrong', message: 'Password is wrong.' }]);
const HOW = "Send the account's password, or the token of one of its sessions.";
const UNCONFIRMED = rejectionWith([{ field: 'account', code: 'unconfirmed', message: HOW }], 403);
const A_WRONG_ONE = { password: 'a wrong password' };

afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

describe('POST /auth/verify-email', () => {
  it('verifies the address, again for the same token', async () => {
    const { email, verification, ...ada } = await newMember();
    expect(await accountOf(ada.token)).toEqual({ email, email_verified: false });
    for (const _ of ['once', 'again']) {
      const { status, body } = await verify(verification, ada);
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'success', message: 'E-mail address verified successfully' });
    }
    expect(await accountOf(ada.token)).toEqual({ email, email_verified: true });
  });

  it('still works after a new password, which it asks for then', async () => {
    const { email, password, verification } = await newMember();
    const chosen = 'a fair new passphrase';
    await nobody.resetPassword({ token: await resetTokenOf(email), password: chosen });
    expect(await verify(verification, nobody, { password })).toMatchObject(WRONG);
    expect((await verify(verification, nobody, { password: chosen })).status).toBe(200);
  });

  it('rejects what is no such token, or no password', async () => {
    const { email, token, verification, ...ada } = await newMember();
    for (const no of [undefined, '', 7, 'x.y.z'])
      expect((await verify(no)).body.errors).toMatchObject([{ field: 'token' }]);
    for (const password of ['', 7, null])
      expect((await verify(verification, nobody, { password })).body.errors).toMatchObject([
        { field: 'password' },
      ]);
    for (const other of [token, await resetTokenOf(email)])
      expect(await verify(other, ada)).toMatchObject(INVALID);
    // Nor is it a session's token.
    const byItself = clientOf(verification);
    expect((await byItself.list()).status).toBe(401);
    expect(await verify(verification, byItself)).toMatchObject(UNCONFIRMED);
    expect(await accountOf(token)).toEqual({ email, email_verified: false });
  });

  it('rejects a token after 7 days, and none before', async () => {
    const [late, intime] = [await newMember(), await newMember()];
    const { password } = late;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 604_790_000 });
    expect((await verify(intime.verification, nobody, { password })).status).toBe(200);
    vi.setSystemTime(Date.now() + 20_000);
    expect(await verify(late.verification, nobody, { password })).toMatchObject(INVALID);
  });
});

/** What is mailed after a signup, and the address that it confirms. */
const ofSignup = async ({ email, verification }: Member) => ({ mailed: verification, confirmed: email });

/** The same after a change of address was asked for. */
async function ofChange({ changeEmail, password }: Member) {
  const { email } = person();
  await changeEmail({ password, email });
  return { mailed: await tokenMailedTo(email), confirmed: email };
}

describe.each([
  ['the address of a new account', ofSignup],
  ['a change of address', ofChange],
])('%s', (_, mail) => {
  let ada: Member;
  let mailed: string;
  let confirmed: string;
  beforeEach(async () => {
    ada = await newMember();
    ({ mailed, confirmed } = await mail(ada));
  });

  const expectNothing = async () => {
    expect(await accountOf(ada.token)).toEqual({ email: ada.email, email_verified: false });
    if (confirmed !== ada.email) expect(await findAccountId(confirmed)).toBeUndefined();
  };
  const expectConfirmed = async () =>
    expect(await accountOf(ada.token)).toEqual({ email: confirmed, email_verified: true });

  it('is confirmed by a session of the account', async () => {
    expect((await verify(mailed, ada)).status).toBe(200);
    await expectConfirmed();
  });

  it('is confirmed by the password of the account, also beside a session of another one', async () => {
    expect((await verify(mailed, await newClient(), { password: ada.password })).status).toBe(200);
    await expectConfirmed();
  });

  it('is not confirmed by the mail alone, nor by a session that has ended, or of another account', async () => {
    const { body } = await ada.login({ username: ada.email, password: ada.password });
    const ended = clientOf(String(body.token));
    await ended.logout();
    for (const by of [nobody, clientOf('no.session.token'), await newVerifiedClient(), ended])
      expect(await verify(mailed, by)).toMatchObject(UNCONFIRMED);
    await expectNothing();
  });

  it('is not confirmed by a session that has expired', async () => {
    setVariable('TOKEN_LIFETIME_SECONDS', '2592000');
    const later = await newMember();
    const sent = await mail(later);
    const { sub = '', sid } = decodeJwt(later.token);
    const wasUsed = (days: number) =>
      send(new Update(accountKey(sub)).set([...sessionPath(String(sid)), 'd'], dayNumber() - days));
    await wasUsed(15);
    expect(await verify(sent.mailed, later)).toMatchObject(UNCONFIRMED);
    await wasUsed(14);
    expect(await accountOf(later.token)).toEqual({ email: later.email, email_verified: false });
    expect((await verify(sent.mailed, later)).status).toBe(200);
  });

  it('is not confirmed by a wrong password, which counts as a failed login to the present address', async () => {
    setVariable('LOGIN_LIMIT', '2');
    for (const _ of [1, 2]) expect(await verify(mailed, nobody, A_WRONG_ONE)).toMatchObject(WRONG);
    await expectNothing();
    expect(await statusOfLogin(ada.email, ada.password)).toBe(429);
    const { status, headers, body } = await verify(mailed, nobody, { password: ada.password });
    expect([status, body.message]).toEqual([429, 'Failed to verify the e-mail address']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(800);
    await expectNothing();
    // Only the password has the limit.
    expect((await verify(mailed, ada)).status).toBe(200);
    await expectConfirmed();
  });

  it('is not confirmed by a password after too many failed logins', async () => {
    setVariable('LOGIN_LIMIT', '2');
    for (const _ of [1, 2]) expect(await statusOfLogin(ada.email, A_WRONG_ONE.password)).toBe(401);
    expect((await verify(mailed, nobody, { password: ada.password })).status).toBe(429);
    await expectNothing();
  });

  it('counts wrong passwords from all networks', async () => {
    await countFailedLogins(ada.email, MAX_FAILED_LOGINS - 2);
    const statusFrom = async (sourceIp: string) => {
      const body = { token: mailed, ...A_WRONG_ONE };
      return (await call(endpoints.verifyEmail.handler, { sourceIp, body })).status;
    };
    expect([await statusFrom('198.51.100.1'), await statusFrom('198.51.100.2')]).toEqual([422, 422]);
    expect(await statusFrom('198.51.100.3')).toBe(429);
  });

  it('the right password takes wrong ones out of the count', async () => {
    setVariable('LOGIN_LIMIT', '2');
    expect(await verify(mailed, nobody, A_WRONG_ONE)).toMatchObject(WRONG);
    expect((await verify(mailed, nobody, { password: ada.password })).status).toBe(200);
    for (const _ of [1, 2]) expect(await statusOfLogin(ada.email, A_WRONG_ONE.password)).toBe(401);
  });

  it.each(['forged', 'outdated'])(
    'a token that is %s is rejected first, and its password isn’t counted',
    async (how) => {
      const moved = await ofChange(ada);
      if (how === 'outdated') expect((await verify(moved.mailed, ada)).status).toBe(200);
      const { email } = await accountOf(ada.token);
      setVariable('LOGIN_LIMIT', '1');
      await countFailedLogins(email, MAX_FAILED_LOGINS - 1);
      const token = how === 'forged' ? `${mailed}x` : mailed;
      for (const fields of [{}, A_WRONG_ONE, { password: ada.password }])
        expect(await verify(token, nobody, fields)).toMatchObject(INVALID);
      expect(await statusOfLogin(email, ada.password)).toBe(200);
      expect((await accountOf(ada.token)).email).toBe(email);
    },
  );
});

it('a link works no second time, also after the account got its old address back', async () => {
  const ada = await newMember();
  const reset = await resetTokenOf(ada.email);
  const moveTo = async (email: string) => {
    await ada.changeEmail({ password: ada.password, email });
    const mailed = await tokenMailedTo(email);
    expect((await verify(mailed, ada)).status).toBe(200);
    return mailed;
  };
  const mailed = await moveTo(person().email);
  await moveTo(ada.email);
  expect(await verify(mailed, ada)).toMatchObject(INVALID);
  expect(await accountOf(ada.token)).toEqual({ email: ada.email, email_verified: true });
  const { status } = await nobody.resetPassword({ token: reset, password: 'a fair new passphrase' });
  expect([status, await statusOfLogin(ada.email, ada.password)]).toEqual([422, 200]);
});

describe('a stranger who makes an account with somebody else’s address', () => {
  const MALLORYS = 'the words of a stranger';
  let owner: Awaited<ReturnType<typeof newVerifiedClient>>;
  let event: { id: string };
  let victim: string;
  beforeEach(async () => {
    owner = await newVerifiedClient();
    event = await owner.newEvent();
    victim = person().email;
    takeInvocations();
  });

  /** The owner invites the victim. Returns the id of the invitation. */
  async function invite(): Promise<{ id: string }> {
    const { body } = await owner.inviteMember({ event_id: event.id }, { email: victim, role: 'editor' });
    return { id: String(Object(body.data).id) };
  }

  /** What the victim can do with the link in a mail that they didn't expect: the page asks for a password. */
  async function click(mailed: string): Promise<void> {
    expect(await verify(mailed)).toMatchObject(UNCONFIRMED);
    expect(await verify(mailed, nobody, { password: 'what I use elsewhere' })).toMatchObject(WRONG);
  }

  it('isn’t verified by that person’s click, and can’t accept their invitations', async () => {
    const { body } = await nobody.signup(person({ email: victim, password: MALLORYS }));
    const mallory = clientOf(String(body.token));
    const mailed = await tokenMailedTo(victim);
    const invitation = await invite();
    expect(await newMails()).toMatchObject([{ to: victim }]);
    await click(mailed);
    expect(await accountOf(mallory.token)).toEqual({ email: victim, email_verified: false });
    expect((await mallory.acceptInvitation(invitation)).status).toBe(403);
    expect((await mallory.listInvitations()).status).toBe(403);
    expect((await mallory.view(event)).status).toBe(404);
    // Whoever reads the mails of the address can have the account, and Mallory is out of it.
    const chosen = { token: await resetTokenOf(victim), password: 'a fair new passphrase' };
    const reset = await nobody.resetPassword(chosen);
    expect(await statusOfLogin(victim, MALLORYS)).toBe(401);
    expect((await mallory.acceptInvitation(invitation)).status).toBe(401);
    const own = clientOf(String(reset.body.token));
    expect((await own.acceptInvitation(invitation)).status).toBe(200);
    expect((await own.view(event)).status).toBe(200);
  });

  it('doesn’t get the address by a change to it either', async () => {
    const mallory = await newMember();
    await verify(mallory.verification, mallory);
    await mallory.changeEmail({ password: mallory.password, email: victim });
    const mailed = await tokenMailedTo(victim);
    const invitation = await invite();
    takeInvocations();
    await click(mailed);
    expect(await accountOf(mallory.token)).toEqual({ email: mallory.email, email_verified: true });
    expect((await mallory.acceptInvitation(invitation)).status).toBe(404);
    expect((await mallory.view(event)).status).toBe(404);
    // The address is still free for the victim, who then has the invitation.
    const own = await newMember({ email: victim });
    await verify(own.verification, own);
    expect((await own.acceptInvitation(invitation)).status).toBe(200);
    expect(await verify(mailed, mallory)).toMatchObject({ status: 409 });
    expect(await accountOf(mallory.token)).toMatchObject({ email: mallory.email });
  });
});
