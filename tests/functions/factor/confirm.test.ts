import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAccount } from '../../../lib/accounts/repository.ts';
import { hashOfRecoveryCode } from '../../../lib/auth/codes.ts';
import { factorFingerprint, issueConfirmation } from '../../../lib/auth/factor-confirmation.ts';
import { works } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { type Created, codeOf, createFactor, shownFactor, wrongCode } from '../../support/factor.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { rejected } from '../../support/rejected.ts';
import { WRONG_APP_CODE, wrongFor } from '../../support/rejections.ts';
import { endpoints, newAccessToken, newToken } from '../../support/service.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';

const FAILED = { status: 'error', message: 'Failed to confirm the second factor' };
const INVALID = [
  {
    ...{ field: 'confirmation', code: 'invalid' },
    message: 'This confirmation is invalid or has expired. Create the second factor again.',
  },
];

let owner: Awaited<ReturnType<typeof newVerified>>;
let factor: Created;
beforeEach(async () => {
  // No step begins between a code and its call.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  owner = await newVerified();
  factor = await createFactor(owner.token, owner.password);
  takeInvocations();
});
afterEach(() => {
  vi.useRealTimers();
});

const confirm = (fields: Record<string, unknown> = {}, token: unknown = owner.token) =>
  call(endpoints.confirmFactor.handler, {
    token: String(token),
    body: { confirmation: factor.confirmation, code: codeOf(factor), ...fields },
  });
const logIn = (code?: unknown) =>
  call(endpoints.login.handler, { body: { username: owner.email, password: owner.password, code } });
const isActive = async (token: unknown) =>
  (await call(endpoints.viewAccount.handler, { method: 'GET', token: String(token) })).status === 200;
const end = (code: string) =>
  call(endpoints.endFactor.handler, { token: owner.token, body: { password: owner.password, code } });

describe('POST /account/second-factor/confirm', () => {
  it('adds the second factor, and ends all other sessions, but no access token', async () => {
    const { body: other } = await logIn();
    const access = await newAccessToken(owner.token);
    const { status, body } = await confirm();
    expect([status, body]).toEqual([
      200,
      { status: 'success', message: 'Second factor confirmed successfully' },
    ]);
    expect([await isActive(owner.token), await isActive(other.token)]).toEqual([true, false]);
    expect(await works(owner.token, access)).toBe(true);
    const since = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await shownFactor(owner.token)).toEqual({ since, recovery_codes_left: 8 });
    expect((await logIn()).status).toBe(403);
    expect((await logIn(codeOf(factor, 1))).status).toBe(200);
  });

  it('tells the owner by mail', async () => {
    await confirm();
    const [mail, ...others] = await newMails();
    expect(mail).toMatchObject({ to: owner.email, subject: 'Event Budget: A second factor was added' });
    expect(mail?.text).not.toMatch(new RegExp([factor.secret, ...factor.recovery_codes].join('|')));
    expect(others).toEqual([]);
  });

  it('needs no mail', async () => {
    expect((await withoutLambda(() => confirm())).status).toBe(200);
  });

  it('records the step of its code, which then works for no login', async () => {
    const code = codeOf(factor);
    expect((await confirm({ code })).status).toBe(200);
    const { status, body } = await logIn(code);
    expect([status, body.errors]).toEqual([403, [WRONG_APP_CODE]]);
  });

  it('takes the code with a space', async () => {
    expect((await confirm({ code: codeOf(factor).replace(/^.../, '$& ') })).status).toBe(200);
  });

  it.each([
    ['a wrong code', () => wrongCode(factor)],
    ['a recovery code', () => factor.recovery_codes[0] ?? ''],
  ])('refuses %s, adds nothing, and then takes the right one', async (_, code) => {
    const { body: other } = await logIn();
    const sent = code();
    const { status, body } = await rejected(() => confirm({ code: sent }));
    expect([status, body]).toEqual([422, { ...FAILED, errors: [wrongFor(sent)] }]);
    expect([await shownFactor(owner.token), await isActive(other.token)]).toEqual([undefined, true]);
    expect(await newMails()).toEqual([]);
    expect((await confirm()).status).toBe(200);
  });

  it.each([
    ['code', undefined, "Code can't be blank."],
    ['code', '', "Code can't be blank."],
    ['code', 123_456, 'Code must be a string.'],
    ['confirmation', undefined, "Confirmation can't be blank."],
    ['confirmation', '', "Confirmation can't be blank."],
    ['confirmation', {}, 'Confirmation must be a string.'],
  ])('refuses %s as %j', async (field, value, message) => {
    const { status, body } = await rejected(() => confirm({ [field]: value }));
    expect([status, body.errors]).toEqual([422, [{ field, code: expect.any(String), message }]]);
  });

  it('answers 409 if there is one, also to the same request, whose first answer was lost', async () => {
    const request = { code: codeOf(factor) };
    const other = await createFactor(owner.token, owner.password);
    expect((await confirm(request)).status).toBe(200);
    const message = 'This account already has a second factor.';
    const errors = [{ field: 'second_factor', code: 'duplicate', message }];
    const late = { confirmation: other.confirmation, code: codeOf(other) };
    for (const again of [request, late]) {
      const { status, body } = await rejected(() => confirm(again));
      expect([status, body]).toEqual([409, { ...FAILED, errors }]);
    }
    expect((await logIn(factor.recovery_codes[0])).status).toBe(200);
  });
});

describe('a confirmation', () => {
  const expectInvalid = async (fields: Record<string, unknown> = {}, token?: unknown) => {
    const { status, body } = await rejected(() => confirm(fields, token));
    expect([status, body]).toEqual([422, { ...FAILED, errors: INVALID }]);
  };

  it('works for 10 minutes', async () => {
    const start = Date.now();
    const [early, late] = [
      await createFactor(owner.token, owner.password),
      await createFactor(owner.token, owner.password),
    ];
    vi.setSystemTime(start + 600_000);
    await expectInvalid({ confirmation: late.confirmation, code: codeOf(late) });
    vi.setSystemTime(start + 598_000);
    expect((await confirm({ confirmation: early.confirmation, code: codeOf(early) })).status).toBe(200);
  });

  it('works in its session only', async () => {
    await expectInvalid({}, (await logIn()).body.token);
    await expectInvalid({}, await newToken());
  });

  it('ends with its session', async () => {
    await call(endpoints.logout.handler, { token: owner.token });
    expect((await rejected(() => confirm())).status).toBe(401);
  });

  it('ends with a change of the password', async () => {
    const body = { password: owner.password, new_password: 'a fair new passphrase' };
    expect((await call(endpoints.changePassword.handler, { token: owner.token, body })).status).toBe(200);
    await expectInvalid();
  });

  it('ends when a second factor is added, also after that one is removed', async () => {
    const other = await createFactor(owner.token, owner.password);
    const added = { confirmation: other.confirmation, code: codeOf(other, -1) };
    expect((await confirm(added)).status).toBe(200);
    expect((await end(codeOf(other))).status).toBe(200);
    await expectInvalid();
    await expectInvalid({ ...added, code: codeOf(other, 1) });
  });

  it('survives a login and new names', async () => {
    await logIn();
    await call(endpoints.updateAccount.handler, { token: owner.token, body: { first_name: 'Grace' } });
    expect((await confirm()).status).toBe(200);
  });

  it('is no other token, and no other token is one', async () => {
    for (const confirmation of [owner.token, 'x', 'x.y.z']) await expectInvalid({ confirmation });
    expect(await isActive(factor.confirmation)).toBe(false);
    const body = { token: factor.confirmation, password: 'a fair new passphrase' };
    expect((await call(endpoints.resetPassword.handler, { body })).status).toBe(422);
  });

  it('with another secret has another signature', async () => {
    const [header, payload = '', signature] = factor.confirmation.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const forged = Buffer.from(JSON.stringify({ ...claims, secret })).toString('base64url');
    await expectInvalid({ confirmation: `${header}.${forged}.${signature}`, code: codeOf({ secret }) });
  });

  it('is of the account as it is', async () => {
    const accountId = accountIdOf(owner.token);
    const account = await getAccount(accountId);
    const session = { accountId, sessionId: Object.keys(account?.sessions ?? {})[0] ?? '' };
    const hashes = factor.recovery_codes.map(hashOfRecoveryCode);
    const issue = (password_hash: string) =>
      issueConfirmation({
        ...{ session, secret: factor.secret, hashes },
        fingerprint: factorFingerprint({ password_hash }),
      });
    await expectInvalid({ confirmation: await issue('another hash') });
    expect((await confirm({ confirmation: await issue(account?.password_hash ?? '') })).status).toBe(200);
  });
});
