import { beforeAll, describe, expect, it } from 'vitest';
import { PROBLEM_CODES, parseProblem } from '../../lib/problem.ts';
import { call } from '../support/call.ts';
import { document } from '../support/contract.ts';
import { endpoints, newBudget, newEvent, newPayment, newToken, type Tested } from '../support/service.ts';

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
  ['updatePayment', 'paid_on', '2027-02-29', 'invalid'],
  ['updatePayment', 'note', 'x'.repeat(101), 'too_long'],
  ['createToken', 'name', ' ', 'blank'],
  ['createToken', 'name', 'x'.repeat(51), 'too_long'],
  ['createToken', 'access', 'admin', 'invalid'],
  ['createToken', 'expires_on', '2026-02-29', 'invalid'],
  ['createToken', 'password', 'a wrong one', 'wrong'],
  ['changePassword', 'end_tokens', 'yes', 'invalid'],
];

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

it('a problem without a code is invalid', () => {
  expect(parseProblem('is odd: very')).toEqual({ code: 'invalid', message: 'is odd: very' });
  expect(parseProblem('taken: is odd: very')).toEqual({ code: 'taken', message: 'is odd: very' });
});
