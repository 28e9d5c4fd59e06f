import { afterEach, beforeEach, expect, it } from 'vitest';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { type Member, newMember, tokenMailedTo } from '../../support/mail.ts';

let ada: Member;
beforeEach(async () => {
  ada = await newMember();
});
afterEach(() => {
  resetVariables();
});

it('mails a link that verifies the address, and nothing once it is verified', async () => {
  const sent = [200, { status: 'success', message: 'E-mail sent successfully' }];
  const first = await ada.sendVerification();
  expect([first.status, first.body]).toEqual(sent);
  expect((await ada.verifyEmail({ token: await tokenMailedTo(ada.email) })).status).toBe(200);
  const again = await ada.sendVerification();
  expect([again.status, again.body]).toEqual(sent);
  expect(takeInvocations()).toEqual([]);
});

it('answers 501 where no mail is sent, and 503 if it can’t be queued', async () => {
  expect((await withoutLambda(() => ada.sendVerification())).status).toBe(503);
  setVariable('MAIL_FROM', '');
  const { status, text } = await ada.sendVerification();
  expect([status, text]).toEqual([501, '{"status":"error","message":"E-mail failed to send"}']);
});
