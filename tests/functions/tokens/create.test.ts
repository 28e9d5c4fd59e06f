import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedTokens, tokensOf, works } from '../../support/access-tokens.ts';
import type { Outcome } from '../../support/call.ts';
import { playAll } from '../../support/choices.ts';
import { type Client, clientOf, newClient, newVerifiedClient } from '../../support/client.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { interleave } from '../../support/interleave.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { accessToken, dayIn, newAccessToken, party, storedPerson } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { rejected, tableContent } from '../../support/table.ts';

const FAILED = { status: 'error', message: 'Failed to create the token' };
const FULL = [{ field: 'tokens', code: 'full', message: 'An account can have at most 10 access tokens.' }];

let ada: Client;
beforeEach(async () => {
  ada = await newClient();
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
  vi.restoreAllMocks();
});

const create = (fields: Record<string, unknown> = {}, headers = {}) =>
  ada.createToken(accessToken(fields), headers);
const count = async () => (await ada.listTokens()).body.return_count;
/** Somebody with these tokens. */
const having = async (tokens: ReturnType<typeof storedTokens>) => clientOf(await storedPerson({ tokens }));
/** Somebody whose session begins at this time. */
async function newClientAt(time: number): Promise<Client> {
  vi.useFakeTimers({ toFake: ['Date'], now: time });
  return newClient();
}

describe('POST /account/tokens/create', () => {
  it.each(['read', 'write'])('creates a token with %s access, which works at once', async (access) => {
    ada = await newClientAt(Date.UTC(2027, 0, 1, 9, 30));
    const { status, headers, body } = await create({ access, expires_on: '2027-06-30' });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: 'success',
      message: 'Token created successfully',
      data: {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        name: 'Nightly import',
        access,
        expires_on: '2027-06-30',
        created_at: '2027-01-01T09:30:00.000Z',
        token: expect.stringMatching(/^ebt_[0-9a-f]{116}$/),
      },
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('etag');
    const { id, token } = Object(body.data);
    expect(await works(ada.token, { id, token })).toBe(true);
    expect((await clientOf(token).create(party())).status).toBe(access === 'write' ? 201 : 403);
  });

  it('creates one for a calendar, whose address is all that it answers, and which no header may have', async () => {
    const { status, body } = await create({ access: 'calendar' });
    expect(status).toBe(201);
    const { id, url, ...data } = Object(body.data);
    const { name, access, expires_on } = accessToken({ access: 'calendar' });
    expect(data).toEqual({ name, access, expires_on, created_at: expect.any(String) });
    expect(url).toMatch(/^https:\/\/budgets\.example\.com\/calendar\.ics\?token=ebc_[0-9a-f]{116}$/);
    expect(await tokensOf(ada.token)).toMatchObject({ [id]: { a: 'calendar' } });
    expect((await clientOf(url.replace(/.*=/, '')).list()).status).toBe(401);
  });

  it('makes another token each time, also for the same body under one `Idempotency-Key`', async () => {
    const key = { 'idempotency-key': 'a-key-of-this-test' };
    for (const { status, headers } of [await create({}, key), await create({}, key)]) {
      expect(status).toBe(201);
      expect(headers).not.toHaveProperty('idempotency-replayed');
    }
    expect(await count()).toBe(2);
    const accountId = accountIdOf(ada.token);
    const keys = Object.keys(await tableContent()).filter((each) => each.includes(accountId));
    expect(keys).toEqual([`PERSON#${accountId} ACCOUNT`]);
  });

  it.each([
    ['50 emojis', '😀'.repeat(50), '😀'.repeat(50)],
    ['50 characters between spaces', `  ${'x'.repeat(50)}\n`, 'x'.repeat(50)],
    ['one character', 'x', 'x'],
    ['the name of another token', 'Nightly import', 'Nightly import'],
  ])('accepts a name of %s', async (_, name, kept) => {
    await create();
    const { status, body } = await create({ name });
    expect([status, Object(body.data).name]).toEqual([201, kept]);
  });
});

describe('its mail', () => {
  it('goes to a verified address, with the access, the last day and nothing that a person typed', async () => {
    const { email, ...verified } = await newVerifiedClient();
    takeInvocations();
    const fields = { name: 'Visit evil.example', access: 'read', expires_on: dayIn(7) };
    await verified.createToken(accessToken(fields));
    const [mail, ...others] = await newMails();
    const subject = 'Event Budget: An access token was created';
    expect(mail).toMatchObject({ to: email, subject, token: '' });
    expect(mail?.text).toContain('can read your events');
    expect(mail?.text).toContain(`until the end of ${dayIn(7)} (UTC)`);
    expect(mail?.text).not.toMatch(/evil|Ada|ebt_/);
    expect(others).toEqual([]);
  });

  it('goes to no other address, and is not needed', async () => {
    takeInvocations();
    expect((await create()).status).toBe(201);
    expect(await newMails()).toEqual([]);
    expect((await withoutLambda(() => create())).status).toBe(201);
    setVariable('MAIL_FROM', '');
    expect((await create()).status).toBe(201);
  });
});

describe('the last day', () => {
  const MIDNIGHT = Date.UTC(2027, 2, 2);

  it.each([
    [-1, 'read', '366', ['2027-03-01', '2027-03-02', '2028-03-01'], ['2027-02-28', '2028-03-02']],
    [0, 'write', '366', ['2027-03-02', '2028-03-01', '2028-03-02'], ['2027-03-01', '2028-03-03']],
    [0, 'calendar', '1096', ['2027-03-02', '2030-03-02'], ['2027-03-01', '2030-03-03']],
  ])(
    '%d ms after midnight, of one that may %s: today (UTC) to %s days later',
    async (ms, access, days, yes, no) => {
      ada = await newClientAt(MIDNIGHT + ms);
      for (const expires_on of yes) {
        const { status, body } = await create({ access, expires_on });
        expect([status, Object(body.data).expires_on]).toEqual([201, expires_on]);
      }
      const message = `Expires on must be today or one of the next ${days} days.`;
      for (const expires_on of [...no, '0001-01-01', '9999-12-31']) {
        const { status, body } = await rejected(() => create({ access, expires_on }));
        expect([status, body.errors]).toEqual([422, [{ field: 'expires_on', code: 'invalid', message }]]);
      }
    },
  );

  it('counts to its end', async () => {
    ada = await newClientAt(MIDNIGHT - 60_000);
    const { token } = await newAccessToken(ada.token, { expires_on: '2027-03-01' });
    const use = async () => (await clientOf(token).list()).status;
    vi.setSystemTime(MIDNIGHT - 1);
    expect([await use(), await count()]).toEqual([200, 1]);
    vi.setSystemTime(MIDNIGHT);
    expect([await use(), await count()]).toEqual([401, 0]);
  });
});

/** tests/functions/account/current-password.test.ts has its limit. */
it('is rejected first for all fields that are invalid, then for the password, and mails nothing', async () => {
  ada = await newVerifiedClient();
  setVariable('LOGIN_LIMIT', '1');
  const blank = ['password blank', 'name blank', 'access blank', 'expires_on blank'];
  expect((await rejected(() => ada.createToken({}))).codes).toEqual([422, ...blank]);
  for (let n = 0; n < 3; n += 1)
    expect((await create({ password: 'a wrong one', name: '' })).codes).toEqual([422, 'name blank']);
  // None of them was an attempt.
  const { body } = await rejected(() => create({ password: 'a wrong one' }));
  const errors = [{ field: 'password', code: 'wrong', message: 'Password is wrong.' }];
  expect(body).toEqual({ ...FAILED, errors });
  expect(await newMails()).toEqual([]);
  expect((await create()).codes).toEqual([429, 'request too_many']);
});

describe('an account', () => {
  it('has at most 10 tokens, calendars among them, and another one when one has ended', async () => {
    const made = [await newAccessToken(ada.token, { access: 'calendar' })];
    for (let n = 1; n < 10; n += 1) made.push(await newAccessToken(ada.token));
    for (const access of ['calendar', 'write']) {
      const { status, body } = await rejected(() => create({ access }));
      expect([status, body]).toEqual([409, { ...FAILED, errors: FULL }]);
    }
    const [{ id } = { id: '' }, ...others] = made;
    const { data } = (await ada.listTokens()).body;
    expect(data).toContainEqual(expect.objectContaining({ id, access: 'calendar' }));
    expect((await ada.endToken({ id })).status).toBe(200);
    expect(await tokensOf(ada.token)).not.toHaveProperty(id);
    expect((await create()).status).toBe(201);
    expect(await count()).toBe(10);
    for (const each of others) expect(await works(ada.token, each)).toBe(true);
  });

  it('that is full hears of invalid fields, then of too many attempts, then of a wrong password first', async () => {
    ada = await having(storedTokens(10));
    expect((await create({ password: 'wrong', name: '' })).codes).toEqual([422, 'name blank']);
    expect((await create({ password: 'wrong' })).codes).toEqual([422, 'password wrong']);
    expect((await create()).codes).toEqual([409, 'tokens full']);
    setVariable('LOGIN_LIMIT', '1');
    await create({ password: 'wrong' });
    expect((await create()).codes).toEqual([429, 'request too_many']);
    await ada.logout();
    expect((await create({ name: '' })).status).toBe(401);
    // It shares its limit with no other.
    ada = await newClient();
    expect((await create()).status).toBe(201);
  });

  it('doesn’t count tokens that have expired, and loses them with the next one', async () => {
    const [expired, living] = [storedTokens(10, -1), storedTokens(9)];
    ada = await having({ ...expired, ...living });
    expect(await count()).toBe(9);
    expect(Object.keys(await tokensOf(ada.token))).toHaveLength(19);
    const { id } = await newAccessToken(ada.token);
    expect(Object.keys(await tokensOf(ada.token)).sort()).toEqual([id, ...Object.keys(living)].sort());
    expect((await create()).status).toBe(409);
  });
});

describe('at once', () => {
  beforeEach(() => {
    // No pauses between rounds.
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });

  it.each([
    { living: 8, expired: 0, statuses: [201, 201] },
    { living: 9, expired: 0, statuses: [201, 409] },
    { living: 9, expired: 2, statuses: [201, 409] },
    { living: 0, expired: 10, statuses: [201, 201] },
  ])('two creates with $living tokens, and $expired that expired: $statuses', async (account) => {
    const plays = await playAll(async (choices) => {
      ada = await having({ ...storedTokens(account.living), ...storedTokens(account.expired, -1) });
      const works = [() => create(), () => create()];
      const played = await interleave(works, choices, { crashes: false });
      if (!played) return false;
      expect(played.results.map(({ status }) => status).sort()).toEqual(account.statuses);
      expect(await expectStored(played.results)).toBe(
        account.living + account.statuses.filter((status) => status === 201).length,
      );
      return true;
    });
    expect(plays).toBeGreaterThan(2);
  });

  it('a create and an end with 10 tokens: the order alone decides', async () => {
    const seen = new Set<number>();
    await playAll(async (choices) => {
      const tokens = storedTokens(10);
      ada = await having(tokens);
      const [id = ''] = Object.keys(tokens);
      const played = await interleave([() => create(), () => ada.endToken({ id })], choices, {
        crashes: false,
      });
      if (!played) return false;
      const [created, ended] = played.results;
      expect(ended?.status).toBe(200);
      expect([201, 409]).toContain(created?.status);
      expect(await tokensOf(ada.token)).not.toHaveProperty(id);
      expect(await expectStored(played.results.slice(0, 1))).toBe(created?.status === 201 ? 10 : 9);
      seen.add(created?.status ?? 0);
      return true;
    });
    expect([...seen].sort()).toEqual([201, 409]);
  });

  /** Expects every token that was answered to work. Returns how many tokens the account has. */
  async function expectStored(outcomes: Outcome[]): Promise<number> {
    for (const { status, body } of outcomes)
      if (status === 201) expect(await works(ada.token, Object(body.data))).toBe(true);
    return Object.keys(await tokensOf(ada.token)).length;
  }
});
