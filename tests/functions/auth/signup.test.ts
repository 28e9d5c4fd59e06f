import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { verifySessionToken } from '../../../lib/auth/session-tokens.ts';
import { call } from '../../support/call.ts';
import { named } from '../../support/cases.ts';
import { requestSchema } from '../../support/contract.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { allEvents, person } from '../../support/service.ts';

const [local, label, last] = [64, 63, 57].map((length) => 'x'.repeat(length));
const TOO_COMMON = 'Password is too common (choose one that is harder to guess).';
const tooEasy = (reason: string) => `Password is too easy to guess (${reason}; use several words).`;
const IS_NAME = tooEasy("it is your name, your e-mail address or this service's name");
const LONGEST_EMAIL = `${local}@${label}.${label}.${last}.org`;

describe('POST /auth/signup', () => {
  it('answers 201 with a token and the message', async () => {
    const { status, body } = await call(signup, { body: person() });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: 'success',
      token: expect.any(String),
      message: 'Account registered successfully',
    });
  });

  it('returns a valid token of the account, which has no events yet', async () => {
    const { body } = await call(signup, { body: person() });
    expect(await allEvents(String(body.token))).toEqual([]);
  });

  it.each(['ADA@example.com', ' ada@example.com ', 'ada@example.com'])(
    'answers 409 for %j after ada@example.com is registered',
    async (email) => {
      await call(signup, { body: person({ email: 'Ada@Example.com' }) });
      const { status, body } = await call(signup, { body: person({ email }) });
      expect(status).toBe(409);
      expect(body).toEqual({
        status: 'error',
        message: 'Validation failed: Email has already been taken.',
        errors: [{ field: 'email', code: 'taken', message: 'E-mail has already been taken.' }],
      });
    },
  );

  it('leaves an account unchanged when another signup uses its e-mail address', async () => {
    const first = person();
    await call(signup, { body: first });
    await call(signup, { body: { ...first, password: 'another password' } });
    const { status } = await call(login, { body: { username: first.email, password: first.password } });
    expect(status).toBe(200);
  });

  it('answers 201 to one of 20 concurrent signups with the same e-mail, and 409 or 503 to the others', async () => {
    const body = person();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => call(signup, { body })));
    const refused = outcomes.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(19);
    // 503 while the first one is under way, and then 409.
    const retried = await call(signup, { body });
    for (const { status, body: answered } of [...refused.filter((each) => each.status !== 503), retried]) {
      expect(status).toBe(409);
      expect(answered.message).toBe('Validation failed: Email has already been taken.');
    }
    const { body: again } = await call(login, { body: { username: body.email, password: body.password } });
    const winner = outcomes.find(({ status }) => status === 201);
    const { accountId } = (await verifySessionToken(String(winner?.body.token))) ?? {};
    expect(await verifySessionToken(String(again.token))).toMatchObject({ accountId });
  });

  it.each(
    named([
      ['first_name', 'x'],
      ['first_name', '🎈'.repeat(100)],
      ['last_name', ` ${'x'.repeat(100)} `],
      ['email', 'a.b+c@mail.example.org'],
      ['email', LONGEST_EMAIL],
      ['password', '1234567x'],
      ['password', 'password of a house'],
      ['password', ' 🎈  🎈   '],
      ['password', 'x'.repeat(72)],
      ['password', 'Ada and Lovelace'],
    ]),
  )('accepts $name', async ({ field, value }) => {
    const { status } = await call(signup, { body: person({ [field]: value }) });
    expect(status).toBe(201);
  });

  it.each(
    named([
      ['first_name', undefined, "First name can't be blank."],
      ['first_name', ' \n', "First name can't be blank."],
      ['first_name', 7, 'First name must be a string.'],
      ['first_name', '\ud800', 'First name must be well-formed Unicode.'],
      ['last_name', 'x'.repeat(101), 'Last name is too long (maximum is 100 characters).'],
      ['email', undefined, "Email can't be blank."],
      ['email', '', "Email can't be blank."],
      ['email', null, 'Email must be a string.'],
      ['email', 'ada', 'Email is invalid.'],
      ['email', 'ada@example', 'Email is invalid.'],
      ['email', '\u212aelvin@example.com', 'Email is invalid.'],
      ['email', 'a b@example.com', 'Email is invalid.'],
      ['email', `x${LONGEST_EMAIL}`, 'Email is too long (maximum is 254 characters).'],
      ['email', `${'x'.repeat(65)}@example.org`, 'Email is invalid.'],
      ['email', 'ada@example-.org', 'Email is invalid.'],
      ['password', undefined, "Password can't be blank."],
      ['password', ['12345678'], 'Password must be a string.'],
      ['password', '1234567', 'Password is too short (minimum is 8 characters).'],
      ['password', '🎈🎈🎈🎈', 'Password is too short (minimum is 8 characters).'],
      ['password', 'x'.repeat(73), 'Password is too long (maximum is 72 bytes).'],
      ['password', 'é'.repeat(37), 'Password is too long (maximum is 72 bytes).'],
      ['password', 'secret\0secret', 'Password must not contain NUL.'],
      ['password', 'password\udc00', 'Password must be well-formed Unicode.'],
      ['password', '12345678', TOO_COMMON],
      ['password', 'Qwerty123', TOO_COMMON],
      ['password', '87654321', TOO_COMMON],
      ['password', 'abcabcabc', tooEasy('it repeats a few characters')],
      ['password', 'zyxwvuts', tooEasy('it is a run of digits, letters or keys')],
      ['password', 'ada12345', IS_NAME],
      ['password', 'Lovelace!', IS_NAME],
      ['password', 'ada.lovelace', IS_NAME],
      ['password', 'lovelace_ada', IS_NAME],
      ['password', 'Event-Budget', IS_NAME],
    ]),
  )('refuses $name with 422 and says why', async ({ field, value, message }) => {
    const { status, body } = await call(signup, { body: person({ [field]: value }) });
    expect(status).toBe(422);
    expect(body).toEqual({
      status: 'error',
      message: `Validation failed: ${message}`,
      errors: [{ field, code: expect.any(String), message: message?.replace(/^Email/, 'E-mail') }],
    });
  });

  it.each(['grace.hopper', 'grace.hopper1906', 'hopper.example.org'])(
    'refuses the password %s for an e-mail address of that name',
    async (password) => {
      const email = password.startsWith('grace') ? 'Grace.Hopper@example.com' : 'hopper@example.org';
      const { status, body } = await call(signup, { body: person({ email, password }) });
      expect(status).toBe(422);
      expect(body.errors).toEqual([{ field: 'password', code: 'too_common', message: IS_NAME }]);
    },
  );

  it('refuses a password that is the e-mail address, however long that is', async () => {
    const email = 'ada.king.countess.of.lovelace@example.com';
    for (const password of [email, email.toUpperCase()]) {
      const { status, body } = await call(signup, { body: person({ email: ` ${email}`, password }) });
      expect(status).toBe(422);
      expect(body.errors).toEqual([{ field: 'password', code: 'too_common', message: IS_NAME }]);
    }
    expect((await call(signup, { body: person({ email, password: `${email}, she says` }) })).status).toBe(
      201,
    );
  });

  it('gives one reason for a password, also if several apply', async () => {
    const { body } = await call(signup, { body: person({ first_name: 'Password', password: 'password' }) });
    expect(body.errors).toEqual([{ field: 'password', code: 'too_common', message: TOO_COMMON }]);
  });

  it('lists every invalid field in errors, and the first one in the message', async () => {
    const { body } = await call(signup, { body: {} });
    expect(body.message).toBe("Validation failed: First name can't be blank.");
    expect(body.errors?.map(({ field }) => field)).toEqual(['first_name', 'last_name', 'email', 'password']);
  });

  it('accepts no password that the OpenAPI document calls invalid', async () => {
    const isValid = requestSchema(signup);
    const password = fc.oneof(
      fc.string({ unit: 'binary', minLength: 6, maxLength: 30 }),
      fc.constant('Wir feiern im Garten, ja!!'),
    );
    await fc.assert(
      fc.asyncProperty(password, async (each) => {
        const { status } = await call(signup, { body: person({ password: each }) });
        // The rules are about the normal form, which has more characters for a few.
        expect(status === 422 || isValid?.(person({ password: each.normalize('NFC') }))).toBe(true);
      }),
    );
  });

  it('stores no account if it can’t sign a token', async () => {
    const body = person();
    setVariable('TOKEN_KEYS', 'too-short');
    expect((await call(signup, { body })).status).toBe(500);
    resetVariables();
    expect((await call(signup, { body })).status).toBe(201);
  });

  it('stores no account of a rejected signup', async () => {
    const { email } = person();
    await call(signup, { body: person({ email, password: 'short' }) });
    expect((await call(signup, { body: person({ email }) })).status).toBe(201);
  });
});
