import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../support/call.ts';
import { codeOf, createFactor, newFactorOwner, shownFactor, wrongCode } from '../../support/factor.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { rejected } from '../../support/rejected.ts';
import { MISSING_CODE, wrongFor } from '../../support/rejections.ts';
import { endpoints, newAccessToken } from '../../support/service.ts';
import { newVerified } from '../../support/sharing.ts';

const FAILED = { status: 'error', message: 'Failed to remove the second factor' };

let owner: Awaited<ReturnType<typeof newFactorOwner>>;
beforeEach(async () => {
  // No step begins between a code and its call.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  owner = await newFactorOwner();
  takeInvocations();
});

afterEach(() => {
  vi.useRealTimers();
});

const end = (code: unknown, password = owner.password, token = owner.token) =>
  call(endpoints.endFactor.handler, { token, body: { password, code } });
const logIn = (code?: unknown) =>
  call(endpoints.login.handler, { body: { username: owner.email, password: owner.password, code } });

describe('POST /account/second-factor/end', () => {
  it.each([
    ['a code of the app', () => codeOf(owner)],
    ['a recovery code', () => owner.recovery_codes[3]],
  ])('removes the second factor by %s, and ends no session', async (_, code) => {
    const other = String((await logIn(owner.recovery_codes[0])).body.token);
    const { status, body } = await end(code());
    expect([status, body]).toEqual([200, { status: 'success', message: 'Second factor ended successfully' }]);
    expect(await shownFactor(owner.token)).toBeUndefined();
    expect(await shownFactor(other)).toBeUndefined();
    expect((await logIn()).status).toBe(200);
  });

  it('tells the owner by mail', async () => {
    await end(codeOf(owner));
    expect(await newMails()).toMatchObject([
      { to: owner.email, subject: 'Event Budget: Your second factor was removed' },
    ]);
  });

  it('needs no mail', async () => {
    expect((await withoutLambda(() => end(codeOf(owner)))).status).toBe(200);
  });

  it.each([undefined, null, '', ' - '])(
    'answers 403 for the code %j, tells what is missing, and mails nothing',
    async (code) => {
      const { status, body } = await end(code);
      expect([status, body]).toEqual([403, { ...FAILED, errors: [MISSING_CODE] }]);
      expect(await shownFactor(owner.token)).toBeDefined();
      expect(takeInvocations()).toEqual([]);
    },
  );

  it.each([
    ['a wrong code', () => wrongCode(owner)],
    ['the code that added it', () => codeOf(owner, -1)],
    ['a number', () => Number(codeOf(owner))],
    ['a list', () => [codeOf(owner)]],
    ['what is no code', () => 'no code'],
    ['a recovery code of another account', async () => (await newFactorOwner()).recovery_codes[0]],
  ])('answers 403 for %s, and tells the owner by mail', async (_, code) => {
    const sent = await code();
    const { status, body } = await end(sent);
    expect([status, body]).toEqual([403, { ...FAILED, errors: [wrongFor(sent)] }]);
    expect(await shownFactor(owner.token)).toBeDefined();
    expect(await newMails()).toMatchObject([
      { to: owner.email, subject: 'Event Budget: A wrong code was sent' },
    ]);
  });

  it('answers 422 for a wrong password, whatever the code, and uses up none', async () => {
    const [code] = owner.recovery_codes;
    for (const sent of [code, wrongCode(owner), undefined]) {
      const { status, body } = await end(sent, 'a wrong password');
      const errors = [{ field: 'password', code: 'wrong', message: 'Password is wrong.' }];
      expect([status, body]).toEqual([422, { ...FAILED, errors }]);
    }
    expect(takeInvocations()).toEqual([]);
    expect((await end(code)).status).toBe(200);
  });

  it('answers 429 after ten wrong passwords', async () => {
    for (let n = 0; n < 10; n += 1) expect((await end(undefined, 'wrong')).status).toBe(422);
    expect((await rejected(() => end(codeOf(owner)))).status).toBe(429);
  });

  it('answers 409 without one, whatever the code', async () => {
    const { token, password } = await newVerified();
    await createFactor(token, password);
    const message = 'This account has no second factor.';
    for (const code of [undefined, '123456', 7]) {
      const { status, body } = await end(code, password, token);
      const errors = [{ field: 'second_factor', code: 'not_found', message }];
      expect([status, body]).toEqual([409, { ...FAILED, errors }]);
    }
  });

  it('lets another one be added, whose codes alone work', async () => {
    expect((await end(codeOf(owner))).status).toBe(200);
    const { token, password } = owner;
    const next = await createFactor(token, password);
    const body = { confirmation: next.confirmation, code: codeOf(next, -1) };
    expect((await call(endpoints.confirmFactor.handler, { token, body })).status).toBe(200);
    expect((await logIn(owner.recovery_codes[0])).status).toBe(403);
    expect((await logIn(codeOf(owner, 1))).status).toBe(403);
    expect((await logIn(codeOf(next))).status).toBe(200);
  });

  it('needs a session', async () => {
    const { token } = await newAccessToken(owner.token, { code: owner.recovery_codes[0] });
    expect((await rejected(() => end(codeOf(owner), owner.password, token))).status).toBe(403);
    expect((await rejected(() => end(codeOf(owner), owner.password, ''))).status).toBe(401);
  });
});
