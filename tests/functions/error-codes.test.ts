import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { PROBLEM_CODES, parseProblem, problem } from '../../lib/problem.ts';
import { importInto } from '../support/budget-files.ts';
import { call } from '../support/call.ts';
import { document, emptyUpdate, examplesIn, numbersWithoutMember, responseOf } from '../support/contract.ts';
import { endpoints, newBudget, newEvent, newPayment, newToken, type Tested } from '../support/service.ts';
import { rejected } from '../support/table.ts';

const listed = z.object({
  errors: z._default(
    z.array(z.looseObject({ field: z.string(), code: z.string(), message: z.string() })),
    [],
  ),
});

const TOO_COMMON = 'Password is too common (choose one that is harder to guess).';
const tooEasy = (reason: string) => `Password is too easy to guess (${reason}; use several words).`;
const IS_NAME = tooEasy("it is your name, your e-mail address or this service's name");
const SHORT = 'Password is too short (minimum is 8 characters).';
const LONG = 'Password is too long (maximum is 72 bytes).';
/** The sentence about a password, of a new one. */
const ofNew = (sentence: string) => sentence.replace('Password', 'New password');
const NO_DAY = 'must be a valid date (YYYY-MM-DD).';
const x = (length: number) => 'x'.repeat(length);
/** An address of so many characters. */
const longEmail = (characters: number) => `${x(characters - 190)}@${x(63)}.${x(63)}.${x(57)}.org`;

type Name = keyof typeof endpoints;

const EVENT = ['create', 'update'] as const;
const BUDGET = ['createBudget', 'updateBudget'] as const;
const PAYMENT = ['createPayment', 'updatePayment'] as const;

type Case = [endpoints: Name | readonly Name[], field: string, value: unknown, code: string, message: string];

const noDay = (names: readonly Name[], field: string, day: string, shown: string): Case => {
  const message = `${shown} ${NO_DAY}`;
  return [names, field, day, 'invalid', message];
};

/** The code and the sentence of each rejected value. Tests of body, email and full events have those of 400, 409 and 413. */
const CASES: Case[] = [
  ['signup', 'first_name', undefined, 'blank', "First name can't be blank."],
  ['signup', 'first_name', ' \n', 'blank', "First name can't be blank."],
  ['signup', 'first_name', 7, 'invalid', 'First name must be a string.'],
  ['signup', 'first_name', '\ud800', 'invalid', 'First name must be well-formed Unicode.'],
  ['signup', 'last_name', x(101), 'too_long', 'Last name is too long (maximum is 100 characters).'],
  ['signup', 'last_name', '\ud800', 'invalid', 'Last name must be well-formed Unicode.'],
  ['signup', 'email', undefined, 'blank', "E-mail can't be blank."],
  ['signup', 'email', '', 'blank', "E-mail can't be blank."],
  ['signup', 'email', null, 'invalid', 'E-mail must be a string.'],
  ['signup', 'email', 'ada', 'invalid', 'E-mail is invalid.'],
  ['signup', 'email', 'ada@example', 'invalid', 'E-mail is invalid.'],
  ['signup', 'email', '\u212aelvin@example.com', 'invalid', 'E-mail is invalid.'],
  ['signup', 'email', 'a b@example.com', 'invalid', 'E-mail is invalid.'],
  ['signup', 'email', `${x(65)}@example.org`, 'invalid', 'E-mail is invalid.'],
  ['signup', 'email', 'ada@example-.org', 'invalid', 'E-mail is invalid.'],
  ['signup', 'email', longEmail(255), 'too_long', 'E-mail is too long (maximum is 254 characters).'],
  ['signup', 'password', undefined, 'blank', "Password can't be blank."],
  ['signup', 'password', ['12345678'], 'invalid', 'Password must be a string.'],
  ['signup', 'password', '1234567', 'too_short', SHORT],
  ['signup', 'password', '🎈🎈🎈🎈', 'too_short', SHORT],
  ['signup', 'password', x(73), 'too_long', LONG],
  ['signup', 'password', 'é'.repeat(37), 'too_long', LONG],
  ['signup', 'password', 'secret\0secret', 'invalid', 'Password must not contain NUL.'],
  ['signup', 'password', 'password\udc00', 'invalid', 'Password must be well-formed Unicode.'],
  ['signup', 'password', '12345678', 'too_common', TOO_COMMON],
  ['signup', 'password', 'Qwerty123', 'too_common', TOO_COMMON],
  ['signup', 'password', '87654321', 'too_common', TOO_COMMON],
  ['signup', 'password', 'abcabcabc', 'too_common', tooEasy('it repeats a few characters')],
  ['signup', 'password', 'zyxwvuts', 'too_common', tooEasy('it is a run of digits, letters or keys')],
  ['signup', 'password', 'ada12345', 'too_common', IS_NAME],
  ['signup', 'password', 'Lovelace!', 'too_common', IS_NAME],
  ['signup', 'password', 'ada.lovelace', 'too_common', IS_NAME],
  ['signup', 'password', 'lovelace_ada', 'too_common', IS_NAME],
  ['signup', 'password', 'Event-Budget', 'too_common', IS_NAME],
  ['login', 'username', '', 'blank', "E-mail can't be blank."],
  ['login', 'password', 7, 'invalid', 'Password must be a string.'],
  ['create', 'name', undefined, 'blank', "Name can't be blank."],
  ['create', 'event_date', undefined, 'blank', "Event date can't be blank."],
  [EVENT, 'name', '  ', 'blank', "Name can't be blank."],
  [EVENT, 'name', null, 'invalid', 'Name must be a string.'],
  [EVENT, 'name', x(256), 'too_long', 'Name is too long (maximum is 255 characters).'],
  [EVENT, 'name', '\udfff', 'invalid', 'Name must be well-formed Unicode.'],
  [EVENT, 'description', x(2_001), 'too_long', 'Description is too long (maximum is 2000 characters).'],
  [EVENT, 'description', null, 'invalid', 'Description must be a string.'],
  [EVENT, 'event_date', '', 'blank', "Event date can't be blank."],
  [EVENT, 'event_date', 20260101, 'invalid', 'Event date must be a string.'],
  ...[' ', '1900-02-29', '2026-1-1', '2026-01-01T00:00:00Z', ' 2026-01-01', '0000-01-01'].map((day) =>
    noDay(EVENT, 'event_date', day, 'Event date'),
  ),
  [BUDGET, 'name', ' ', 'blank', "Name can't be blank."],
  [BUDGET, 'name', x(256), 'too_long', 'Name is too long (maximum is 255 characters).'],
  [BUDGET, 'category', 7, 'invalid', 'Category must be a string.'],
  [BUDGET, 'category', x(101), 'too_long', 'Category is too long (maximum is 100 characters).'],
  [BUDGET, 'vendor', 7, 'invalid', 'Vendor must be a string.'],
  [BUDGET, 'vendor', x(101), 'too_long', 'Vendor is too long (maximum is 100 characters).'],
  [BUDGET, 'note', x(501), 'too_long', 'Note is too long (maximum is 500 characters).'],
  [BUDGET, 'note', '\ud800', 'invalid', 'Note must be well-formed Unicode.'],
  ...['2027-02-29', '', '2027-06-30T10:00'].map((day) => noDay(BUDGET, 'due_date', day, 'Due date')),
  ['createBudget', 'name', undefined, 'blank', "Name can't be blank."],
  ['createBudget', 'kind', null, 'invalid', 'Kind must be expense or income.'],
  ['createBudget', 'amount', undefined, 'blank', "Amount can't be blank."],
  ['create', 'currency', 'XXX', 'invalid', 'Currency must be the code of an active currency, such as EUR.'],
  ['create', 'limit_amount', 1e9, 'too_large', 'Limit amount is too large (maximum is 999999999.99).'],
  ['update', 'limit_amount', 0.001, 'too_precise', 'Limit amount must have at most two fractional digits.'],
  ['createBudget', 'kind', 'cost', 'invalid', 'Kind must be expense or income.'],
  [
    'updateBudget',
    'paid',
    'yes',
    'invalid',
    'Paid is not a field of a budget. Set spent to the amount paid.',
  ],
  [PAYMENT, 'amount', null, 'invalid', 'Amount must be a number.'],
  [PAYMENT, 'amount', 0.001, 'too_precise', 'Amount must have at most two fractional digits.'],
  [PAYMENT, 'amount', 1e9, 'too_large', 'Amount is too large (maximum is 999999999.99).'],
  ...['2027-02-29', ''].map((day) => noDay(PAYMENT, 'due_date', day, 'Due date')),
  [PAYMENT, 'paid', 'yes', 'invalid', 'Paid must be true or false.'],
  [PAYMENT, 'paid_on', true, 'invalid', 'Paid on must be a string.'],
  noDay(PAYMENT, 'paid_on', 'today', 'Paid on'),
  [PAYMENT, 'note', x(101), 'too_long', 'Note is too long (maximum is 100 characters).'],
  ['createPayment', 'amount', undefined, 'blank', "Amount can't be blank."],
  ['createPayment', 'amount', -1, 'negative', 'Amount must not be negative.'],
  ['createToken', 'name', undefined, 'blank', "Name can't be blank."],
  ['createToken', 'name', ' \n\t', 'blank', "Name can't be blank."],
  ['createToken', 'name', 7, 'invalid', 'Name must be a string.'],
  ['createToken', 'name', null, 'invalid', 'Name must be a string.'],
  ['createToken', 'name', x(51), 'too_long', 'Name is too long (maximum is 50 characters).'],
  ['createToken', 'name', '😀'.repeat(51), 'too_long', 'Name is too long (maximum is 50 characters).'],
  ['createToken', 'name', '\ud800', 'invalid', 'Name must be well-formed Unicode.'],
  ['createToken', 'access', undefined, 'blank', "Access can't be blank."],
  ['createToken', 'access', '', 'invalid', 'Access must be read, write or calendar.'],
  ['createToken', 'access', 'Read', 'invalid', 'Access must be read, write or calendar.'],
  ['createToken', 'access', ['read'], 'invalid', 'Access must be read, write or calendar.'],
  ['createToken', 'access', null, 'invalid', 'Access must be read, write or calendar.'],
  ['createToken', 'expires_on', undefined, 'blank', "Expires on can't be blank."],
  ['createToken', 'expires_on', '', 'blank', "Expires on can't be blank."],
  ['createToken', 'expires_on', 'soon', 'invalid', `Expires on ${NO_DAY}`],
  ['createToken', 'expires_on', '2027-02-29', 'invalid', `Expires on ${NO_DAY}`],
  ['createToken', 'expires_on', '2027-01-02T00:00:00Z', 'invalid', `Expires on ${NO_DAY}`],
  ['createToken', 'expires_on', 20_270_102, 'invalid', 'Expires on must be a string.'],
  ['createToken', 'expires_on', null, 'invalid', 'Expires on must be a string.'],
  ['createToken', 'password', undefined, 'blank', "Password can't be blank."],
  ['createToken', 'password', '', 'blank', "Password can't be blank."],
  ['createToken', 'password', 7, 'invalid', 'Password must be a string.'],
  ['createToken', 'password', 'a wrong one', 'wrong', 'Password is wrong.'],
  ['updateAccount', 'first_name', '', 'blank', "First name can't be blank."],
  ['updateAccount', 'first_name', null, 'invalid', 'First name must be a string.'],
  ['updateAccount', 'last_name', x(101), 'too_long', 'Last name is too long (maximum is 100 characters).'],
  ['changePassword', 'new_password', undefined, 'blank', "New password can't be blank."],
  ['changePassword', 'new_password', 'short', 'too_short', ofNew(SHORT)],
  ['changePassword', 'new_password', x(73), 'too_long', ofNew(LONG)],
  ['changePassword', 'new_password', 'password1', 'too_common', ofNew(TOO_COMMON)],
  ['changePassword', 'new_password', 'lovelace1815', 'too_common', ofNew(IS_NAME)],
  ['changePassword', 'end_tokens', 'yes', 'invalid', 'End tokens must be true or false.'],
  ['changeEmail', 'email', '', 'blank', "E-mail can't be blank."],
  ['changeEmail', 'email', 'x', 'invalid', 'E-mail is invalid.'],
  ['changeEmail', 'email', 'a b@example.com', 'invalid', 'E-mail is invalid.'],
  ['confirmFactor', 'code', undefined, 'blank', "Code can't be blank."],
  ['confirmFactor', 'code', '', 'blank', "Code can't be blank."],
  ['confirmFactor', 'code', 123_456, 'invalid', 'Code must be a string.'],
  ['confirmFactor', 'confirmation', undefined, 'blank', "Confirmation can't be blank."],
  ['confirmFactor', 'confirmation', '', 'blank', "Confirmation can't be blank."],
  ['confirmFactor', 'confirmation', {}, 'invalid', 'Confirmation must be a string.'],
];

const nested = (depth: number): object => (depth === 0 ? {} : { x: nested(depth - 1) });

/** What an entry says besides its field, code and message. */
const FACTS: [endpoint: keyof typeof endpoints, body: object, code: string, facts: object][] = [
  ['signup', { last_name: 'x'.repeat(101) }, 'too_long', { maximum: 100, unit: 'characters' }],
  ['signup', { password: 'short' }, 'too_short', { minimum: 8, unit: 'characters' }],
  ['signup', { password: 'é'.repeat(37) }, 'too_long', { maximum: 72, unit: 'bytes' }],
  ['create', { guests: -1 }, 'invalid', { minimum: 0, maximum: 100_000 }],
  ['create', { currency: 'JPY', limit_amount: 999_999_999.5 }, 'too_large', { maximum: 999_999_999 }],
  ['create', { currency: 'JPY', limit_amount: 0.5 }, 'too_precise', { maximum: 0 }],
  ['createBudget', { amount: 0.001 }, 'too_precise', { maximum: 2 }],
  [
    'createBudget',
    { quantity: 0, unit_amount: 1, amount: undefined },
    'invalid',
    { minimum: 0.01, maximum: 1_000_000 },
  ],
  ['createBudget', { quantity: 0.5, unit_amount: 0.01, amount: undefined }, 'too_precise', { maximum: 2 }],
  ['createToken', { expires_on: '2020-01-01' }, 'invalid', { maximum: 366, unit: 'days' }],
  ['create', nested(17), 'too_deep', { maximum: 16 }],
  ['createPayment', { amount: 999_999_999 }, 'too_large', { maximum: 999_999_999.99 }],
  ['importBudgets', { budgets: [{ name: 'Hall', amount: 1 }, { amount: 1 }] }, 'blank', { index: 1 }],
  ['importBudgets', { budgets: [{ name: 'Hall', amount: 0.001 }] }, 'too_precise', { index: 0, maximum: 2 }],
  ['createBudget', { unit_amount: 1 }, 'derived', { expected: 1 }],
];

/** The code that only files get. */
const IN_FILE = 'ambiguous';

describe('the code of an error', () => {
  let token: string;
  let paths: Record<'event' | 'budget' | 'payment', { id: string }>;
  const pathOf = (name: string) =>
    name === 'update' ? paths.event : name.endsWith('Payment') ? paths.payment : paths.budget;
  beforeAll(async () => {
    token = await newToken();
    const event = await newEvent(token);
    const budget = await newBudget(token, event);
    paths = {
      event,
      budget,
      payment: await newPayment(token, await newBudget(token, event, { spent: 0 })),
    };
  });

  const cases = CASES.flatMap(([names, ...rest]) => [names].flat().map((name) => [name, ...rest] as const));

  it.each(cases)('%s: the %s %j is %s', async (name, field, value, code, message) => {
    const { handler, failure, body }: Tested = endpoints[name];
    const path = pathOf(name);
    const send = () => call(handler, { token, path, body: { ...body?.(), [field]: value } });
    const { body: answered } = await rejected(send);
    expect(answered.errors).toEqual([{ field, code, message }]);
    // A signup has the sentence in its message, where an address is an Email.
    const failed = `Validation failed: ${message.replace('E-mail', 'Email')}`;
    const missing = 'Invalid. Missing username or password.';
    expect(answered.message).toBe(name === 'signup' ? failed : name === 'login' ? missing : failure);
  });

  it.each(['update', 'updateBudget', 'updatePayment'] as const)(
    '%s: an empty body is blank',
    async (name) => {
      const { handler } = endpoints[name];
      const { body } = await call(handler, { token, path: pathOf(name), body: {} });
      expect(body.errors).toEqual([{ field: 'body', code: 'blank', message: emptyUpdate(handler) }]);
    },
  );

  it('is documented', () => {
    expect(document.components.schemas['FieldError']).toMatchObject({
      properties: { code: { 'x-extensible-enum': PROBLEM_CODES } },
    });
  });
});

describe('the facts of an error', () => {
  let token: string;
  let budget: { event_id: string; id: string };
  beforeAll(async () => {
    token = await newToken();
    budget = await newBudget(token, await newEvent(token), { spent: 0 });
    await newPayment(token, budget, { amount: 1 });
  });

  it.each(FACTS)('%s of %j: %s with %j', async (name, fields, code, facts) => {
    const { handler, body }: Tested = endpoints[name];
    const path = name === 'createPayment' ? { event_id: budget.event_id, budget_id: budget.id } : budget;
    const rejected = await call(handler, { token, path, body: { ...body?.(), ...fields } });
    const text = expect.any(String);
    expect(JSON.parse(rejected.text).errors).toEqual([{ field: text, code, message: text, ...facts }]);
  });

  it('of a number in a file are both numbers that it could be', async () => {
    const rejected = await importInto(token, { id: budget.event_id }, 'name,amount\nHall,12.500\n');
    const facts = { line: 2, thousands: 12_500, decimal: 12.5 };
    expect(JSON.parse(rejected.text).errors).toEqual([
      { field: 'amount', code: IN_FILE, message: expect.any(String), ...facts },
    ]);
  });

  it('are all numbers in its sentence, whatever its code', () => {
    const documented = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap((operation) =>
        Object.keys(operation.responses).flatMap((status) =>
          examplesIn(responseOf(operation, status)?.content?.['application/json']),
        ),
      )
      .flatMap((example) => listed.parse(example).errors);
    for (const entry of documented) expect(numbersWithoutMember(entry), entry.message).toEqual([]);
    // Each call is checked in the same way.
    const called = [
      ...CASES.map(([, , , code]) => code),
      ...FACTS.map(([, , code]) => code),
      IN_FILE,
      'clock',
    ];
    expect(new Set([...documented.map(({ code }) => code), ...called])).toEqual(new Set(PROBLEM_CODES));
  });

  it('would lack a number that only the sentence has', () => {
    const entry = {
      field: 'q2',
      message: 'Q2 has "3" and not 7 to 5.5 of Hall 8.',
      name: 'Hall 8',
      minimum: 7,
    };
    expect(numbersWithoutMember(entry)).toEqual([5.5]);
  });
});

describe('a problem', () => {
  it('without a code is invalid', () => {
    expect(parseProblem('is odd: very')).toEqual({ code: 'invalid', message: 'is odd: very' });
    expect(parseProblem('taken: is odd: very')).toEqual({ code: 'taken', message: 'is odd: very' });
  });

  it('has the words of a person in its sentence as they are', () => {
    const facts = { name: '{maximum}: $&\n{"maximum":7}', maximum: 5 };
    const text = problem('too_large', 'make {name} too large (maximum is {maximum})', facts);
    const message = `make ${facts.name} too large (maximum is 5)`;
    expect(parseProblem(text)).toEqual({ code: 'too_large', message, ...facts });
    expect(parseProblem(problem('invalid', 'has "a\r\n{}"'))).toEqual({
      code: 'invalid',
      message: 'has "a {}"',
    });
  });
});
