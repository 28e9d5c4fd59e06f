import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { call } from '../../support/call.ts';
import { nobody } from '../../support/client.ts';
import { requestSchema } from '../../support/contract.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { statusOfLogin } from '../../support/mail.ts';
import { allEvents, person } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

const [local, label, last] = [64, 63, 57].map((length) => 'x'.repeat(length));
const IS_NAME =
  "Password is too easy to guess (it is your name, your e-mail address or this service's name; use several words).";

afterEach(() => {
  resetVariables();
});

describe('POST /auth/signup', () => {
  it('answers 201 with a token of an account that has no events yet', async () => {
    const { status, body } = await nobody.signup(person());
    const message = 'Account registered successfully';
    expect([status, body]).toEqual([201, { status: 'success', token: expect.any(String), message }]);
    expect(await allEvents(String(body.token))).toEqual([]);
  });

  it('rejects an address that is registered, and leaves its account unchanged', async () => {
    const ada = person({ email: 'Ada@Example.com' });
    await nobody.signup(ada);
    for (const email of ['ADA@example.com', ' ada@example.com ', 'ada@example.com']) {
      const again = person({ email, password: 'another password' });
      const { status, body } = await nobody.signup(again);
      expect([status, body]).toEqual([
        409,
        {
          status: 'error',
          message: 'Validation failed: Email has already been taken.',
          errors: [{ field: 'email', code: 'taken', message: 'E-mail has already been taken.' }],
        },
      ]);
    }
    expect(await statusOfLogin(ada.email, ada.password)).toBe(200);
  });

  it('answers 201 to one of 20 concurrent signups with the same e-mail, and 409 or 503 to the others', async () => {
    const body = person();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => nobody.signup(body)));
    const others = outcomes.filter(({ status }) => status !== 201);
    expect(others).toHaveLength(19);
    // 503 while the first one is under way, and then 409.
    for (const { codes } of [...others.filter(({ status }) => status !== 503), await nobody.signup(body)])
      expect(codes).toEqual([409, 'email taken']);
    const again = await nobody.login({ username: body.email, password: body.password });
    const [one, same] = [outcomes.find(({ status }) => status === 201), again].map((outcome) =>
      accountIdOf(String(outcome?.body.token)),
    );
    expect(one).toBe(same);
  });

  it.each([
    { first_name: 'x' },
    { first_name: '🎈'.repeat(100) },
    { last_name: ` ${'x'.repeat(100)} ` },
    { email: 'a.b+c@mail.example.org' },
    { email: `${local}@${label}.${label}.${last}.org` },
    { password: '1234567x' },
    { password: 'password of a house' },
    { password: ' 🎈  🎈   ' },
    { password: 'x'.repeat(72) },
    { password: 'Ada and Lovelace' },
    { email: 'countess.of.lovelace@example.com', password: 'countess.of.lovelace@example.com, she says' },
  ])('accepts %j', async (fields) => {
    expect((await nobody.signup(person(fields))).status).toBe(201);
  });

  it.each([
    ['Grace.Hopper@example.com', 'grace.hopper'],
    ['Grace.Hopper@example.com', 'grace.hopper1906'],
    ['hopper@example.org', 'hopper.example.org'],
    // However long it is.
    [' king.countess.of.lovelace@example.com', 'King.Countess.of.Lovelace@example.com'],
  ])('rejects a password that is its address: %j, %j', async (email, password) => {
    const { status, body } = await nobody.signup(person({ email, password }));
    const errors = [{ field: 'password', code: 'too_common', message: IS_NAME }];
    expect([status, body.errors]).toEqual([422, errors]);
  });

  it('gives one reason for a password, also if several apply', async () => {
    const { body } = await nobody.signup(person({ first_name: 'Password', password: 'password' }));
    const message = 'Password is too common (choose one that is harder to guess).';
    expect(body.errors).toEqual([{ field: 'password', code: 'too_common', message }]);
  });

  it('lists every invalid field in errors, and the first one in the message', async () => {
    const { codes, body } = await nobody.signup({});
    expect(body.message).toBe("Validation failed: First name can't be blank.");
    expect(codes).toEqual([422, 'first_name blank', 'last_name blank', 'email blank', 'password blank']);
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

  it('stores no account if it can’t sign a token, or is rejected', async () => {
    const body = person();
    setVariable('TOKEN_KEYS', 'too-short');
    expect((await nobody.signup(body)).status).toBe(500);
    resetVariables();
    expect((await nobody.signup({ ...body, password: 'short' })).status).toBe(422);
    expect((await nobody.signup(body)).status).toBe(201);
  });
});
