import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { changeConfirmed } from '../../../lib/accounts/check-password.ts';
import { findAccountId, getAccount } from '../../../lib/accounts/repository.ts';
import { verifySessionToken } from '../../../lib/auth/session-tokens.ts';
import { runCall } from '../../../lib/aws/call.ts';
import { startLeaving } from '../../../lib/erasure/delete-account.ts';
import { works } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { allEvents, endpoints, newAccessToken, newEvent, person } from '../../support/service.ts';
import { wholeTable } from '../../support/whole-table.ts';

const { deleteAccount, list, login, signup, viewAccount, create } = endpoints;

let ada: ReturnType<typeof person>;
let token: string;
let accountId: string;
beforeEach(async () => {
  ada = person();
  token = z.string().parse((await call(signup.handler, { body: ada })).body.token);
  accountId = String(decodeJwt(token).sub);
  // Without the mail of the signup.
  takeInvocations();
});

const leave = (password = ada.password) => call(deleteAccount.handler, { token, body: { password } });
const logIn = () => call(login.handler, { body: { username: ada.email, password: ada.password } });
/** Everything but counters. */
const stored = async () => (await wholeTable().items()).filter((item) => !('expires_at' in item));

describe('with the right password', () => {
  it('deletes the account, and has it erased', async () => {
    const { status, text } = await leave();
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"Account deleted successfully"}');
    expect(takeInvocations()).toEqual([
      {
        functionName: process.env['ERASE_FUNCTION'],
        type: 'Event',
        payload: { account_id: accountId },
      },
    ]);
    expect(await getAccount(accountId)).toMatchObject({ leaving: expect.any(Number), sessions: {} });
  });

  it('ends every token and login at once', async () => {
    const { body } = await logIn();
    await leave();
    for (const dead of [token, body.token]) {
      for (const { handler, method } of [list, viewAccount, create, deleteAccount]) {
        expect((await call(handler, { method, token: dead, body: { password: ada.password } })).status).toBe(
          401,
        );
      }
    }
    expect((await logIn()).status).toBe(401);
  });

  it('ends all access tokens at once', async () => {
    const made = await newAccessToken(token);
    await leave('wrong');
    expect(await works(token, made)).toBe(true);
    await leave();
    expect(await works(token, made)).toBe(false);
    expect(await getAccount(accountId)).toMatchObject({ tokens: {} });
  });

  it('frees the address at once, for an account that starts empty', async () => {
    await newEvent(token);
    await leave();
    const { status, body } = await call(signup.handler, { body: ada });
    expect(status).toBe(201);
    expect(await allEvents(String(body.token))).toEqual([]);
    expect(decodeJwt(String(body.token)).sub).not.toBe(accountId);
    expect((await logIn()).status).toBe(200);
  });
});

describe('changes nothing', () => {
  it('with a wrong password', async () => {
    const before = await stored();
    const { status, text } = await leave('wrong');
    expect(status).toBe(422);
    expect(text).toBe(
      '{"status":"error","message":"Account failed to delete","errors":[{"field":"password","code":"wrong","message":"Password is wrong."}]}',
    );
    expect(await stored()).toEqual(before);
    expect(takeInvocations()).toEqual([]);
  });

  it('without a password', async () => {
    const before = await stored();
    const { status } = await call(deleteAccount.handler, { token, body: {} });
    expect(status).toBe(422);
    expect(await stored()).toEqual(before);
  });

  it('while Lambda invokes nothing', async () => {
    const before = await stored();
    const { status, headers, text } = await withoutLambda(() => leave());
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(text).toBe('{"status":"error","message":"Account failed to delete"}');
    expect(await stored()).toEqual(before);
    expect((await leave()).status).toBe(200);
  });
});

describe('the mark', () => {
  /** The caller and the account, as its password was compared. */
  async function compared() {
    const [caller, account] = [await verifySessionToken(token), await getAccount(accountId)];
    if (!caller || !account) throw new Error('There is no account.');
    return { caller, account };
  }

  it('is refused if the password has changed since it was compared', async () => {
    const { caller, account } = await compared();
    await changeConfirmed(caller, account, (found) => ({ ...found, password_hash: 'another hash' }));
    await expect(startLeaving(caller, account)).rejects.toThrow('wrong_password');
    expect(await getAccount(accountId)).not.toHaveProperty('leaving');
    expect(await findAccountId(ada.email)).toBe(accountId);
  });

  it('is refused if the session has ended', async () => {
    const { account } = await compared();
    const leaving = startLeaving({ accountId, sessionId: 'another' }, account);
    await expect(leaving).rejects.toThrow('unauthorized');
    expect(await getAccount(accountId)).not.toHaveProperty('leaving');
    expect(await findAccountId(ada.email)).toBe(accountId);
  });

  it('frees the address that the account has by then, and no other', async () => {
    const { caller, account } = await compared();
    const { email } = person();
    await changeConfirmed(caller, account, (found) => ({ ...found, email }));
    const { body } = await call(signup.handler, { body: person({ email: ada.email }) });
    await startLeaving(caller, account);
    expect(await getAccount(accountId)).toMatchObject({ email, leaving: expect.any(Number), sessions: {} });
    expect(await findAccountId(email)).toBeUndefined();
    expect(await findAccountId(ada.email)).toBe(decodeJwt(String(body.token)).sub);
  });

  it('is not set once the function has run out of time', async () => {
    const { caller, account } = await compared();
    const signal = AbortSignal.abort();
    const ended = { signal, onWriteConflict: () => undefined, permission: Promise.resolve() };
    const marking = runCall(ended, () => startLeaving(caller, account));
    await expect(marking).rejects.toThrow();
    expect(await getAccount(accountId)).not.toHaveProperty('leaving');
    expect(await findAccountId(ada.email)).toBe(accountId);
  });
});

it('of two deletions at once, one ends the account and both report what is true', async () => {
  const statuses = (await Promise.all([leave(), leave()])).map(({ status }) => status);
  expect(statuses).toContain(200);
  for (const status of statuses) expect([200, 401]).toContain(status);
  expect(await getAccount(accountId)).toHaveProperty('leaving');
});
