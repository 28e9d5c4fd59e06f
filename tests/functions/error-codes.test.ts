import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { PROBLEM_CODES, parseProblem, problem } from '../../lib/problem.ts';
import { importInto } from '../support/budget-files.ts';
import { call } from '../support/call.ts';
import { document, examplesIn, numbersWithoutMember, responseOf } from '../support/contract.ts';
import { endpoints, newBudget, newEvent, newPayment, newToken, type Tested } from '../support/service.ts';

const listed = z.object({
  errors: z._default(
    z.array(z.looseObject({ field: z.string(), code: z.string(), message: z.string() })),
    [],
  ),
});

/** The code of each rejected value. Tests of body, email and full events have those of 400, 409 and 413. */
const CASES: [endpoint: keyof typeof endpoints, field: string, value: unknown, code: string][] = [
  ['signup', 'first_name', undefined, 'blank'],
  ['signup', 'first_name', ' ', 'blank'],
  ['signup', 'first_name', 7, 'invalid'],
  ['signup', 'last_name', 'x'.repeat(101), 'too_long'],
  ['signup', 'last_name', '\ud800', 'invalid'],
  ['signup', 'email', '', 'blank'],
  ['signup', 'email', 'ada', 'invalid'],
  ['signup', 'email', `ada@${'x'.repeat(255)}`, 'too_long'],
  ['signup', 'password', undefined, 'blank'],
  ['signup', 'password', 'short', 'too_short'],
  ['signup', 'password', 'é'.repeat(37), 'too_long'],
  ['signup', 'password', 'nul\0nul\0nul', 'invalid'],
  ['signup', 'password', '12345678', 'too_common'],
  ['login', 'username', '', 'blank'],
  ['login', 'password', 7, 'invalid'],
  ['create', 'name', undefined, 'blank'],
  ['create', 'description', 'x'.repeat(2_001), 'too_long'],
  ['create', 'event_date', '2026-02-29', 'invalid'],
  ['update', 'event_date', '0000-01-01', 'invalid'],
  ['createBudget', 'amount', undefined, 'blank'],
  ['createBudget', 'amount', '5', 'invalid'],
  ['createBudget', 'amount', -1, 'negative'],
  ['createBudget', 'amount', 1e9, 'too_large'],
  ['updateBudget', 'spent', 0.001, 'too_precise'],
  ['create', 'currency', 'XXX', 'invalid'],
  ['create', 'limit_amount', 1e9, 'too_large'],
  ['update', 'limit_amount', 0.001, 'too_precise'],
  ['createBudget', 'kind', 'cost', 'invalid'],
  ['createBudget', 'due_date', 'soon', 'invalid'],
  ['updateBudget', 'vendor', 'x'.repeat(101), 'too_long'],
  ['updateBudget', 'note', 'x'.repeat(501), 'too_long'],
  ['updateBudget', 'paid', 'yes', 'invalid'],
  ['createPayment', 'amount', undefined, 'blank'],
  ['createPayment', 'amount', -1, 'negative'],
  ['createPayment', 'amount', 1e9, 'too_large'],
  ['createPayment', 'due_date', 'soon', 'invalid'],
  ['updatePayment', 'amount', 0.001, 'too_precise'],
  ['updatePayment', 'paid', 'yes', 'invalid'],
  ['updatePayment', 'paid_on', '2027-02-29', 'invalid'],
  ['updatePayment', 'note', 'x'.repeat(101), 'too_long'],
  ['createToken', 'name', ' ', 'blank'],
  ['createToken', 'name', 'x'.repeat(51), 'too_long'],
  ['createToken', 'access', 'admin', 'invalid'],
  ['createToken', 'expires_on', '2026-02-29', 'invalid'],
  ['createToken', 'password', 'a wrong one', 'wrong'],
  ['changePassword', 'end_tokens', 'yes', 'invalid'],
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

  it.each(CASES)('%s: the %s %j is %s', async (name, field, value, code) => {
    const { handler, body }: Tested = endpoints[name];
    const path = pathOf(name);
    const { body: refused } = await call(handler, { token, path, body: { ...body?.(), [field]: value } });
    expect(refused.errors).toEqual([{ field, code, message: expect.any(String) }]);
  });

  it.each(['update', 'updateBudget', 'updatePayment'] as const)(
    '%s: an empty body is blank',
    async (name) => {
      const { body } = await call(endpoints[name].handler, { token, path: pathOf(name), body: {} });
      expect(body.errors).toEqual([{ field: 'body', code: 'blank', message: expect.any(String) }]);
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
    const refused = await call(handler, { token, path, body: { ...body?.(), ...fields } });
    const text = expect.any(String);
    expect(JSON.parse(refused.text).errors).toEqual([{ field: text, code, message: text, ...facts }]);
  });

  it('of a number in a file are both numbers that it could be', async () => {
    const refused = await importInto(token, { id: budget.event_id }, 'name,amount\nHall,12.500\n');
    const facts = { line: 2, thousands: 12_500, decimal: 12.5 };
    expect(JSON.parse(refused.text).errors).toEqual([
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
  });
});
