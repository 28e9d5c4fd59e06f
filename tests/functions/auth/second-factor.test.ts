import bcrypt from 'bcryptjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, type Outcome } from '../../support/call.ts';
import { clientOf, newVerifiedClient, nobody } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import {
  codeOf,
  createFactor,
  type FactorOwner,
  newFactorOwner,
  shownFactor,
  wrongCode,
} from '../../support/factor.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails, resetTokenOf, tokenMailedTo } from '../../support/mail.ts';
import { MISSING_CODE, WRONG_CODE, wrongFor } from '../../support/rejections.ts';
import { endpoints, newAccessToken, person } from '../../support/service.ts';
import { tableContent } from '../../support/table.ts';

const NEW = 'a fair new passphrase';

let owner: FactorOwner;
let mailed: string;
beforeEach(async () => {
  // A token and a code are of the same moment.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  owner = await newFactorOwner();
  takeInvocations();
  mailed = await resetTokenOf(owner.email);
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

type Send = (code?: unknown) => Promise<Outcome>;

const logIn = (code?: unknown, password: unknown = owner.password, sourceIp = '192.0.2.1') =>
  call(endpoints.login.handler, { body: { username: owner.email, password, code }, sourceIp });
const reset = (code?: unknown, password = NEW, token = mailed) =>
  nobody.resetPassword({ token, password, code });
const end: Send = (code) => owner.endFactor({ password: owner.password, code });

const isActive = async (token: unknown) => (await clientOf(String(token)).viewAccount()).status === 200;

describe.each([
  ['a login', logIn, 'Login Failed. retry', 'Login Successful'],
  ['a reset', reset, 'Failed to change the password', 'Password changed successfully'],
] as const)('%s of an account with a second factor', (_, send, failure, message) => {
  const password = () => (send === reset ? NEW : owner.password);

  it.each<[string, (owner: FactorOwner) => string]>([
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
    expect([status, body]).toEqual([200, { status: 'success', message, token: expect.any(String), ...left }]);
    expect(await isActive(body.token)).toBe(true);
  });

  it.each([undefined, null, '', ' - '])(
    'answers 403 for the code %j, tells what is missing, counts nothing and mails nothing',
    async (code) => {
      const codes = async () => Object.entries(await tableContent()).filter(([key]) => key.includes('CODES'));
      const before = await codes();
      const { status, body } = await send(code);
      expect([status, body]).toEqual([403, { status: 'error', message: failure, errors: [MISSING_CODE] }]);
      expect(await codes()).toEqual(before);
      expect(takeInvocations()).toEqual([]);
    },
  );

  it.each<[string, (owner: FactorOwner) => unknown]>([
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
    const subject = 'Event Budget: A wrong code was sent';
    expect(await newMails()).toMatchObject([{ to: owner.email, subject }]);
    expect(await shownFactor(owner.token)).toEqual(before);
    expect((await send(codeOf(owner))).status).toBe(200);
  });

  it('needs no mail to reject a code, and takes no code of another account', async () => {
    expect((await withoutLambda(() => send(wrongCode(owner)))).status).toBe(403);
    const other = await newFactorOwner();
    setVariable('MAIL_FROM', '');
    for (const code of [codeOf(other), other.recovery_codes[0]])
      expect((await send(code)).body.errors).toEqual([wrongFor(code)]);
  });

  it('takes no code twice, and no earlier one after it', async () => {
    const [earlier, code] = [codeOf(owner), codeOf(owner, 1)];
    expect((await send(code)).status).toBe(200);
    for (const again of [code, earlier])
      expect((await logIn(again, password())).codes).toEqual([403, 'code wrong']);
  });

  it('takes each recovery code once', async () => {
    const [first, second] = owner.recovery_codes;
    expect((await send(first)).status).toBe(200);
    expect((await logIn(first, password())).body.errors).toEqual([WRONG_CODE]);
    const { body } = await logIn(second, password());
    expect(await shownFactor(body.token)).toMatchObject({ recovery_codes_left: 6 });
  });
});

describe('a login', () => {
  it('of several with one code at once starts one session', async () => {
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
    for (const code of [codeOf(owner), owner.recovery_codes[0]]) expect((await logIn(code)).status).toBe(200);
  });

  it('works once the code of a later step is due, and then with the one before', async () => {
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
    expect((await clientOf(token).list()).status).toBe(200);
  });
});

describe('a reset', () => {
  it('without the right code hashes nothing and uses up neither token nor code', async () => {
    const hash = vi.spyOn(bcrypt, 'hash');
    for (const code of [undefined, wrongCode(owner), 'no code']) expect((await reset(code)).status).toBe(403);
    expect(hash).not.toHaveBeenCalled();
    expect((await reset(codeOf(owner))).status).toBe(200);
    expect(hash).toHaveBeenCalledTimes(1);
    hash.mockRestore();
    expect((await logIn(owner.recovery_codes[0], NEW)).status).toBe(200);
  });

  it('tells of a bad token and a bad password first, and uses up no code', async () => {
    const [code] = owner.recovery_codes;
    expect((await reset(code, NEW, 'x.y.z')).codes).toEqual([422, 'token invalid']);
    expect((await reset(code, 'short')).codes).toEqual([422, 'password too_short']);
    expect((await reset(wrongCode(owner), 'Lovelace!')).codes).toEqual([422, 'password too_common']);
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
  const wrong = async (times: number, send: Send = logIn) => {
    for (let n = 0; n < times; n += 1) expect((await send(wrongCode(owner))).status).toBe(403);
  };

  const expectFull = async (seconds: number, sends: Send[] = [logIn, reset]) => {
    for (const code of [codeOf(owner), wrongCode(owner)])
      for (const send of sends) {
        const { codes, headers } = await send(code);
        expect([codes, headers['retry-after']]).toEqual([[429, 'request too_many'], String(seconds)]);
      }
  };

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

  it('count for the account, from whichever network, and not for another, and cause five mails an hour', async () => {
    for (let n = 0; n < 10; n += 1)
      expect((await logIn(wrongCode(owner), owner.password, `192.0.2.${n}`)).status).toBe(403);
    expect(await newMails()).toHaveLength(5);
    await expectFull(3_600);
    owner = await newFactorOwner();
    expect((await logIn(codeOf(owner))).status).toBe(200);
  });

  it('of 20 wrong ones at once, at most ten are judged', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => reset(wrongCode(owner))));
    const statuses = outcomes.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(403), ...Array(10).fill(429)]);
  });
});

describe('an account without a second factor', () => {
  it.each([undefined, null, '', '123456', 7, true, [], {}, 'x'.repeat(60_000)])(
    'logs in and resets with the code %j by the same requests',
    async (code) => {
      const plain = await newVerifiedClient();
      // It is not confirmed, so the account has none.
      await createFactor(plain.token, plain.password);
      const token = await resetTokenOf(plain.email);
      takeRequests();
      const sent = { username: plain.email, password: plain.password, code };
      expect((await plain.login(sent)).status).toBe(200);
      expect(takeRequests().counts).toEqual({ reads: 3, writes: 5 });
      expect((await plain.resetPassword({ token, password: NEW, code })).status).toBe(200);
      expect(takeRequests().counts).toEqual({ reads: 1, writes: 1 });
      expect(await shownFactor(plain.token)).toBeUndefined();
    },
  );
});

describe('the second factor', () => {
  it('stays when the account changes its password and its address', async () => {
    const before = await shownFactor(owner.token);
    const [one, other] = owner.recovery_codes;
    const change = { password: owner.password, new_password: NEW, code: one };
    expect((await owner.changePassword(change)).status).toBe(200);
    const { email } = person();
    await owner.changeEmail({ password: NEW, email, code: other });
    expect((await owner.verifyEmail({ token: await tokenMailedTo(email) })).status).toBe(200);
    owner.email = email;
    expect(await shownFactor(owner.token)).toEqual({ ...Object(before), recovery_codes_left: 6 });
    expect((await logIn(undefined, NEW)).body.errors).toEqual([MISSING_CODE]);
    expect((await logIn(codeOf(owner), NEW)).status).toBe(200);
  });

  it('is shown in the export, without its secret and codes, and in no other response', async () => {
    const { text } = await owner.exportAccount();
    expect(Object(JSON.parse(text)).data.account.second_factor).toEqual(await shownFactor(owner.token));
    expect(text).not.toMatch(new RegExp([owner.secret, ...owner.recovery_codes].join('|')));
    for (const shown of [await owner.listSessions(), await owner.listTokens()])
      expect(shown.text).not.toMatch(/factor|recovery/);
  });

  it('is gone as soon as the account is deleted', async () => {
    const { password } = owner;
    expect((await owner.deleteAccount({ password, code: codeOf(owner) })).status).toBe(200);
    const stored = Object.values(await tableContent()).find((item) => Object(item).leaving);
    expect(Object(stored)).not.toHaveProperty('factor');
  });
});
