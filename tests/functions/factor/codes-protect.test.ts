import bcrypt from 'bcryptjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAccount } from '../../../lib/accounts/repository.ts';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { send as write } from '../../../lib/dynamodb/send.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import {
  codeOf,
  createFactor,
  newFactorOwner,
  pendingFactor,
  shownFactor,
  wrongCode,
} from '../../support/factor.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { newMails, tokenMailedTo } from '../../support/mail.ts';
import { accessToken, endpoints, newEvent, person } from '../../support/service.ts';
import { accountIdOf, newVerified, offer } from '../../support/sharing.ts';

const NEW = 'a fair new passphrase';

/** The calls that take the password in a session, and since a second factor is there, a code. */
const CALLS = {
  changeEmail: () => ({ email: person().email }),
  changePassword: () => ({ new_password: NEW }),
  createToken: () => accessToken(),
  deleteAccount: () => ({}),
};
type Name = keyof typeof CALLS;
const names: Name[] = ['changeEmail', 'changePassword', 'createToken', 'deleteAccount'];

let owner: Awaited<ReturnType<typeof newFactorOwner>>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  owner = await newFactorOwner();
  takeInvocations();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  resetVariables();
});

const send = (name: Name, fields: object = {}, { token, password } = owner) =>
  call(endpoints[name].handler, { token, body: { ...CALLS[name](), password, ...fields } });
const logIn = (code?: unknown, password = owner.password) =>
  call(endpoints.login.handler, { body: { username: owner.email, password, code } });
const accountNow = async () => {
  const {
    factor: _,
    version: __,
    writes: ___,
    ...account
  } = (await getAccount(accountIdOf(owner.token))) ?? {};
  return account;
};

describe.each(names)('%s of an account with a second factor', (name) => {
  it('needs a code, hashes, starts and changes nothing without the right one, and mails a wrong one', async () => {
    const before = await accountNow();
    const hash = vi.spyOn(bcrypt, 'hash');
    expect((await send(name)).codes).toEqual([403, 'code second_factor']);
    expect(takeInvocations()).toEqual([]);
    for (const code of [wrongCode(owner), 'no code', 7])
      expect((await send(name, { code })).codes).toEqual([403, 'code wrong']);
    const subjects = (await newMails()).map(({ subject }) => subject);
    expect(subjects).toEqual(Array(3).fill('Event Budget: A wrong code was sent'));
    expect([hash.mock.calls.length, await accountNow()]).toEqual([0, before]);
  });

  it.each([
    ['a code of the app', () => codeOf(owner)],
    ['a recovery code', () => owner.recovery_codes[0]],
  ])('is done with %s, which is used up', async (_, code) => {
    const sent = code();
    expect((await send(name, { code: sent })).status).toBeLessThan(300);
    const password = name === 'changePassword' ? NEW : owner.password;
    const again = await logIn(sent, password);
    expect(again.status).toBe(name === 'deleteAccount' ? 401 : 403);
  });

  it('rejects a wrong password before it looks at the code, and uses up none', async () => {
    const code = codeOf(owner);
    const wrong = await send(name, { password: 'wrong', code });
    expect(wrong.codes).toEqual([422, 'password wrong']);
    expect((await send(name, { code })).status).toBeLessThan(300);
  });

  it('without one takes no code, and makes the same requests with one', async () => {
    const plain = await newVerified();
    const other = await newVerified();
    await send(name, {}, { ...owner, ...(await newVerified()) });
    takeRequests();
    const { status, body } = await send(name, {}, { ...owner, ...plain });
    const { counts } = takeRequests();
    const coded = await send(name, { code: '123456' }, { ...owner, ...other });
    expect([coded.status, coded.body.message]).toEqual([status, body.message]);
    expect(takeRequests().counts).toEqual(counts);
  });
});

describe('what is rejected otherwise', () => {
  it('is told before the code is looked at, and uses up none', async () => {
    const [code] = owner.recovery_codes;
    const same = await send('changePassword', { new_password: owner.password, code });
    expect(same.codes).toEqual([422, 'new_password duplicate']);
    for (let n = 0; n < 10; n += 1) {
      const codeNow = codeOf(owner, 1);
      expect((await send('createToken', { code: codeNow })).status).toBe(201);
      vi.setSystemTime(Date.now() + 60_000);
    }
    expect((await send('createToken')).codes).toEqual([409, 'tokens full']);
    expect((await send('createToken', { code })).codes).toEqual([409, 'tokens full']);
    setVariable('MAIL_LIMIT', '1');
    expect((await send('changeEmail', { code: codeOf(owner, 1) })).status).toBe(200);
    expect((await send('changeEmail', { code })).codes).toEqual([429, 'request too_many']);
    resetVariables();
    expect((await logIn(code)).status).toBe(200);
  });

  it('a wrong code counts no mail', async () => {
    setVariable('MAIL_LIMIT', '1');
    expect((await send('changeEmail', { code: wrongCode(owner) })).status).toBe(403);
    expect((await send('changeEmail', { code: codeOf(owner) })).status).toBe(200);
  });
});

describe('a link that confirms a new address', () => {
  const confirm = (token: string) =>
    call(endpoints.verifyEmail.handler, { token: owner.token, body: { token } });
  const linkOf = async (code?: string) => {
    const { email } = person();
    await send('changeEmail', { email, code });
    return tokenMailedTo(email);
  };

  it('that was mailed before the second factor was added does not work after it', async () => {
    const plain = await newVerified();
    owner = { ...owner, ...plain, recovery_codes: [] };
    const before = await linkOf();
    const { secret, confirmation } = await pendingFactor(plain.token);
    const body = { confirmation, code: codeOf({ secret }) };
    expect((await call(endpoints.confirmFactor.handler, { token: plain.token, body })).status).toBe(200);
    expect((await confirm(before)).codes).toEqual([422, 'token invalid']);
    const after = await linkOf(codeOf({ secret }, 1));
    expect((await confirm(after)).status).toBe(200);
  });

  it('works after another code was used', async () => {
    const link = await linkOf(owner.recovery_codes[0]);
    await logIn(codeOf(owner));
    expect((await confirm(link)).status).toBe(200);
  });
});

describe('after a change of the address', () => {
  it('no event can be offered for 7 days, which the mail says', async () => {
    const { token, password } = owner;
    const { email } = person();
    const event = await newEvent(token);
    await send('changeEmail', { email, code: codeOf(owner) });
    const body = { token: await tokenMailedTo(email) };
    await call(endpoints.verifyEmail.handler, { token, body });
    const [mail] = await newMails();
    expect(mail?.text).toContain('For 7 days, no event can be handed over');
    const changed = Date.now();
    const [code] = owner.recovery_codes;
    const early = await offer(token, event, person().email, { password, code });
    expect(early.codes).toEqual([409, 'account too_early']);
    const from = new Date(changed + 7 * 86_400_000).toISOString();
    expect(JSON.parse(early.text).errors[0]).toMatchObject({ from });
    const key = accountKey(accountIdOf(token));
    await write(new Update(key).set(['email_changed_at'], changed - 7 * 86_400_000));
    expect((await offer(token, event, person().email, { password, code })).status).toBe(201);
  });
});

describe('counting', () => {
  const wrong = async (times: number, by: () => ReturnType<typeof logIn>) => {
    for (let n = 0; n < times; n += 1) expect((await by()).status).toBe(403);
  };
  const byLogin = () => logIn(wrongCode(owner));
  const inSession = (token = owner.token) =>
    send('changePassword', { code: wrongCode(owner) }, { ...owner, token });
  const expectFull = async (by: () => ReturnType<typeof logIn>) => expect((await by()).status).toBe(429);

  it('of codes at a login does not stop the owner from changing the password, nor the other way', async () => {
    await wrong(10, byLogin);
    await expectFull(byLogin);
    await wrong(9, inSession);
    expect((await send('changePassword', { code: codeOf(owner) })).status).toBe(200);
    owner.password = NEW;
    await wrong(1, () => send('createToken', { code: wrongCode(owner) }));
    await expectFull(() => send('changeEmail', { code: codeOf(owner, 1) }));
    await expectFull(byLogin);
  });

  it('in one session does not stop another, nor a login', async () => {
    const { token } = (await logIn(owner.recovery_codes[0])).body;
    await wrong(10, inSession);
    await expectFull(inSession);
    await wrong(1, () => inSession(token));
    expect((await logIn(codeOf(owner))).status).toBe(200);
  });

  it('in a session is 30 a day', async () => {
    const start = Date.now();
    for (let hours = 0; hours < 3; hours += 1) {
      vi.setSystemTime(start + hours * 3_600_000);
      await wrong(10, inSession);
    }
    vi.setSystemTime(start + 3 * 3_600_000);
    await expectFull(inSession);
  });

  it('ends with the factor: the right code of the next one is taken', async () => {
    await wrong(10, byLogin);
    await wrong(10, inSession);
    const [code] = owner.recovery_codes;
    const body = { password: owner.password, code };
    await call(endpoints.endFactor.handler, { token: owner.token, body });
    const next = await createFactor(owner.token, owner.password);
    const added = { confirmation: next.confirmation, code: codeOf(next) };
    expect((await call(endpoints.confirmFactor.handler, { token: owner.token, body: added })).status).toBe(
      200,
    );
    expect((await logIn(codeOf(next, 1))).status).toBe(200);
    vi.setSystemTime(Date.now() + 90_000);
    expect((await send('createToken', { code: codeOf(next) })).status).toBe(201);
  });

  it('leaves out a right code whatever follows', async () => {
    await wrong(9, inSession);
    setVariable('MAIL_LIMIT', '1');
    expect((await send('changeEmail', { code: codeOf(owner) })).status).toBe(200);
    for (let n = 0; n < 2; n += 1)
      expect((await send('changeEmail', { code: codeOf(owner, 1) })).status).toBe(429);
    resetVariables();
    expect((await send('changeEmail', { code: codeOf(owner, 1) })).status).toBe(200);
  });
});

describe('a phone whose clock is off', () => {
  it('is told to check it, if six digits are wrong', async () => {
    const message = "Code is wrong or has already been used. Check that the phone's clock is right.";
    expect((await logIn(wrongCode(owner))).body.errors).toMatchObject([{ code: 'wrong', message }]);
    const { body } = await logIn('no code');
    expect(body.errors).toMatchObject([{ message: 'Code is wrong or has already been used.' }]);
  });

  it.each([
    [-6, 'about 3 minutes behind'],
    [2, 'about a minute ahead'],
    [10, 'about 5 minutes ahead'],
    [-10, 'about 5 minutes behind'],
    [11, undefined],
  ])('by %i steps at the first code: %s', async (steps, words) => {
    const { token, password } = await newVerified();
    const factor = await createFactor(token, password);
    const body = { confirmation: factor.confirmation, code: codeOf(factor, steps) };
    const answer = await call(endpoints.confirmFactor.handler, { token, body });
    expect(answer.codes).toEqual([422, `code ${words ? 'clock' : 'wrong'}`]);
    if (words) expect(answer.body.errors?.[0]?.message).toContain(words);
    expect(await shownFactor(token)).toBeUndefined();
  });
});
