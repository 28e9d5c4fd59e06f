import bcrypt from 'bcryptjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { codeOf, createFactor, newFactorOwner, shownFactor, wrongCode } from '../../support/factor.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails, tokenMailedTo } from '../../support/mail.ts';
import { resetTokenOf } from '../../support/mailed-account.ts';
import { MISSING_CODE, WRONG_CODE, wrongFor } from '../../support/rejections.ts';
import { endpoints, newAccessToken, person } from '../../support/service.ts';
import { newVerified } from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';

const NEW = 'a fair new passphrase';

type Owner = Awaited<ReturnType<typeof newFactorOwner>>;

let owner: Owner;
let mailed: string;
beforeEach(async () => {
  owner = await newFactorOwner();
  takeInvocations();
  mailed = await resetTokenOf(owner.email);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  resetVariables();
});

const logIn = (code?: unknown, password = owner.password, sourceIp = '192.0.2.1') =>
  call(endpoints.login.handler, { body: { username: owner.email, password, code }, sourceIp });
const reset = (code?: unknown, password = NEW, token = mailed) =>
  call(endpoints.resetPassword.handler, { body: { token, password, code } });
const end = (code?: unknown) =>
  call(endpoints.endFactor.handler, { token: owner.token, body: { password: owner.password, code } });

const codeCounters = async () =>
  Object.entries(await tableContent()).filter(([key]) => key.includes('CODES'));

const isActive = async (token: unknown) =>
  (await call(endpoints.viewAccount.handler, { method: 'GET', token: String(token) })).status === 200;

describe.each([
  ['POST /auth/login', logIn, 'Login Failed. retry', { status: 'success', message: 'Login Successful' }],
  [
    'POST /auth/reset-password',
    reset,
    'Failed to change the password',
    { status: 'success', message: 'Password changed successfully' },
  ],
] as const)('%s of an account with a second factor', (_, send, failure, success) => {
  it.each<[string, (owner: Owner) => string]>([
    ['a code of the app', (owner) => codeOf(owner)],
    ['the code of the next step', (owner) => codeOf(owner, 1)],
    ['a code in two groups', (owner) => codeOf(owner).replace(/^.../, '$& ')],
    ['a recovery code', ({ recovery_codes: [code = ''] }) => code],
    ['a recovery code in small letters', ({ recovery_codes: [code = ''] }) => code.toLowerCase()],
    ['a recovery code without hyphens', ({ recovery_codes: [code = ''] }) => code.replaceAll('-', '')],
  ])('succeeds with %s, as without one', async (_, code) => {
    const sent = code(owner);
    const { status, body } = await send(sent);
    const left = sent.length > 7 && { recovery_codes_left: 7 };
    expect([status, body]).toEqual([200, { ...success, token: expect.any(String), ...left }]);
    expect(await isActive(body.token)).toBe(true);
  });

  it.each([undefined, null, '', ' - '])(
    'answers 403 for the code %j, tells what is missing, counts nothing and mails nothing',
    async (code) => {
      const before = await codeCounters();
      const { status, body } = await send(code);
      expect([status, body]).toEqual([403, { status: 'error', message: failure, errors: [MISSING_CODE] }]);
      expect(await codeCounters()).toEqual(before);
      expect(takeInvocations()).toEqual([]);
    },
  );

  it.each<[string, (owner: Owner) => unknown]>([
    ['a wrong code', wrongCode],
    ['the code that confirmed it', (owner) => codeOf(owner, -1)],
    ['the code of three steps later', (owner) => codeOf(owner, 3)],
    ['five digits', (owner) => codeOf(owner).slice(1)],
    ['seven digits', (owner) => `${codeOf(owner)}0`],
    ['a number', (owner) => Number(codeOf(owner))],
    ['true', () => true],
    ['a list', (owner) => [codeOf(owner)]],
    ['an object', () => ({ $ne: '' })],
    ['a part of a recovery code', ({ recovery_codes: [code = ''] }) => code.slice(1)],
    ['a long text', () => 'x'.repeat(60_000)],
    ['malformed Unicode', () => '\ud800'],
  ])('answers 403 for %s, tells the owner by mail, and changes nothing', async (_, code) => {
    const before = await shownFactor(owner.token);
    const sent = code(owner);
    const { status, body } = await send(sent);
    expect([status, body]).toEqual([403, { status: 'error', message: failure, errors: [wrongFor(sent)] }]);
    expect(await newMails()).toMatchObject([
      { to: owner.email, subject: 'Event Budget: A wrong code was sent' },
    ]);
    expect(await shownFactor(owner.token)).toEqual(before);
    expect((await send(codeOf(owner))).status).toBe(200);
  });

  it('needs no mail to refuse a code', async () => {
    expect((await withoutLambda(() => send(wrongCode(owner)))).status).toBe(403);
    setVariable('MAIL_FROM', '');
    expect((await send(wrongCode(owner))).status).toBe(403);
  });

  it('takes no code of another account', async () => {
    const other = await newFactorOwner();
    for (const code of [codeOf(other), other.recovery_codes[0]])
      expect((await send(code)).body.errors).toEqual([wrongFor(code)]);
  });

  it('takes no code twice, and no earlier one after it', async () => {
    const [earlier, code] = [codeOf(owner), codeOf(owner, 1)];
    expect((await send(code)).status).toBe(200);
    const password = send === reset ? NEW : owner.password;
    for (const again of [code, earlier]) {
      const { status, body } = await logIn(again, password);
      expect([status, body.errors]).toEqual([403, [wrongFor(again)]]);
    }
  });

  it('takes each recovery code once', async () => {
    const [first, second] = owner.recovery_codes;
    expect((await send(first)).status).toBe(200);
    const password = send === reset ? NEW : owner.password;
    expect((await logIn(first, password)).body.errors).toEqual([WRONG_CODE]);
    const { body } = await logIn(second, password);
    expect(await shownFactor(body.token)).toMatchObject({ recovery_codes_left: 6 });
  });
});

describe('a login', () => {
  it('of two with one code at once starts one session', async () => {
    for (const code of [codeOf(owner), owner.recovery_codes[0]]) {
      const outcomes = await Promise.all([logIn(code), logIn(code), logIn(code)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    }
  });

  it('with a wrong password answers 401, whatever the code, and uses up none', async () => {
    for (const code of [codeOf(owner), wrongCode(owner), undefined, owner.recovery_codes[0]]) {
      const { status, text } = await logIn(code, 'a wrong password');
      expect([status, text]).toEqual([401, '{"status":"error","message":"Invalid username or password."}']);
    }
    expect(takeInvocations()).toEqual([]);
    expect((await logIn(codeOf(owner))).status).toBe(200);
    expect((await logIn(owner.recovery_codes[0])).status).toBe(200);
  });

  it('works after the phone is lost, and once the code of a later step is due', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect((await logIn(codeOf(owner))).status).toBe(200);
    vi.setSystemTime(Date.now() + 30_000);
    expect((await logIn(codeOf(owner))).status).toBe(200);
    vi.setSystemTime(Date.now() + 3_600_000);
    expect((await logIn(codeOf(owner, -2))).status).toBe(403);
    expect((await logIn(codeOf(owner, -1))).status).toBe(200);
  });

  it('needs no code of an access token, which works on', async () => {
    const { token } = await newAccessToken(owner.token, { code: owner.recovery_codes[0] });
    expect((await call(endpoints.list.handler, { method: 'GET', token })).status).toBe(200);
  });
});

describe('a reset', () => {
  it('without the right code hashes nothing and uses up neither token nor code', async () => {
    const hash = vi.spyOn(bcrypt, 'hash');
    for (const code of [undefined, wrongCode(owner), 'no code']) expect((await reset(code)).status).toBe(403);
    expect(hash).not.toHaveBeenCalled();
    expect((await reset(codeOf(owner))).status).toBe(200);
    expect(hash).toHaveBeenCalledTimes(1);
    expect((await logIn(owner.recovery_codes[0], NEW)).status).toBe(200);
  });

  it('tells of a bad token and a bad password first, and uses up no code', async () => {
    const [code] = owner.recovery_codes;
    const fieldsOf = async (send: () => ReturnType<typeof reset>) => {
      const { status, body } = await send();
      return [status, ...(body.errors ?? []).map(({ field }) => field)];
    };
    expect(await fieldsOf(() => reset(code, NEW, 'x.y.z'))).toEqual([422, 'token']);
    expect(await fieldsOf(() => reset(code, 'short'))).toEqual([422, 'password']);
    expect(await fieldsOf(() => reset(wrongCode(owner), 'Lovelace!'))).toEqual([422, 'password']);
    expect((await reset(code)).status).toBe(200);
  });

  it('keeps the second factor', async () => {
    const { body } = await reset(codeOf(owner));
    expect(await shownFactor(body.token)).toMatchObject({ recovery_codes_left: 8 });
    expect((await logIn(undefined, NEW)).body.errors).toEqual([MISSING_CODE]);
  });
});

describe('codes of the app', () => {
  const HOUR = 3_600_000;
  const wrong = async (times: number, send: (code: string) => Promise<{ status: number }> = logIn) => {
    for (let n = 0; n < times; n += 1) expect((await send(wrongCode(owner))).status).toBe(403);
  };

  const expectFull = async (seconds: number, sends = [logIn, reset]) => {
    for (const code of [codeOf(owner), wrongCode(owner)])
      for (const send of sends) {
        const { status, headers, body } = await send(code);
        expect([status, body.errors]).toMatchObject([429, [{ field: 'request', code: 'too_many' }]]);
        expect(Number(headers['retry-after'])).toBe(seconds);
      }
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  });

  it('may be wrong ten times in an hour, by login and reset together; then recovery codes work', async () => {
    await wrong(6);
    await wrong(4, reset);
    await expectFull(3_600);
    expect(await isActive(owner.token)).toBe(true);
    expect((await logIn('no code')).status).toBe(403);
    expect((await logIn()).body.errors).toEqual([MISSING_CODE]);
    expect((await logIn(owner.recovery_codes[0])).status).toBe(200);
    expect((await end(owner.recovery_codes[1])).status).toBe(200);
  });

  it('work again when the hour has passed, and not before', async () => {
    await wrong(10);
    vi.setSystemTime(Date.now() + HOUR - 1_000);
    await expectFull(1);
    vi.setSystemTime(Date.now() + 1_000);
    expect((await logIn(codeOf(owner))).status).toBe(200);
  });

  it('may be wrong 30 times in a day', { timeout: 60_000 }, async () => {
    const start = Date.now();
    for (let hours = 0; hours < 3; hours += 1) {
      vi.setSystemTime(start + hours * HOUR);
      await wrong(10);
    }
    vi.setSystemTime(start + 3 * HOUR);
    await expectFull(21 * 3_600, [logIn]);
    vi.setSystemTime(start + 24 * HOUR);
    expect((await logIn(codeOf(owner))).status).toBe(200);
  });

  it('do not count if they are right, and take back no wrong one', async () => {
    await wrong(9);
    for (let steps = 0; steps < 12; steps += 1) {
      vi.setSystemTime(Date.now() + 60_000);
      expect((await logIn(codeOf(owner))).status).toBe(200);
    }
    await wrong(1);
    expect((await logIn(codeOf(owner, 1))).status).toBe(429);
  });

  it('do not count if the password is wrong', async () => {
    setVariable('LOGIN_LIMIT', '1000');
    for (let n = 0; n < 11; n += 1) expect((await logIn('000000', 'wrong')).status).toBe(401);
    expect((await logIn(codeOf(owner))).status).toBe(200);
  });

  it('count for the account, from whichever network, and not for another', async () => {
    const other = await newFactorOwner();
    for (let n = 0; n < 10; n += 1)
      expect((await logIn(wrongCode(owner), owner.password, `192.0.2.${n}`)).status).toBe(403);
    await expectFull(3_600);
    owner = other;
    expect((await logIn(codeOf(owner))).status).toBe(200);
  });

  it('of 20 wrong ones at once, at most ten are judged', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => reset(wrongCode(owner))));
    const statuses = outcomes.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(403), ...Array(10).fill(429)]);
  });

  it('cause five mails an hour', async () => {
    await wrong(7);
    expect(await newMails()).toHaveLength(5);
  });
});

describe('an account without a second factor', () => {
  let plain: Awaited<ReturnType<typeof newVerified>>;
  beforeEach(async () => {
    plain = await newVerified();
  });

  it.each([undefined, null, '', '123456', 7, true, [], {}, 'x'.repeat(60_000)])(
    'logs in and resets with the code %j by the same requests',
    async (code) => {
      const token = await resetTokenOf(plain.email);
      takeRequests();
      const body = { username: plain.email, password: plain.password, code };
      expect((await call(endpoints.login.handler, { body })).status).toBe(200);
      expect(takeRequests().counts).toEqual({ reads: 3, writes: 5 });
      const resetBody = { token, password: NEW, code };
      expect((await call(endpoints.resetPassword.handler, { body: resetBody })).status).toBe(200);
      expect(takeRequests().counts).toEqual({ reads: 1, writes: 1 });
      expect(await shownFactor(plain.token)).toBeUndefined();
    },
  );

  it('has nothing of one that was created and not confirmed', async () => {
    await createFactor(plain.token, plain.password);
    const body = { username: plain.email, password: plain.password };
    expect((await call(endpoints.login.handler, { body })).status).toBe(200);
  });
});

describe('the second factor', () => {
  it('stays when the account changes its password and its address', async () => {
    const { token } = owner;
    const before = await shownFactor(token);
    const [one, other] = owner.recovery_codes;
    const change = { password: owner.password, new_password: NEW, code: one };
    expect((await call(endpoints.changePassword.handler, { token, body: change })).status).toBe(200);
    const move = { password: NEW, email: person().email, code: other };
    await call(endpoints.changeEmail.handler, { token, body: move });
    const body = { token: await tokenMailedTo(move.email) };
    expect((await call(endpoints.verifyEmail.handler, { token, body })).status).toBe(200);
    owner.email = move.email;
    expect(await shownFactor(token)).toEqual({ ...Object(before), recovery_codes_left: 6 });
    expect((await logIn(undefined, NEW)).body.errors).toEqual([MISSING_CODE]);
    expect((await logIn(codeOf(owner), NEW)).status).toBe(200);
  });

  it('is shown in the export, without its secret and codes', async () => {
    const { text } = await call(endpoints.exportAccount.handler, { method: 'GET', token: owner.token });
    expect(Object(JSON.parse(text)).data.account.second_factor).toEqual(await shownFactor(owner.token));
    expect(text).not.toMatch(new RegExp([owner.secret, ...owner.recovery_codes].join('|')));
  });

  it('is gone as soon as the account is deleted', async () => {
    const { token, password } = owner;
    const body = { password, code: codeOf(owner) };
    expect((await call(endpoints.deleteAccount.handler, { token, body })).status).toBe(200);
    const stored = Object.values(await tableContent()).find((item) => Object(item).leaving);
    expect(Object(stored)).not.toHaveProperty('factor');
  });

  it('is in no response of another endpoint that shows the account', async () => {
    for (const { handler } of [endpoints.listSessions, endpoints.listTokens]) {
      const { text } = await call(handler, { method: 'GET', token: owner.token });
      expect(text).not.toMatch(/factor|recovery/);
    }
  });
});
