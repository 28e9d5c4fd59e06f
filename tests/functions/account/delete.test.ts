import { beforeEach, describe, expect, it } from 'vitest';
import { changeConfirmed } from '../../../lib/accounts/check-password.ts';
import { findAccountId, getAccount } from '../../../lib/accounts/repository.ts';
import { verifySessionToken } from '../../../lib/auth/session-tokens.ts';
import { runCall } from '../../../lib/aws/call.ts';
import { leaving } from '../../../lib/erasure/delete-account.ts';
import { works } from '../../support/access-tokens.ts';
import { clientOf, nobody } from '../../support/client.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { type Member, newMember, statusOfLogin } from '../../support/mail.ts';
import { allEvents, newAccessToken, person } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

let ada: Member;
let accountId: string;
beforeEach(async () => {
  ada = await newMember();
  accountId = accountIdOf(ada.token);
});

const leave = (password: unknown = ada.password) => ada.deleteAccount({ password });
const signUp = async (email: string) => String((await nobody.signup(person({ email }))).body.token);

describe('with the right password', () => {
  it('deletes the account, and has it erased', async () => {
    const { status, text } = await leave();
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"Account deleted successfully"}');
    const payload = { account_id: accountId };
    const invocation = { functionName: process.env['ERASE_FUNCTION'], type: 'Event', payload };
    expect(takeInvocations()).toEqual([invocation]);
    const left = { leaving: expect.any(Number), sessions: {}, tokens: {} };
    expect(await getAccount(accountId)).toMatchObject(left);
  });

  it('ends every token and login at once, and frees the address for an account that starts empty', async () => {
    await ada.newEvent();
    const made = await newAccessToken(ada.token);
    const { body } = await ada.login({ username: ada.email, password: ada.password });
    await leave('wrong');
    expect(await works(ada.token, made)).toBe(true);
    await leave();
    expect(await works(ada.token, made)).toBe(false);
    for (const dead of [ada, clientOf(String(body.token))])
      for (const each of [dead.list, dead.viewAccount, dead.create, dead.deleteAccount])
        expect((await each({ password: ada.password })).status).toBe(401);
    expect(await statusOfLogin(ada.email, ada.password)).toBe(401);
    const next = await signUp(ada.email);
    expect(await allEvents(next)).toEqual([]);
    expect(accountIdOf(next)).not.toBe(accountId);
    expect(await statusOfLogin(ada.email, ada.password)).toBe(200);
  });
});

it('changes nothing with a wrong password, or while Lambda invokes nothing', async () => {
  const { status, text } = await rejected(() => leave('wrong'));
  expect(status).toBe(422);
  expect(text).toBe(
    '{"status":"error","message":"Account failed to delete","errors":[{"field":"password","code":"wrong","message":"Password is wrong."}]}',
  );
  expect((await rejected(() => ada.deleteAccount({}))).codes).toEqual([422, 'password blank']);
  expect(takeInvocations()).toEqual([]);
  const failed = await rejected(() => withoutLambda(() => leave()));
  expect([failed.status, failed.headers['retry-after']]).toEqual([503, '5']);
  expect(failed.text).toBe('{"status":"error","message":"Account failed to delete"}');
  expect((await leave()).status).toBe(200);
});

describe('the mark', () => {
  /** The caller and the account, as its password was compared. */
  async function compared() {
    const [caller, account] = [await verifySessionToken(ada.token), await getAccount(accountId)];
    if (!caller || !account) throw new Error('There is no account.');
    return { caller, account };
  }

  const expectNoMark = async () => {
    expect(await getAccount(accountId)).not.toHaveProperty('leaving');
    expect(await findAccountId(ada.email)).toBe(accountId);
  };

  it('is rejected if the password has changed since it was compared', async () => {
    const { caller, account } = await compared();
    await changeConfirmed(caller, account, (found) => ({ ...found, password_hash: 'another hash' }));
    await expect(changeConfirmed(caller, account, leaving)).rejects.toThrow('wrong_password');
    await expectNoMark();
  });

  it('is rejected if the session has ended', async () => {
    const { account } = await compared();
    const change = changeConfirmed({ accountId, sessionId: 'another' }, account, leaving);
    await expect(change).rejects.toThrow('unauthorized');
    await expectNoMark();
  });

  it('frees the address that the account has by then, and no other', async () => {
    const { caller, account } = await compared();
    const { email } = person();
    await changeConfirmed(caller, account, (found) => ({ ...found, email }));
    const next = await signUp(ada.email);
    await changeConfirmed(caller, account, leaving);
    expect(await getAccount(accountId)).toMatchObject({ email, leaving: expect.any(Number), sessions: {} });
    expect(await findAccountId(email)).toBeUndefined();
    expect(await findAccountId(ada.email)).toBe(accountIdOf(next));
  });

  it('is not set once the function has run out of time', async () => {
    const { caller, account } = await compared();
    const signal = AbortSignal.abort();
    const ended = { signal, onWriteConflict: () => undefined, authorization: Promise.resolve() };
    await expect(runCall(ended, () => changeConfirmed(caller, account, leaving))).rejects.toThrow();
    await expectNoMark();
  });
});

it('of two deletions at once, one ends the account and both report what is true', async () => {
  const statuses = (await Promise.all([leave(), leave()])).map(({ status }) => status);
  expect(statuses).toContain(200);
  for (const status of statuses) expect([200, 401]).toContain(status);
  expect(await getAccount(accountId)).toHaveProperty('leaving');
});
