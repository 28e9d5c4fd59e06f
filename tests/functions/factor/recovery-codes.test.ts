import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { endpointNamed } from '../../support/endpoints.ts';
import { codeOf, newFactorOwner, shownFactor, wrongCode } from '../../support/factor.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { newMails, resetTokenOf } from '../../support/mail.ts';
import { endpoints, newAccessToken, newEvent, person } from '../../support/service.ts';
import { newShareLink, newVerified, offer, viewShared } from '../../support/sharing.ts';

const NEW = 'a fair new passphrase';

let owner: Awaited<ReturnType<typeof newFactorOwner>>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  owner = await newFactorOwner();
  takeInvocations();
});
afterEach(() => {
  vi.useRealTimers();
});

const created = z.object({ recovery_codes: z.array(z.string()) });
const create = (code?: unknown, { token, password } = owner) =>
  call(endpointNamed('factorRecoveryCodes').handler, { token, body: { password, code } });
const codesOf = ({ body }: Awaited<ReturnType<typeof create>>) => created.parse(body.data).recovery_codes;
const logIn = (code?: unknown) =>
  call(endpoints.login.handler, { body: { username: owner.email, password: owner.password, code } });
const left = async () => Object(await shownFactor(owner.token)).recovery_codes_left;

describe('POST /account/second-factor/recovery-codes', () => {
  it('ends the old codes, and nothing else, and tells it by mail', async () => {
    const path = { event_id: (await newEvent(owner.token)).id };
    const { token: link } = await newShareLink(owner.token, path);
    const { token: other } = (await logIn(owner.recovery_codes[0])).body;
    const before = Object(await shownFactor(owner.token)).since;
    takeInvocations();
    const answer = await create(codeOf(owner));
    const codes = codesOf(answer);
    expect([answer.status, answer.body.message]).toEqual([200, 'Recovery codes created successfully']);
    expect(new Set(codes).size).toBe(8);
    for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){6}[A-Z2-7]{2}$/);
    const [mail, ...others] = await newMails();
    expect([mail?.to, mail?.subject, others]).toEqual([
      owner.email,
      'Event Budget: New recovery codes were created',
      [],
    ]);
    expect(await shownFactor(other)).toEqual({ since: before, recovery_codes_left: 8 });
    expect((await viewShared(link)).status).toBe(200);
    expect((await logIn(owner.recovery_codes[1])).status).toBe(403);
    expect((await logIn(codes[0])).status).toBe(200);
    expect(codesOf(await create(codeOf(owner, 1)))).not.toContain(codes[1]);
    expect((await logIn(codes[1])).status).toBe(403);
  });

  const NEEDED = 'Enter the code from your authenticator app.';
  it.each([
    ['no code', () => undefined, 'second_factor', NEEDED, 0],
    ['a wrong code', () => wrongCode(owner), 'wrong', 'Code is wrong', 1],
    ['a recovery code, which is not used up', () => owner.recovery_codes[0], 'wrong', NEEDED, 0],
  ])('rejects %s', async (_, code, reason, message, mails) => {
    const { codes, body } = await create(code());
    expect(codes).toEqual([403, `code ${reason}`]);
    expect(body.errors?.[0]?.message).toContain(message);
    expect(await newMails()).toHaveLength(mails);
    expect(await left()).toBe(8);
    expect((await logIn(owner.recovery_codes[0])).status).toBe(200);
  });

  it('rejects a wrong password, an account without a second factor, and an access token', async () => {
    const wrong = await create(codeOf(owner), { ...owner, password: 'wrong' });
    expect(wrong.codes).toEqual([422, 'password wrong']);
    const plain = await newVerified();
    expect((await create('123456', { ...owner, ...plain })).codes).toEqual([409, 'second_factor not_found']);
    const { token } = await newAccessToken(plain.token);
    expect((await create('1', { ...owner, token })).codes).toEqual([403, 'token insufficient_scope']);
  });
});

describe('a recovery code that is used', () => {
  const reset = async (code: unknown) => {
    const token = await resetTokenOf(owner.email);
    return call(endpoints.resetPassword.handler, { body: { token, password: NEW, code } });
  };
  const SUBJECT = 'Event Budget: A recovery code was used';
  const told = async () => (await newMails()).filter(({ subject }) => subject === SUBJECT);

  it.each<[string, typeof logIn]>([
    ['a login', logIn],
    ['a reset', reset],
  ])('in %s is told by mail and in the response, a code of the app is not', async (_, send) => {
    const { body } = await send(owner.recovery_codes[0]);
    expect(body).toEqual({ ...body, recovery_codes_left: 7 });
    const [mail] = await told();
    expect([mail?.to, mail?.text]).toEqual([owner.email, expect.stringContaining('7 are left')]);
    owner.password = send === logIn ? owner.password : NEW;
    const { body: usual } = await send(codeOf(owner));
    expect(Object.keys(usual)).toEqual(['status', 'message', 'token']);
    expect(await told()).toEqual([]);
  });

  it.each([
    [3, '3 are left.'],
    [2, '2 are left. Create new ones'],
    [1, '1 is left. Create new ones'],
    [0, 'None is left. Create new ones'],
  ])('tells at %i how many are left, and at two or fewer what to do', async (count, sentence) => {
    const codes = owner.recovery_codes.slice(0, 8 - count);
    for (const [n, code] of codes.entries()) {
      vi.setSystemTime(Date.now() + 3_600_000);
      const { body } = await logIn(code);
      expect(body).toMatchObject({ recovery_codes_left: 7 - n });
    }
    expect((await told()).at(-1)?.text).toContain(sentence);
  });

  it('is told each time, also of eight within an hour', async () => {
    for (const code of owner.recovery_codes) expect((await logIn(code)).status).toBe(200);
    expect(await told()).toHaveLength(8);
  });

  it('in a removal or an offer is told by mail', async () => {
    const event = await newEvent(owner.token);
    const [one, other] = owner.recovery_codes;
    const { status } = await offer(owner.token, event, person().email, { code: one });
    expect([status, (await told()).length]).toEqual([201, 1]);
    const body = { password: owner.password, code: other };
    await call(endpoints.endFactor.handler, { token: owner.token, body });
    const [mail] = await told();
    expect(mail?.text).not.toContain('left');
  });

  it('of 24 characters, as before, goes on working', async () => {
    const { hashOfRecoveryCode } = await import('../../../lib/auth/codes.ts');
    const { Update } = await import('../../../lib/dynamodb/changes.ts');
    const { accountKey } = await import('../../../lib/dynamodb/keys.ts');
    const { send } = await import('../../../lib/dynamodb/send.ts');
    const { accountIdOf } = await import('../../support/sharing.ts');
    const old = 'MFRG-GZDF-MZTW-Q2LK-NNWG-23TP';
    const key = accountKey(accountIdOf(owner.token));
    await send(new Update(key).set(['factor', 'r'], [hashOfRecoveryCode(old)]));
    expect((await logIn(old)).status).toBe(200);
  });
});
