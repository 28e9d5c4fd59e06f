import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handler as sendVerification } from '../../../functions/account/send-verification.ts';
import { handler as verifyEmail } from '../../../functions/auth/verify-email.ts';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { tokenMailedTo } from '../../support/mail.ts';
import { newMember } from '../../support/mailed-account.ts';

let ada: Awaited<ReturnType<typeof newMember>>;
beforeEach(async () => {
  ada = await newMember();
});
afterEach(() => {
  resetVariables();
});

const send = () => call(sendVerification, { token: ada.token });

describe('POST /account/send-verification', () => {
  it('mails a link that verifies the address', async () => {
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'success', message: 'E-mail sent successfully' });
    const token = await tokenMailedTo(ada.email);
    expect((await call(verifyEmail, { token: ada.token, body: { token } })).status).toBe(200);
  });

  it('mails nothing where the address is verified already', async () => {
    await call(verifyEmail, { token: ada.token, body: { token: ada.verification } });
    const { status, body } = await send();
    expect([status, body.message]).toEqual([200, 'E-mail sent successfully']);
    expect(takeInvocations()).toEqual([]);
  });

  it('answers 429 to the sixth, the one after the signup included', async () => {
    for (let n = 0; n < 4; n += 1) expect((await send()).status).toBe(200);
    const { status, body } = await send();
    expect([status, body.message]).toEqual([429, 'E-mail failed to send']);
  });

  it('answers 501 where no mail is sent, and 503 if it can’t be queued', async () => {
    expect((await withoutLambda(send)).status).toBe(503);
    setVariable('MAIL_FROM', '');
    const { status, text } = await send();
    expect([status, text]).toEqual([501, '{"status":"error","message":"E-mail failed to send"}']);
  });
});
