import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedTokens, tokensOf, works } from '../../support/access-tokens.ts';
import { call, type Outcome } from '../../support/call.ts';
import { named } from '../../support/cases.ts';
import { playAll } from '../../support/choices.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { interleave } from '../../support/interleave.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { rejected } from '../../support/rejected.ts';
import {
  accessToken,
  dayIn,
  endpoints,
  newAccessToken,
  newToken,
  storedPerson,
} from '../../support/service.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';

const { createToken, listTokens, endToken } = endpoints;
const FAILED = { status: 'error', message: 'Failed to create the token' };
const FULL = [{ field: 'tokens', code: 'full', message: 'An account can have at most 10 access tokens.' }];

let session: string;
beforeEach(async () => {
  session = await newToken();
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
  vi.restoreAllMocks();
});

const create = (fields: Record<string, unknown> = {}, token = session, headers = {}) =>
  call(createToken.handler, { token, headers, body: accessToken(fields) });
const list = async () =>
  (await call(listTokens.handler, { method: 'GET', token: session })).body.return_count;

describe('POST /account/tokens/create', () => {
  it.each(['read', 'write'])('creates a token with %s access, which works at once', async (access) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 1, 9, 30) });
    session = await newToken();
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
    expect(await works(session, { id, token })).toBe(true);
    const creation = await call(endpoints.create.handler, { token, body: endpoints.create.body?.() });
    expect(creation.status).toBe(access === 'write' ? 201 : 403);
  });

  it('creates one for a calendar, whose address is all that it answers, and which no header may have', async () => {
    const { status, body } = await create({ access: 'calendar' });
    expect(status).toBe(201);
    const { id, url, ...data } = Object(body.data);
    expect(data).toEqual({
      name: 'Nightly import',
      access: 'calendar',
      expires_on: dayIn(30),
      created_at: expect.any(String),
    });
    expect(url).toMatch(/^https:\/\/budgets\.example\.com\/calendar\.ics\?token=ebc_[0-9a-f]{116}$/);
    expect(await tokensOf(session)).toMatchObject({ [id]: { a: 'calendar' } });
    const token = url.replace(/.*=/, '');
    expect((await call(endpoints.list.handler, { method: 'GET', token })).status).toBe(401);
  });

  it('makes another token each time, also for the same body under one `Idempotency-Key`', async () => {
    const key = { 'idempotency-key': 'a-key-of-this-test' };
    const outcomes = [await create({}, session, key), await create({}, session, key)];
    expect(outcomes.map(({ status }) => status)).toEqual([201, 201]);
    for (const { headers } of outcomes) expect(headers).not.toHaveProperty('idempotency-replayed');
    expect(await list()).toBe(2);
    const keys = Object.keys(await tableContent());
    expect(keys.filter((each) => each.includes(accountIdOf(session)))).toEqual([
      `PERSON#${accountIdOf(session)} ACCOUNT`,
    ]);
  });

  it.each([
    ['50 characters', 'x'.repeat(50), 'x'.repeat(50)],
    ['50 emojis', '😀'.repeat(50), '😀'.repeat(50)],
    ['50 characters between spaces', `  ${'x'.repeat(50)}\n`, 'x'.repeat(50)],
    ['one character', 'x', 'x'],
    ['the name of another token', 'Nightly import', 'Nightly import'],
  ])('accepts a name of %s', async (_, name, kept) => {
    await create();
    const { status, body } = await create({ name });
    expect([status, Object(body.data).name]).toEqual([201, kept]);
  });

  it.each(
    named([
      ['name', undefined, "Name can't be blank."],
      ['name', '', "Name can't be blank."],
      ['name', ' \n\t', "Name can't be blank."],
      ['name', 7, 'Name must be a string.'],
      ['name', null, 'Name must be a string.'],
      ['name', 'x'.repeat(51), 'Name is too long (maximum is 50 characters).'],
      ['name', '😀'.repeat(51), 'Name is too long (maximum is 50 characters).'],
      ['name', '\ud800', 'Name must be well-formed Unicode.'],
      ['access', undefined, "Access can't be blank."],
      ['access', '', 'Access must be read, write or calendar.'],
      ['access', 'admin', 'Access must be read, write or calendar.'],
      ['access', 'Read', 'Access must be read, write or calendar.'],
      ['access', ['read'], 'Access must be read, write or calendar.'],
      ['access', null, 'Access must be read, write or calendar.'],
      ['expires_on', undefined, "Expires on can't be blank."],
      ['expires_on', '', "Expires on can't be blank."],
      ['expires_on', 'soon', 'Expires on must be a valid date (YYYY-MM-DD).'],
      ['expires_on', '2027-02-29', 'Expires on must be a valid date (YYYY-MM-DD).'],
      ['expires_on', '2027-01-02T00:00:00Z', 'Expires on must be a valid date (YYYY-MM-DD).'],
      ['expires_on', 20_270_102, 'Expires on must be a string.'],
      ['expires_on', null, 'Expires on must be a string.'],
      ['password', undefined, "Password can't be blank."],
      ['password', '', "Password can't be blank."],
      ['password', 7, 'Password must be a string.'],
    ]),
  )('refuses $name', async ({ field, value, message }) => {
    const { status, body } = await rejected(() => create({ [field]: value }));
    const blank = message?.endsWith("can't be blank.");
    const code = blank ? 'blank' : message?.includes('too long') ? 'too_long' : 'invalid';
    expect([status, body]).toEqual([422, { ...FAILED, errors: [{ field, code, message }] }]);
  });

  it('names all fields that are wrong', async () => {
    const outcome = await rejected(() => call(createToken.handler, { token: session, body: {} }));
    expect(outcome.codes).toEqual([
      ...[422, 'password blank', 'name blank', 'access blank', 'expires_on blank'],
    ]);
  });
});

describe('its mail', () => {
  it('goes to a verified address, with the access, the last day and nothing that a person typed', async () => {
    const { email, token } = await newVerified();
    takeInvocations();
    const name = 'Visit evil.example';
    const expires_on = dayIn(7);
    await create({ name, access: 'read', expires_on }, token);
    const [mail, ...others] = await newMails();
    expect(mail).toMatchObject({
      to: email,
      subject: 'Event Budget: An access token was created',
      token: '',
    });
    expect(mail?.text).toContain('can read your events');
    expect(mail?.text).toContain(`until the end of ${expires_on} (UTC)`);
    expect(mail?.text).not.toMatch(/evil|Ada|ebt_/);
    expect(others).toEqual([]);
  });

  it('goes to no other address', async () => {
    takeInvocations();
    expect((await create()).status).toBe(201);
    expect(await newMails()).toEqual([]);
  });

  it('is not needed', async () => {
    expect((await withoutLambda(() => create())).status).toBe(201);
    setVariable('MAIL_FROM', '');
    expect((await create()).status).toBe(201);
  });
});

describe('the last day', () => {
  const MIDNIGHT = Date.UTC(2027, 2, 2);
  const NO_DAY = [
    {
      ...{ field: 'expires_on', code: 'invalid' },
      message: 'Expires on must be today or one of the next 366 days.',
    },
  ];

  it.each([
    [-1, { accepted: ['2027-03-01', '2027-03-02', '2028-03-01'], refused: ['2027-02-28', '2028-03-02'] }],
    [0, { accepted: ['2027-03-02', '2028-03-01', '2028-03-02'], refused: ['2027-03-01', '2028-03-03'] }],
  ])('is today (UTC) or up to 366 days later, %d ms after midnight', async (ms, days) => {
    vi.useFakeTimers({ toFake: ['Date'], now: MIDNIGHT + ms });
    session = await newToken();
    for (const expires_on of days.accepted) {
      const { status, body } = await create({ expires_on });
      expect([status, Object(body.data).expires_on]).toEqual([201, expires_on]);
    }
    for (const expires_on of [...days.refused, '0001-01-01', '9999-12-31']) {
      const { status, body } = await rejected(() => create({ expires_on }));
      expect([status, body.errors]).toEqual([422, NO_DAY]);
    }
  });

  it('may be up to 1,096 days later for a calendar', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MIDNIGHT });
    session = await newToken();
    const endsOn = async (expires_on: string) => {
      const { status, body } = await create({ access: 'calendar', expires_on });
      return [status, ...(body.errors ?? []).map(({ message }: { message?: string }) => message)];
    };
    const tooLate = 'Expires on must be today or one of the next 1096 days.';
    expect(await endsOn('2027-03-02')).toEqual([201]);
    expect(await endsOn('2030-03-02')).toEqual([201]);
    expect(await endsOn('2030-03-03')).toEqual([422, tooLate]);
    expect(await endsOn('2027-03-01')).toEqual([422, tooLate]);
  });

  it('counts to its end', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MIDNIGHT - 60_000 });
    session = await newToken();
    const { token } = await newAccessToken(session, { expires_on: '2027-03-01' });
    const use = async () => (await call(endpoints.list.handler, { method: 'GET', token })).status;
    vi.setSystemTime(MIDNIGHT - 1);
    expect([await use(), await list()]).toEqual([200, 1]);
    vi.setSystemTime(MIDNIGHT);
    expect([await use(), await list()]).toEqual([401, 0]);
  });
});

/** tests/functions/account/current-password.test.ts has its limit. */
describe('the password', () => {
  it('is the account’s own, or nothing is stored or mailed', async () => {
    const { token } = await newVerified();
    const { status, body } = await create({ password: 'a wrong one' }, token);
    expect([status, body]).toEqual([
      422,
      { ...FAILED, errors: [{ field: 'password', code: 'wrong', message: 'Password is wrong.' }] },
    ]);
    expect([await tokensOf(token), await newMails()]).toEqual([{}, []]);
  });

  it('is not compared if another field is invalid, which is no attempt', async () => {
    setVariable('LOGIN_LIMIT', '1');
    const invalid = { password: 'a wrong one', name: '' };
    for (let n = 0; n < 3; n += 1)
      expect((await rejected(() => create(invalid))).codes).toEqual([422, 'name blank']);
    expect((await create()).status).toBe(201);
  });

  it('that is wrong ten times is no longer compared', async () => {
    for (let n = 0; n < 10; n += 1) expect((await create({ password: 'wrong' })).status).toBe(422);
    const { status, headers, body } = await rejected(() => create());
    expect([status, body.message]).toEqual([429, FAILED.message]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(890);
  });
});

describe('an account', () => {
  it('has at most 10 tokens, and another one when one has ended', async () => {
    const made = [];
    for (let n = 0; n < 10; n += 1) made.push(await newAccessToken(session));
    const before = await tokensOf(session);
    const { status, body } = await create();
    expect([status, body]).toEqual([409, { ...FAILED, errors: FULL }]);
    expect(await tokensOf(session)).toEqual(before);
    const [first] = made;
    await call(endToken.handler, { token: session, path: { id: String(first?.id) } });
    expect((await create()).status).toBe(201);
    expect(await list()).toBe(10);
    for (const each of made.slice(1)) expect(await works(session, each)).toBe(true);
  });

  it('counts calendars among them, and lists and ends them like others', async () => {
    session = await storedPerson({ tokens: storedTokens(9) });
    const { id } = await newAccessToken(session, { access: 'calendar' });
    const { body } = await call(listTokens.handler, { method: 'GET', token: session });
    expect(body.data).toContainEqual(expect.objectContaining({ id, access: 'calendar' }));
    expect((await create({ access: 'calendar' })).status).toBe(409);
    expect((await call(endToken.handler, { token: session, path: { id } })).status).toBe(200);
    expect(await tokensOf(session)).not.toHaveProperty(id);
  });

  it('that is full hears of invalid fields, then of too many attempts, then of a wrong password first', async () => {
    session = await storedPerson({ tokens: storedTokens(10) });
    expect((await create({ password: 'wrong', name: '' })).codes).toEqual([422, 'name blank']);
    expect((await create({ password: 'wrong' })).codes).toEqual([422, 'password wrong']);
    expect((await create()).codes).toEqual([409, 'tokens full']);
    setVariable('LOGIN_LIMIT', '1');
    await create({ password: 'wrong' });
    expect((await create()).codes).toEqual([429, 'request too_many']);
    await call(endpoints.logout.handler, { token: session });
    expect((await create({ name: '' })).status).toBe(401);
  });

  it('doesn’t count tokens that have expired, and loses them with the next one', async () => {
    const [expired, living] = [storedTokens(10, -1), storedTokens(9)];
    session = await storedPerson({ tokens: { ...expired, ...living } });
    expect(await list()).toBe(9);
    expect(Object.keys(await tokensOf(session))).toHaveLength(19);
    const { id } = await newAccessToken(session);
    expect(Object.keys(await tokensOf(session)).sort()).toEqual([id, ...Object.keys(living)].sort());
    expect((await create()).status).toBe(409);
  });

  it('shares its limit with no other', async () => {
    session = await storedPerson({ tokens: storedTokens(10) });
    expect((await create({}, await newToken())).status).toBe(201);
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
      const tokens = { ...storedTokens(account.living), ...storedTokens(account.expired, -1) };
      session = await storedPerson({ tokens });
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
      session = await storedPerson({ tokens });
      const [id = ''] = Object.keys(tokens);
      const works = [() => create(), () => call(endToken.handler, { token: session, path: { id } })];
      const played = await interleave(works, choices, { crashes: false });
      if (!played) return false;
      const [created, ended] = played.results;
      expect(ended?.status).toBe(200);
      expect([201, 409]).toContain(created?.status);
      expect(await tokensOf(session)).not.toHaveProperty(id);
      expect(await expectStored(played.results.slice(0, 1))).toBe(created?.status === 201 ? 10 : 9);
      seen.add(created?.status ?? 0);
      return true;
    });
    expect([...seen].sort()).toEqual([201, 409]);
  });

  /** Expects every token that was answered to work. Returns how many tokens the account has. */
  async function expectStored(outcomes: Outcome[]): Promise<number> {
    for (const { status, body } of outcomes)
      if (status === 201) expect(await works(session, Object(body.data))).toBe(true);
    return Object.keys(await tokensOf(session)).length;
  }
});
