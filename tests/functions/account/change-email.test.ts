import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { handler as changeEmail } from '../../../functions/account/change-email.ts';
import { handler as changePassword } from '../../../functions/account/change-password.ts';
import { handler as deleteAccount } from '../../../functions/account/delete.ts';
import { handler as resetPassword } from '../../../functions/auth/reset-password.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { handler as verifyEmail } from '../../../functions/auth/verify-email.ts';
import { handler as listEvents } from '../../../functions/events/list.ts';
import { findAccountId } from '../../../lib/accounts/repository.ts';
import { works } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { deliver, newMails, tokenMailedTo } from '../../support/mail.ts';
import {
  accountOf,
  INVALID_TOKEN,
  newMember,
  resetTokenOf,
  statusOfLogin,
} from '../../support/mailed-account.ts';
import { endpoints, newAccessToken, newEvent, person } from '../../support/service.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';

type Member = Awaited<ReturnType<typeof newMember>>;

let ada: Member;
let email: string;
beforeEach(async () => {
  ada = await newMember();
  ({ email } = person());
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

const request = (body: object = {}, member: Pick<Member, 'token' | 'password'> = ada) =>
  call(changeEmail, { token: member.token, body: { password: member.password, email, ...body } });

async function mailedToken(): Promise<string> {
  await request();
  return tokenMailedTo(email);
}

const confirm = (token: string) => call(verifyEmail, { token: ada.token, body: { token } });

describe('POST /account/change-email', () => {
  it('mails a link to the new address, and changes nothing yet', async () => {
    const { status, body } = await request({ email: ` ${email.toUpperCase()}` });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      message: 'Confirm the new address by the e-mail sent to it.',
    });
    expect(await newMails()).toMatchObject([
      {
        to: email,
        subject: 'Event Budget: Confirm your new e-mail address',
        text: expect.stringContaining('https://app.example.com/verify-email#token='),
      },
    ]);
    expect(await accountOf(ada.token)).toEqual({ email: ada.email, email_verified: false });
  });

  it('answers 422 for a wrong password, and 429 when a session has sent too many, which is no failed login', async () => {
    setVariable('LOGIN_LIMIT', '1');
    const { status, body } = await request({ password: 'wrong' });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'password', code: 'wrong', message: 'Password is wrong.' }],
    ]);
    expect((await request()).status).toBe(429);
    expect(takeInvocations()).toEqual([]);
    expect(await statusOfLogin(ada.email, ada.password)).toBe(200);
  });

  it('sends the same bytes and makes the same requests for a free, a taken and one’s own address, and only the free one gets a mail', async () => {
    const other = await newMember();
    const seen = [];
    for (const each of [email, other.email, ada.email]) {
      takeRequests();
      const { status, text, headers } = await request({ email: each });
      const { counts } = takeRequests();
      const queued = takeInvocations();
      const [{ payload, ...invocation }] = z.tuple([z.looseObject({ payload: z.unknown() })]).parse(queued);
      seen.push({ status, text, headers, counts, invocation });
      const mailed = (await deliver(payload)).map(({ to }) => to);
      expect(mailed).toEqual(each === email ? [email] : []);
    }
    expect(seen[0]).toMatchObject({
      status: 200,
      // The session, the account, the password's counter and its clearing, and three counters of mails, read and written.
      counts: { reads: 5, writes: 5 },
    });
    expect(seen.slice(1)).toEqual([seen[0], seen[0]]);
  });

  it('says in the mail that invitations stay with the old address', async () => {
    const [owner, guest] = [await newVerified(), await newVerified()];
    const path = { event_id: (await newEvent(owner.token)).id };
    const body = { email: guest.email, role: 'viewer' };
    await call(endpoints.inviteMember.handler, { token: owner.token, path, body });
    takeInvocations();
    const received = async () => {
      const { body } = await call(endpoints.listInvitations.handler, { method: 'GET', token: guest.token });
      return z.array(z.unknown()).parse(body.data).length;
    };
    await request({}, guest);
    const [mail] = await newMails();
    expect(mail?.text).toContain('accept any invitations to the old address first');
    expect(await received()).toBe(1);
    await call(verifyEmail, { token: guest.token, body: { token: mail?.token } });
    expect((await accountOf(guest.token)).email).toBe(email);
    expect(await received()).toBe(0);
  });

  it('mails nothing to an address that was taken since the request', async () => {
    await request();
    const [requested] = takeInvocations();
    await call(signup, { body: person({ email }) });
    expect(await deliver(requested?.payload)).toEqual([]);
  });

  it('answers 429 to the sixth mail to one address', async () => {
    for (let n = 0; n < 5; n += 1) expect((await request()).status).toBe(200);
    expect((await request()).status).toBe(429);
  });

  it('answers 501 where no mail is sent, and 503 if it can’t be queued', async () => {
    expect((await withoutLambda(() => request())).status).toBe(503);
    setVariable('MAIL_FROM', '');
    expect((await request()).status).toBe(501);
  });

  it.each(['', 'x', 'a b@example.com'])('answers 422 for the address %j', async (address) => {
    const { status, body } = await request({ email: address });
    expect([status, body.errors?.[0]?.field]).toEqual([422, 'email']);
  });
});

describe('a confirmed change of address', () => {
  it('takes effect, keeps sessions and access tokens, and frees the old address', async () => {
    const made = await newAccessToken(ada.token);
    takeInvocations();
    const token = await mailedToken();
    expect((await confirm(token)).status).toBe(200);
    expect(await accountOf(ada.token)).toEqual({ email, email_verified: true });
    expect(await works(ada.token, made)).toBe(true);
    expect(await statusOfLogin(email, ada.password)).toBe(200);
    expect(await statusOfLogin(ada.email, ada.password)).toBe(401);
    expect(await findAccountId(ada.email)).toBeUndefined();
    expect((await call(signup, { body: person({ email: ada.email }) })).status).toBe(201);
  });

  it('is told to the old address', async () => {
    await confirm(ada.verification);
    await confirm(await mailedToken());
    expect(await newMails()).toMatchObject([
      { to: ada.email, subject: 'Event Budget: Your e-mail address was changed', token: '' },
    ]);
  });

  it('is not told to an old address that was never verified, which may be a stranger’s', async () => {
    await confirm(await mailedToken());
    expect(await accountOf(ada.token)).toMatchObject({ email });
    expect(takeInvocations()).toEqual([]);
  });

  it('answers 200 again for the same token, without another effect', async () => {
    const token = await mailedToken();
    await confirm(token);
    takeInvocations();
    expect((await confirm(token)).status).toBe(200);
    expect(takeInvocations()).toEqual([]);
  });

  it('happens once for 5 confirmations at once', async () => {
    await confirm(ada.verification);
    const token = await mailedToken();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(takeInvocations()).toMatchObject([{ payload: { kind: 'email_changed' } }]);
    expect(await accountOf(ada.token)).toEqual({ email, email_verified: true });
    expect(await statusOfLogin(email, ada.password)).toBe(200);
  });

  it('may go back and forth', async () => {
    await confirm(await mailedToken());
    const [first] = [ada.email];
    await request({ email: first });
    expect((await confirm(await tokenMailedTo(first))).status).toBe(200);
    expect(await accountOf(ada.token)).toMatchObject({ email: first });
    expect(await statusOfLogin(first, ada.password)).toBe(200);
    expect(await findAccountId(email)).toBeUndefined();
  });
});

describe('a change of address is refused', () => {
  const expectRejection = async (token: string) => {
    const { status, body } = await confirm(token);
    expect([status, body.errors]).toEqual([422, INVALID_TOKEN]);
    expect(await findAccountId(email)).toBeUndefined();
  };

  it('after a change of password', async () => {
    const token = await mailedToken();
    const body = { password: ada.password, new_password: 'chosen meanwhile' };
    await call(changePassword, { token: ada.token, body });
    await expectRejection(token);
  });

  it('after another change of address', async () => {
    const token = await mailedToken();
    const other = person().email;
    await request({ email: other });
    await confirm(await tokenMailedTo(other));
    await expectRejection(token);
    expect(await accountOf(ada.token)).toMatchObject({ email: other });
  });

  it('after an hour', async () => {
    const token = await mailedToken();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    await expectRejection(token);
  });

  it('when the password changes before the mail is sent: then none is', async () => {
    await request();
    const body = { password: ada.password, new_password: 'chosen meanwhile' };
    const requested = takeInvocations();
    await call(changePassword, { token: ada.token, body });
    expect(requested).toMatchObject([{ payload: { kind: 'change_email', new_email: email } }]);
    expect(await deliver(requested[0]?.payload)).toEqual([]);
  });

  it('with 409 when the address was taken meanwhile', async () => {
    const token = await mailedToken();
    await call(signup, { body: person({ email }) });
    const { status, body } = await confirm(token);
    expect([status, body.errors?.[0]?.code]).toEqual([409, 'taken']);
    expect(await accountOf(ada.token)).toMatchObject({ email: ada.email });
    expect(await statusOfLogin(ada.email, ada.password)).toBe(200);
  });

  it('with 409 beside a signup that gets the address, and the other way round', async () => {
    const token = await mailedToken();
    const signUp = () => call(signup, { body: person({ email }) });
    const [confirmed, signedUp] = await Promise.all([confirm(token), signUp()]);
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([confirmed.status, signedUp.status]);
    const owner = confirmed.status === 200 ? ada.token : String(signedUp.body.token);
    expect(await findAccountId(email)).toBe(accountIdOf(owner));
  });

  it('as long as another account has the address', async () => {
    const token = await mailedToken();
    const { body } = await call(signup, { body: person({ email }) });
    expect((await confirm(token)).status).toBe(409);
    const password = person().password;
    const deletion = await call(deleteAccount, { token: String(body.token), body: { password } });
    expect(deletion.status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    expect(await accountOf(ada.token)).toEqual({ email, email_verified: true });
  });

  it('as a session token, and as a token to reset a password', async () => {
    const token = await mailedToken();
    expect((await call(listEvents, { method: 'GET', token })).status).toBe(401);
    const body = { token, password: 'a fair new passphrase' };
    expect((await call(resetPassword, { body })).status).toBe(422);
    expect(await statusOfLogin(ada.email, ada.password)).toBe(200);
  });

  it('kills tokens to reset the password that were mailed before', async () => {
    const reset = await resetTokenOf(ada.email);
    await confirm(await mailedToken());
    const body = { token: reset, password: 'a fair new passphrase' };
    expect((await call(resetPassword, { body })).status).toBe(422);
  });
});
