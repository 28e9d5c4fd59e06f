import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newVerifiedClient } from '../../support/client.ts';
import {
  codeOf,
  createFactor,
  type FactorOwner,
  newFactorOwner,
  shownFactor,
  wrongCode,
} from '../../support/factor.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { MISSING_CODE, wrongFor } from '../../support/rejections.ts';
import { rejected } from '../../support/table.ts';

const FAILED = { status: 'error', message: 'Failed to remove the second factor' };
const NO_FACTOR = 'This account has no second factor.';

let owner: FactorOwner;
beforeEach(async () => {
  // No step begins between a code and its call.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  owner = await newFactorOwner();
  takeInvocations();
});

afterEach(() => {
  vi.useRealTimers();
});

const end = (code: unknown, password: unknown = owner.password) => owner.endFactor({ password, code });
const logIn = (code?: unknown) => owner.login({ username: owner.email, password: owner.password, code });

it.each([
  ['a code of the app', () => codeOf(owner)],
  ['a recovery code', () => owner.recovery_codes[3]],
])('removes the second factor by %s, ends no session, and tells it by mail', async (_, code) => {
  const other = String((await logIn(owner.recovery_codes[0])).body.token);
  takeInvocations();
  const { status, body } = await end(code());
  expect([status, body]).toEqual([200, { status: 'success', message: 'Second factor ended successfully' }]);
  for (const token of [owner.token, other]) expect(await shownFactor(token)).toBeUndefined();
  const removed = { to: owner.email, subject: 'Event Budget: Your second factor was removed' };
  expect(await newMails()).toContainEqual(expect.objectContaining(removed));
  expect((await logIn()).status).toBe(200);
});

it('needs no mail', async () => {
  expect((await withoutLambda(() => end(codeOf(owner)))).status).toBe(200);
});

it.each([undefined, null, '', ' - '])(
  'rejects the code %j, tells what is missing, and mails nothing',
  async (code) => {
    const { status, body } = await rejected(() => end(code));
    expect([status, body]).toEqual([403, { ...FAILED, errors: [MISSING_CODE] }]);
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
])('rejects %s, and tells the owner by mail', async (_, code) => {
  const sent = await code();
  const { status, body } = await end(sent);
  expect([status, body]).toEqual([403, { ...FAILED, errors: [wrongFor(sent)] }]);
  expect(await shownFactor(owner.token)).toBeDefined();
  const subject = 'Event Budget: A wrong code was sent';
  expect(await newMails()).toMatchObject([{ to: owner.email, subject }]);
});

it('rejects a wrong password, whatever the code, and uses up none', async () => {
  const [code] = owner.recovery_codes;
  const errors = [{ field: 'password', code: 'wrong', message: 'Password is wrong.' }];
  for (const sent of [code, wrongCode(owner), undefined]) {
    const { status, body } = await rejected(() => end(sent, 'a wrong password'));
    expect([status, body]).toEqual([422, { ...FAILED, errors }]);
  }
  expect(takeInvocations()).toEqual([]);
  expect((await end(code)).status).toBe(200);
});

it('answers 409 without one, whatever the code', async () => {
  const { token, password, endFactor } = await newVerifiedClient();
  await createFactor(token, password);
  for (const code of [undefined, '123456', 7]) {
    const { status, body } = await endFactor({ password, code });
    const errors = [{ field: 'second_factor', code: 'not_found', message: NO_FACTOR }];
    expect([status, body]).toEqual([409, { ...FAILED, errors }]);
  }
});

it('lets another one be added, whose codes alone work', async () => {
  expect((await end(codeOf(owner))).status).toBe(200);
  const next = await createFactor(owner.token, owner.password);
  const added = { confirmation: next.confirmation, code: codeOf(next, -1) };
  expect((await owner.confirmFactor(added)).status).toBe(200);
  expect((await logIn(owner.recovery_codes[0])).status).toBe(403);
  expect((await logIn(codeOf(owner, 1))).status).toBe(403);
  expect((await logIn(codeOf(next))).status).toBe(200);
});
