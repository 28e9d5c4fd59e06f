import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { handler as changeEmail } from '../../../functions/account/change-email.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as logout } from '../../../functions/auth/logout.ts';
import { handler as resetPassword } from '../../../functions/auth/reset-password.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { handler as verifyEmail } from '../../../functions/auth/verify-email.ts';
import { handler as listEvents } from '../../../functions/events/list.ts';
import { findAccountId } from '../../../lib/accounts/repository.ts';
import { dayNumber } from '../../../lib/auth/session.ts';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { accountKey, sessionPath } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { countFailedLogins, MAX_FAILED_LOGINS } from '../../support/failed-logins.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { newMails, tokenMailedTo } from '../../support/mail.ts';
import {
  accountOf,
  INVALID_TOKEN,
  newMember,
  resetTokenOf,
  statusOfLogin,
} from '../../support/mailed-account.ts';
import { endpoints, newEvent, person } from '../../support/service.ts';
import { newVerified } from '../../support/sharing.ts';

type Member = Awaited<ReturnType<typeof newMember>>;

/** Sends a mailed token, with a session's token if there is one. */
const verify = (token: unknown, session?: string, fields: object = {}) =>
  call(verifyEmail, { token: session, body: { token, ...fields } });

const rejectionWith = (errors: object[], status = 422) => ({
  status,
  body: { status: 'error', message: 'Failed to verify the e-mail address', errors },
});
const INVALID = rejectionWith(INVALID_TOKEN);
const WRONG = rejectionWith([{ field: 'password', code: 'wrong', message: 'Password is wrong.' }]);
const UNCONFIRMED = rejectionWith(
  [
    {
      field: 'account',
      code: 'unconfirmed',
      message: "Send the account's password, or the token of one of its sessions.",
    },
  ],
  403,
);

afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

describe('POST /auth/verify-email', () => {
  it('verifies the address, again for the same token', async () => {
    const { email, token, verification } = await newMember();
    expect(await accountOf(token)).toEqual({ email, email_verified: false });
    for (const _ of ['once', 'again']) {
      const { status, body } = await verify(verification, token);
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'success', message: 'E-mail address verified successfully' });
    }
    expect(await accountOf(token)).toEqual({ email, email_verified: true });
  });

  it('still works after a new password, which it asks for then', async () => {
    const { email, password, verification } = await newMember();
    const chosen = 'a fair new passphrase';
    const body = { token: await resetTokenOf(email), password: chosen };
    expect((await call(resetPassword, { body })).status).toBe(200);
    expect(await verify(verification, undefined, { password })).toMatchObject(WRONG);
    expect((await verify(verification, undefined, { password: chosen })).status).toBe(200);
  });

  it.each([undefined, '', 7, 'x.y.z'])('refuses the token %j', async (token) => {
    const { status, body } = await verify(token);
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['token']]);
  });

  it.each(['', 7, null])('refuses the password %j', async (password) => {
    const { token, verification } = await newMember();
    const { status, body } = await verify(verification, undefined, { password });
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['password']]);
    expect(await accountOf(token)).toMatchObject({ email_verified: false });
  });

  it('refuses session tokens and tokens to reset a password', async () => {
    const { email, token } = await newMember();
    expect(await verify(token, token)).toMatchObject(INVALID);
    expect(await verify(await resetTokenOf(email), token)).toMatchObject(INVALID);
    expect(await accountOf(token)).toEqual({ email, email_verified: false });
  });

  it('refuses a token after 7 days, and none before', async () => {
    const [late, intime] = [await newMember(), await newMember()];
    const { password } = late;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 604_790_000 });
    expect((await verify(intime.verification, undefined, { password })).status).toBe(200);
    vi.setSystemTime(Date.now() + 20_000);
    expect(await verify(late.verification, undefined, { password })).toMatchObject(INVALID);
  });

  it('takes no token that verifies an address for a session token', async () => {
    const { token, verification } = await newMember();
    expect((await call(listEvents, { method: 'GET', token: verification })).status).toBe(401);
    expect(await verify(verification, verification)).toMatchObject(UNCONFIRMED);
    expect(await accountOf(token)).toMatchObject({ email_verified: false });
  });
});

/** What is mailed after a signup, and the address that it confirms. */
const ofSignup = async ({ email, verification }: Member) => ({ mailed: verification, confirmed: email });

/** The same after a change of address was asked for. */
async function ofChange({ token, password }: Member) {
  const { email } = person();
  await call(changeEmail, { token, body: { password, email } });
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
    expect((await verify(mailed, ada.token)).status).toBe(200);
    await expectConfirmed();
  });

  it('is confirmed by the password of the account, also beside a session of another one', async () => {
    const { token } = await newMember();
    expect((await verify(mailed, token, { password: ada.password })).status).toBe(200);
    await expectConfirmed();
  });

  it('is not confirmed by the mail alone', async () => {
    expect(await verify(mailed)).toMatchObject(UNCONFIRMED);
    expect(await verify(mailed, 'no.session.token')).toMatchObject(UNCONFIRMED);
    await expectNothing();
  });

  it('is not confirmed by a session of another account', async () => {
    const { token } = await newVerified();
    expect(await verify(mailed, token)).toMatchObject(UNCONFIRMED);
    await expectNothing();
  });

  it('is not confirmed by a session that has ended', async () => {
    const { body } = await call(login, { body: { username: ada.email, password: ada.password } });
    await call(logout, { token: body.token });
    expect(await verify(mailed, body.token)).toMatchObject(UNCONFIRMED);
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
    expect(await verify(sent.mailed, later.token)).toMatchObject(UNCONFIRMED);
    await wasUsed(14);
    expect(await accountOf(later.token)).toEqual({ email: later.email, email_verified: false });
    expect((await verify(sent.mailed, later.token)).status).toBe(200);
  });

  it('is not confirmed by a wrong password, which counts as a failed login to the present address', async () => {
    setVariable('LOGIN_LIMIT', '2');
    const wrong = { password: 'a wrong password' };
    for (const _ of [1, 2]) expect(await verify(mailed, undefined, wrong)).toMatchObject(WRONG);
    await expectNothing();
    expect(await statusOfLogin(ada.email, ada.password)).toBe(429);
    const { status, headers, body } = await verify(mailed, undefined, { password: ada.password });
    expect([status, body.message]).toEqual([429, 'Failed to verify the e-mail address']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(800);
    await expectNothing();
    // Only the password has the limit.
    expect((await verify(mailed, ada.token)).status).toBe(200);
    await expectConfirmed();
  });

  it('is not confirmed by a password after too many failed logins', async () => {
    setVariable('LOGIN_LIMIT', '2');
    for (const _ of [1, 2]) expect(await statusOfLogin(ada.email, 'a wrong password')).toBe(401);
    expect((await verify(mailed, undefined, { password: ada.password })).status).toBe(429);
    await expectNothing();
  });

  it('counts wrong passwords from all networks', async () => {
    await countFailedLogins(ada.email, MAX_FAILED_LOGINS - 2);
    const fail = (sourceIp: string) =>
      call(verifyEmail, { sourceIp, body: { token: mailed, password: 'a wrong password' } });
    expect([(await fail('198.51.100.1')).status, (await fail('198.51.100.2')).status]).toEqual([422, 422]);
    expect((await fail('198.51.100.3')).status).toBe(429);
  });

  it('the right password takes wrong ones out of the count', async () => {
    setVariable('LOGIN_LIMIT', '2');
    expect(await verify(mailed, undefined, { password: 'a wrong password' })).toMatchObject(WRONG);
    expect((await verify(mailed, undefined, { password: ada.password })).status).toBe(200);
    for (const _ of [1, 2]) expect(await statusOfLogin(ada.email, 'a wrong password')).toBe(401);
  });

  it.each(['forged', 'outdated'])(
    'a token that is %s is refused first, and its password isn’t counted',
    async (how) => {
      const moved = await ofChange(ada);
      if (how === 'outdated') expect((await verify(moved.mailed, ada.token)).status).toBe(200);
      const { email } = await accountOf(ada.token);
      setVariable('LOGIN_LIMIT', '1');
      await countFailedLogins(email, MAX_FAILED_LOGINS - 1);
      const token = how === 'forged' ? `${mailed}x` : mailed;
      for (const fields of [{}, { password: 'a wrong password' }, { password: ada.password }])
        expect(await verify(token, undefined, fields)).toMatchObject(INVALID);
      expect(await statusOfLogin(email, ada.password)).toBe(200);
      expect((await accountOf(ada.token)).email).toBe(email);
    },
  );
});

it('a link works no second time, also after the account got its old address back', async () => {
  const ada = await newMember();
  const reset = await resetTokenOf(ada.email);
  const moveTo = async (email: string) => {
    await call(changeEmail, { token: ada.token, body: { password: ada.password, email } });
    const mailed = await tokenMailedTo(email);
    expect((await verify(mailed, ada.token)).status).toBe(200);
    return mailed;
  };
  const mailed = await moveTo(person().email);
  await moveTo(ada.email);
  expect(await verify(mailed, ada.token)).toMatchObject(INVALID);
  expect(await accountOf(ada.token)).toEqual({ email: ada.email, email_verified: true });
  const { status } = await call(resetPassword, { body: { token: reset, password: 'a fair new passphrase' } });
  expect([status, await statusOfLogin(ada.email, ada.password)]).toEqual([422, 200]);
});

describe('a stranger who makes an account with somebody else’s address', () => {
  const MALLORYS = 'the words of a stranger';
  let owner: Awaited<ReturnType<typeof newVerified>>;
  let event: { id: string };
  let victim: string;
  beforeEach(async () => {
    owner = await newVerified();
    event = await newEvent(owner.token);
    victim = person().email;
    takeInvocations();
  });

  /** The owner invites the victim. Returns the id of the invitation. */
  async function invite(): Promise<string> {
    const path = { event_id: event.id };
    const body = { email: victim, role: 'editor' };
    const invited = await call(endpoints.inviteMember.handler, { token: owner.token, path, body });
    return String(z.object({ id: z.int() }).parse(invited.body.data).id);
  }

  const statusOfAccept = async (token: string, id: string) =>
    (await call(endpoints.acceptInvitation.handler, { token, path: { id } })).status;
  const statusOfView = async (token: string) =>
    (await call(endpoints.view.handler, { method: 'GET', token, path: event })).status;
  const statusOfList = async (token: string) =>
    (await call(endpoints.listInvitations.handler, { method: 'GET', token })).status;

  /** What the victim can do with the link in a mail that they didn't expect: the page asks for a password. */
  async function click(mailed: string): Promise<void> {
    expect(await verify(mailed)).toMatchObject(UNCONFIRMED);
    expect(await verify(mailed, undefined, { password: 'what I use elsewhere' })).toMatchObject(WRONG);
  }

  it('isn’t verified by that person’s click, and can’t accept their invitations', async () => {
    const { body } = await call(signup, { body: person({ email: victim, password: MALLORYS }) });
    const mallory = String(body.token);
    const mailed = await tokenMailedTo(victim);
    const id = await invite();
    expect(await newMails()).toMatchObject([{ to: victim }]);
    await click(mailed);
    expect(await accountOf(mallory)).toEqual({ email: victim, email_verified: false });
    expect([await statusOfAccept(mallory, id), await statusOfList(mallory)]).toEqual([403, 403]);
    expect(await statusOfView(mallory)).toBe(404);
    // Whoever reads the mails of the address can have the account, and Mallory is out of it.
    const chosen = { token: await resetTokenOf(victim), password: 'a fair new passphrase' };
    const reset = await call(resetPassword, { body: chosen });
    expect(await statusOfLogin(victim, MALLORYS)).toBe(401);
    expect(await statusOfAccept(mallory, id)).toBe(401);
    expect(await statusOfAccept(String(reset.body.token), id)).toBe(200);
    expect(await statusOfView(String(reset.body.token))).toBe(200);
  });

  it('doesn’t get the address by a change to it either', async () => {
    const mallory = await newMember();
    await verify(mallory.verification, mallory.token);
    const { password } = mallory;
    await call(changeEmail, { token: mallory.token, body: { password, email: victim } });
    const mailed = await tokenMailedTo(victim);
    const id = await invite();
    takeInvocations();
    await click(mailed);
    expect(await accountOf(mallory.token)).toEqual({ email: mallory.email, email_verified: true });
    expect(await statusOfAccept(mallory.token, id)).toBe(404);
    expect(await statusOfView(mallory.token)).toBe(404);
    // The address is still free for the victim, who then has the invitation.
    const { body } = await call(signup, { body: person({ email: victim }) });
    const own = String(body.token);
    await verify(await tokenMailedTo(victim), own);
    expect(await statusOfAccept(own, id)).toBe(200);
    expect(await verify(mailed, mallory.token)).toMatchObject({ status: 409 });
    expect(await accountOf(mallory.token)).toMatchObject({ email: mallory.email });
  });
});
