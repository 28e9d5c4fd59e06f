import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findAccountId } from '../../../lib/accounts/repository.ts';
import { works } from '../../support/access-tokens.ts';
import { clientOf, newVerifiedClient, nobody } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import {
  accountOf,
  deliver,
  INVALID_TOKEN,
  type Member,
  newMails,
  newMember,
  resetTokenOf,
  statusOfLogin,
  tokenMailedTo,
} from '../../support/mail.ts';
import { newAccessToken, person } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

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

const request = (fields: object = {}) => ada.changeEmail({ password: ada.password, email, ...fields });

async function mailedToken(to = email): Promise<string> {
  await request({ email: to });
  return tokenMailedTo(to);
}

const confirm = (token: string) => ada.verifyEmail({ token });
const changePassword = () => ada.changePassword({ password: ada.password, new_password: 'chosen meanwhile' });

describe('POST /account/change-email', () => {
  it('mails a link to the new address, and changes nothing yet', async () => {
    const { status, body } = await request({ email: ` ${email.toUpperCase()}` });
    const message = 'Confirm the new address by the e-mail sent to it.';
    expect([status, body]).toEqual([200, { status: 'success', message }]);
    const subject = 'Event Budget: Confirm your new e-mail address';
    const text = expect.stringContaining('https://app.example.com/verify-email#token=');
    expect(await newMails()).toMatchObject([{ to: email, subject, text }]);
    expect(await accountOf(ada.token)).toEqual({ email: ada.email, email_verified: false });
  });

  it('answers 422 for a wrong password, and 429 when a session has sent too many, which is no failed login', async () => {
    setVariable('LOGIN_LIMIT', '1');
    expect((await request({ password: 'wrong' })).codes).toEqual([422, 'password wrong']);
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
      const [queued, ...others] = takeInvocations();
      expect(others).toEqual([]);
      seen.push({ status, text, headers, counts, invocation: { ...queued, payload: undefined } });
      const mailed = (await deliver(queued?.payload)).map(({ to }) => to);
      expect(mailed).toEqual(each === email ? [email] : []);
    }
    // The session, the account, the password's counter and its clearing, and three counters of mails, read and written.
    expect(seen[0]).toMatchObject({ status: 200, counts: { reads: 5, writes: 5 } });
    expect(seen.slice(1)).toEqual([seen[0], seen[0]]);
  });

  it('says in the mail that invitations stay with the old address', async () => {
    const [owner, guest] = [await newVerifiedClient(), await newVerifiedClient()];
    const { id: event_id } = await owner.newEvent();
    await owner.inviteMember({ event_id }, { email: guest.email, role: 'viewer' });
    takeInvocations();
    const received = async () => (await guest.listInvitations()).body.return_count;
    await guest.changeEmail({ password: guest.password, email });
    const [mail] = await newMails();
    expect(mail?.text).toContain('accept any invitations to the old address first');
    expect(await received()).toBe(1);
    await guest.verifyEmail({ token: mail?.token });
    expect((await accountOf(guest.token)).email).toBe(email);
    expect(await received()).toBe(0);
  });

  it('mails nothing to an address that was taken, or if the password changed, since the request', async () => {
    await request();
    await request({ email: person().email });
    const [one, other] = takeInvocations();
    expect(one).toMatchObject({ payload: { kind: 'change_email', new_email: email } });
    await nobody.signup(person({ email }));
    expect(await deliver(one?.payload)).toEqual([]);
    await changePassword();
    expect(await deliver(other?.payload)).toEqual([]);
  });

  it('answers 501 where no mail is sent, and 503 if it can’t be queued', async () => {
    expect((await withoutLambda(() => request())).status).toBe(503);
    setVariable('MAIL_FROM', '');
    expect((await request()).status).toBe(501);
  });
});

describe('a confirmed change of address', () => {
  it('takes effect, keeps sessions and access tokens, and frees the old address', async () => {
    const made = await newAccessToken(ada.token);
    takeInvocations();
    const reset = await resetTokenOf(ada.email);
    const token = await mailedToken();
    expect((await confirm(token)).status).toBe(200);
    expect(await accountOf(ada.token)).toEqual({ email, email_verified: true });
    expect(await works(ada.token, made)).toBe(true);
    expect(await statusOfLogin(email, ada.password)).toBe(200);
    expect(await statusOfLogin(ada.email, ada.password)).toBe(401);
    // The old one may be a stranger's, because it was never verified.
    expect(takeInvocations()).toEqual([]);
    // It answers 200 again for the same token, and ends those that were mailed to reset the password.
    expect((await confirm(token)).status).toBe(200);
    expect((await nobody.resetPassword({ token: reset, password: 'a fair new passphrase' })).status).toBe(
      422,
    );
    expect(await findAccountId(ada.email)).toBeUndefined();
    expect((await nobody.signup(person({ email: ada.email }))).status).toBe(201);
  });

  it('is told to the old address, once, also if it is confirmed again', async () => {
    await confirm(ada.verification);
    const token = await mailedToken();
    await confirm(token);
    const subject = 'Event Budget: Your e-mail address was changed';
    expect(await newMails()).toMatchObject([{ to: ada.email, subject, token: '' }]);
    await confirm(token);
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
    expect((await confirm(await mailedToken(ada.email))).status).toBe(200);
    expect(await accountOf(ada.token)).toMatchObject({ email: ada.email });
    expect(await statusOfLogin(ada.email, ada.password)).toBe(200);
    expect(await findAccountId(email)).toBeUndefined();
  });
});

describe('a change of address is rejected', () => {
  const expectRejection = async (token: string) => {
    const { status, body } = await confirm(token);
    expect([status, body.errors]).toEqual([422, INVALID_TOKEN]);
    expect(await findAccountId(email)).toBeUndefined();
  };

  it('after a change of password', async () => {
    const token = await mailedToken();
    await changePassword();
    await expectRejection(token);
  });

  it('after another change of address', async () => {
    const token = await mailedToken();
    const other = person().email;
    await confirm(await mailedToken(other));
    await expectRejection(token);
    expect(await accountOf(ada.token)).toMatchObject({ email: other });
  });

  it('after an hour', async () => {
    const token = await mailedToken();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    await expectRejection(token);
  });

  it('with 409 as long as another account has the address', async () => {
    const token = await mailedToken();
    const { body } = await nobody.signup(person({ email }));
    expect((await confirm(token)).codes).toEqual([409, 'email taken']);
    expect(await accountOf(ada.token)).toMatchObject({ email: ada.email });
    expect(await statusOfLogin(ada.email, ada.password)).toBe(200);
    const { password } = person();
    expect((await clientOf(String(body.token)).deleteAccount({ password })).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    expect(await accountOf(ada.token)).toEqual({ email, email_verified: true });
  });

  it('with 409 beside a signup that gets the address, and the other way round', async () => {
    const token = await mailedToken();
    const signUp = () => nobody.signup(person({ email }));
    const [confirmed, signedUp] = await Promise.all([confirm(token), signUp()]);
    const statuses = [confirmed.status, signedUp.status];
    expect(['200 409', '409 201']).toContain(statuses.join(' '));
    const owner = confirmed.status === 200 ? ada.token : String(signedUp.body.token);
    expect(await findAccountId(email)).toBe(accountIdOf(owner));
  });

  it('as a session token, and as a token to reset a password', async () => {
    const token = await mailedToken();
    expect((await clientOf(token).list()).status).toBe(401);
    expect((await nobody.resetPassword({ token, password: 'a fair new passphrase' })).status).toBe(422);
    expect(await statusOfLogin(ada.email, ada.password)).toBe(200);
  });
});
