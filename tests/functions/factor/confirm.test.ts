import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAccount } from '../../../lib/accounts/repository.ts';
import { hashOfRecoveryCode } from '../../../lib/auth/codes.ts';
import { factorFingerprint, issueConfirmation } from '../../../lib/auth/factor-confirmation.ts';
import { works } from '../../support/access-tokens.ts';
import { clientOf, newClient, newVerifiedClient } from '../../support/client.ts';
import { type Created, codeOf, createFactor, shownFactor, wrongCode } from '../../support/factor.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { WRONG_APP_CODE, wrongFor } from '../../support/rejections.ts';
import { newAccessToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

const FAILED = { status: 'error', message: 'Failed to confirm the second factor' };
const EXPIRED = 'This confirmation is invalid or has expired. Create the second factor again.';
const INVALID = [{ field: 'confirmation', code: 'invalid', message: EXPIRED }];
const PRESENT = 'This account already has a second factor.';

let owner: Awaited<ReturnType<typeof newVerifiedClient>>;
let factor: Created;
beforeEach(async () => {
  // No step begins between a code and its call.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  owner = await newVerifiedClient();
  factor = await newFactor();
  takeInvocations();
});
afterEach(() => {
  vi.useRealTimers();
});

const newFactor = () => createFactor(owner.token, owner.password);
/** What confirms a second factor, by the code of some steps later. */
const confirmationOf = (created: Created, steps = 0) => ({
  ...{ confirmation: created.confirmation, code: codeOf(created, steps) },
});
const confirm = (fields: object = {}, by: Pick<typeof owner, 'confirmFactor'> = owner) =>
  by.confirmFactor({ ...confirmationOf(factor), ...fields });
const logIn = (code?: unknown) => owner.login({ username: owner.email, password: owner.password, code });
const newSession = async () => clientOf(String((await logIn()).body.token));

describe('POST /account/second-factor/confirm', () => {
  it('adds the second factor, tells it by mail, and ends all other sessions, but no access token', async () => {
    const other = await newSession();
    const access = await newAccessToken(owner.token);
    takeInvocations();
    const code = codeOf(factor);
    const { status, body } = await confirm({ code });
    const message = 'Second factor confirmed successfully';
    expect([status, body]).toEqual([200, { status: 'success', message }]);
    expect([(await owner.viewAccount()).status, (await other.viewAccount()).status]).toEqual([200, 401]);
    expect(await works(owner.token, access)).toBe(true);
    const since = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await shownFactor(owner.token)).toEqual({ since, recovery_codes_left: 8 });
    const [mail, ...others] = await newMails();
    expect(mail).toMatchObject({ to: owner.email, subject: 'Event Budget: A second factor was added' });
    expect(mail?.text).not.toMatch(new RegExp([factor.secret, ...factor.recovery_codes].join('|')));
    expect(others).toEqual([]);
    expect((await logIn()).status).toBe(403);
    // It records the step of its code, which then works for no login.
    expect((await logIn(code)).body.errors).toEqual([WRONG_APP_CODE]);
    expect((await logIn(codeOf(factor, 1))).status).toBe(200);
  });

  it('needs no mail, and takes the code with a space', async () => {
    const code = codeOf(factor).replace(/^.../, '$& ');
    expect((await withoutLambda(() => confirm({ code }))).status).toBe(200);
  });

  it.each([
    ['a wrong code', () => wrongCode(factor)],
    ['a recovery code', () => factor.recovery_codes[0] ?? ''],
  ])('rejects %s, adds nothing, and then takes the right one', async (_, code) => {
    const other = await newSession();
    const sent = code();
    const { status, body } = await rejected(() => confirm({ code: sent }));
    expect([status, body]).toEqual([422, { ...FAILED, errors: [wrongFor(sent)] }]);
    expect((await other.viewAccount()).status).toBe(200);
    expect(await newMails()).toEqual([]);
    expect((await confirm()).status).toBe(200);
  });

  it('answers 409 if there is one, also to the same request, whose first answer was lost', async () => {
    const [request, late] = [confirmationOf(factor), confirmationOf(await newFactor())];
    expect((await confirm(request)).status).toBe(200);
    const errors = [{ field: 'second_factor', code: 'duplicate', message: PRESENT }];
    for (const again of [request, late]) {
      const { status, body } = await rejected(() => confirm(again));
      expect([status, body]).toEqual([409, { ...FAILED, errors }]);
    }
    expect((await logIn(factor.recovery_codes[0])).status).toBe(200);
  });
});

describe('a confirmation', () => {
  const expectInvalid = async (fields: object = {}, by?: Pick<typeof owner, 'confirmFactor'>) => {
    const { status, body } = await rejected(() => confirm(fields, by));
    expect([status, body]).toEqual([422, { ...FAILED, errors: INVALID }]);
  };

  it('works for 10 minutes', async () => {
    const start = Date.now();
    const [early, late] = [await newFactor(), await newFactor()];
    vi.setSystemTime(start + 600_000);
    await expectInvalid(confirmationOf(late));
    vi.setSystemTime(start + 598_000);
    expect((await confirm(confirmationOf(early))).status).toBe(200);
  });

  it('works in its session only, and ends with it', async () => {
    for (const by of [await newSession(), await newClient()]) await expectInvalid({}, by);
    await owner.logout();
    expect((await rejected(() => confirm())).status).toBe(401);
  });

  it('ends with a change of the password', async () => {
    const change = { password: owner.password, new_password: 'a fair new passphrase' };
    expect((await owner.changePassword(change)).status).toBe(200);
    await expectInvalid();
  });

  it('ends when a second factor is added, also after that one is removed', async () => {
    const other = await newFactor();
    const added = confirmationOf(other, -1);
    expect((await confirm(added)).status).toBe(200);
    const { password } = owner;
    expect((await owner.endFactor({ password, code: codeOf(other) })).status).toBe(200);
    await expectInvalid();
    await expectInvalid({ ...added, code: codeOf(other, 1) });
  });

  it('survives a login and new names', async () => {
    await logIn();
    await owner.updateAccount({ first_name: 'Grace' });
    expect((await confirm()).status).toBe(200);
  });

  it('is no other token, and no other token is one', async () => {
    for (const confirmation of [owner.token, 'x', 'x.y.z']) await expectInvalid({ confirmation });
    const token = factor.confirmation;
    expect((await clientOf(token).viewAccount()).status).toBe(401);
    expect((await owner.resetPassword({ token, password: 'a fair new passphrase' })).status).toBe(422);
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
