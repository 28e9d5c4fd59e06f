import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../support/call.ts';
import { bodySchemaOf, requestSchema } from '../support/contract.ts';
import { allEndpoints } from '../support/endpoints.ts';
import { catering, dayIn, newBudget, newEvent, newPayment, newToken } from '../support/service.ts';

const RUNS = 100;

const takingBodies = allEndpoints.filter(({ body }) => body);

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ minLength: 90, maxLength: 110 }),
  fc.string({ minLength: 250, maxLength: 260 }),
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '🎈'.repeat(255),
    '🎈'.repeat(256),
    ' x ',
    'x'.repeat(2_000),
    'x'.repeat(2_001),
  ),
);
const amount = fc.oneof(
  fc.integer({ min: -1, max: 99_999_999_999 }).map((cents) => cents / 100),
  fc.constantFrom(0, -0, 0.001, 1.005, 999_999_999.99, 1e9, 1e12),
);
const day = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('2026-02-29', '2028-02-29', '0000-01-01', '2026-1-1', '2026-13-01', 'soon'),
);
const email = fc.oneof(
  fc.emailAddress(),
  fc.uuid().map((id) => `${id}@example.com`),
  fc.constantFrom('ada', 'ada@example', `${'x'.repeat(250)}@example.com`),
);
const password = fc.oneof(
  fc.string({ maxLength: 75 }),
  fc.constantFrom('correct horse', 'short', 'nul\0nul\0nul', 'Viele Grüße aus Österreich'),
  fc.string({ unit: 'grapheme-composite', minLength: 8, maxLength: 40 }).map((text) => text.normalize('NFC')),
);
const drinks = { name: 'Drinks', unit_amount: 3.5 };
const budgets = fc.constantFrom(
  ...[[], [{}], [{ name: 'Band' }], [catering()], [catering(), catering()]],
  ...[[{ amount: 5 }], [{ name: 'Band', amount: 5, id: 7 }]],
  ...[[drinks], [{ ...drinks, amount: 3.5 }], [catering({ quantity: 2 })]],
);
const wrong = fc.constantFrom<unknown>(null, 7, true, [], {});

type Property = ReturnType<typeof bodySchemaOf>['properties'][string];

/** Values around what a schema takes. */
function valuesOf({ type, format, enum: known, maximum, maxLength }: Property): fc.Arbitrary<unknown> {
  const types = [type].flat();
  if (types.includes('boolean')) return fc.boolean();
  if (types.includes('integer'))
    return fc.oneof(
      fc.integer({ min: -1, max: 9 }),
      fc.constantFrom<unknown>(0.5, 1e12, '80', maximum, Number(maximum) + 1),
    );
  if (types.includes('number')) return fc.oneof(amount, fc.constantFrom(500, 0.5, 0.05));
  if (format === 'date') return day;
  if (known) return fc.constantFrom(...known, ...known.map((one) => `${one} `), 'Read', 'toString', '');
  return maxLength
    ? fc.oneof(text, fc.constantFrom('🎈'.repeat(maxLength), 'x'.repeat(maxLength + 1)))
    : text;
}

const orNull = ({ type }: Property, values: fc.Arbitrary<unknown>) =>
  type.includes('null') ? fc.oneof({ weight: 5, arbitrary: values }, fc.constant(null)) : values;

/** Fields of which a schema alone makes no valid values, or none at its limits. */
const own: Record<string, fc.Arbitrary<unknown>> = {
  ...{ email, password, new_password: password, budgets },
  currency: fc.constantFrom('EUR', 'JPY', 'BHD', 'XXX', 'eur'),
  expires_on: fc.oneof(fc.constantFrom(-1, 0, 1, 366, 367, 1_096, 1_097).map(dayIn), day),
  link: fc.oneof(
    fc.webUrl({ validSchemes: ['https', 'http'] }),
    fc.constantFrom('https://example.com/a b', 'javascript:alert(1)', `https://a.example/${'x'.repeat(500)}`),
  ),
};

/** Each field of all bodies, because a body may have those of others. */
const fields = Object.fromEntries(
  takingBodies
    .flatMap(({ handler }) => Object.entries(bodySchemaOf(handler).properties))
    .map(([name, schema]) => {
      const arbitrary = orNull(schema, own[name] ?? valuesOf(schema));
      return [name, fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: wrong })];
    }),
);

/** A few of these fields. Of many, one is nearly always invalid. */
const someOf = (names: string[]) =>
  fc
    .subarray(names, { maxLength: Math.min(3, names.length) })
    .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, fields[name] ?? wrong]))));

interface Line {
  amount?: unknown;
  unit_amount?: unknown;
  quantity?: unknown;
  per_guest?: unknown;
  paid?: unknown;
}

/** Whether the amount of a budget in an event without guests is given, or follows. Budgets have no `paid`. */
function hasAmount({ amount, unit_amount, quantity, per_guest, paid }: Line, isChange: boolean): boolean {
  if (paid !== undefined) return false;
  const product = Number(unit_amount) * Number(quantity ?? 1) * (per_guest === true ? 0 : 1);
  if ((unit_amount ?? undefined) !== undefined)
    return (
      product <= 999_999_999.99 &&
      Number(product.toFixed(2)) === product &&
      (amount === undefined || Number(amount) === product)
    );
  return (isChange || amount !== undefined) && (quantity ?? undefined) === undefined && per_guest !== true;
}

/**
 * The rules that a schema gives in its description only: fractional digits, the codes of ISO 4217, the bytes of a password,
 * the last day of a token, a known field, an amount or a unit amount, and that what has a day on which it was paid is paid.
 */
function followsWords(sent: object, handler: unknown): boolean {
  const { properties, minProperties = 0 } = bodySchemaOf(handler);
  const known = Object.entries(sent).filter(([name]) => Object.hasOwn(properties, name));
  const digits = { JPY: 0, BHD: 3 }[String(Object.fromEntries(known)['currency'])] ?? 2;
  const isExact = (value: unknown) => Number(value) === Number(Number(value).toFixed(digits));
  const codes = known.filter(([name]) => name === 'currency');
  const areKnown = codes.every(([, code]) => code === null || ['EUR', 'JPY', 'BHD'].includes(String(code)));
  const amounts = known.filter(([name]) => /fractional/.test(properties[name]?.description ?? ''));
  const chosen = known.filter(([name]) => /bytes of UTF-8/.test(properties[name]?.description ?? ''));
  const fits = (value: unknown) => Buffer.byteLength(String(value)) <= 72 && !String(value).includes('\0');
  // Its description says it, because no schema can.
  const maxDays = 'access' in properties && Object(sent).access === 'calendar' ? 1_096 : 366;
  const lastDays = known.filter(([name]) => name === 'expires_on').map(([, value]) => String(value));
  // In a create, `null` is nothing.
  const open = minProperties > 0 ? [false, null] : [false];
  const entries = Object.hasOwn(properties, 'budgets') ? lineList.parse(Object(sent).budgets) : [];
  const lines = [...(Object.hasOwn(properties, 'unit_amount') ? [sent] : []), ...entries];
  return (
    areKnown &&
    lines.every((line) => hasAmount(line, minProperties > 0 || 'id' in line)) &&
    entries.every((entry) => 'name' in entry || 'id' in entry) &&
    known.length >= minProperties &&
    amounts.every(([, value]) => isExact(value)) &&
    lastDays.every((last) => last >= dayIn(0) && last <= dayIn(maxDays)) &&
    chosen.every(([, value]) => fits(value)) &&
    !(open.includes(Object(sent).paid) && Object(sent).paid_on && 'paid_on' in properties)
  );
}

const lineList = z.catch(z.array(z.looseObject({})), []);

/**
 * An `email` is ignored where there is a `username`, whatever it is, and the `code` of an account without a second factor. A
 * confirmation has its first code.
 */
function withoutIgnored(sent: object, handler: unknown): object {
  const { properties } = bodySchemaOf(handler);
  const ignored = [
    ...('username' in sent && 'username' in properties ? ['email'] : []),
    ...('confirmation' in properties ? [] : ['code']),
  ];
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !ignored.includes(name)));
}

/** Whether an error is of a value that has the right form. */
const isKnownToServiceAlone = ({ message }: { message: string }): boolean =>
  [
    'Id must be the id of a budget of this event.',
    'Password is wrong.',
    'New password must differ from the current password.',
    'This confirmation is invalid or has expired. Create the second factor again.',
    'This link is invalid or has expired. Ask for a new one.',
  ].includes(message);

describe.each(takingBodies)('$name: a body', ({ name, handler, body: valid }) => {
  let token: string;
  let path: Record<'event_id' | 'budget_id' | 'id', string>;
  beforeAll(async () => {
    // No day begins between a check here and the call.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    token = await newToken();
    const event = await newEvent(token);
    const budget = await newBudget(token, event);
    path = { ...budget, budget_id: budget.id };
    if (name === 'eventsUpdate' || name === 'eventsCopy') path = { ...path, ...event };
    if (name === 'paymentsUpdate')
      path = await newPayment(token, await newBudget(token, event, { spent: 0 }));
  });

  afterAll(() => {
    vi.useRealTimers();
  });

  it('is accepted if it is valid by the OpenAPI document, and rejected otherwise', async () => {
    const isValid = (sent: object) => {
      const judged = withoutIgnored(sent, handler);
      return requestSchema(handler)?.(judged) && followsWords(judged, handler);
    };
    const changed = fc
      .tuple(fc.boolean(), someOf(Object.keys(fields)), someOf(Object.keys(bodySchemaOf(handler).properties)))
      .map(([whole, others, some]) => ({ ...(whole && valid?.()), ...others, ...some }));
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(changed, async (sent) => {
        // An accepted body may have deleted the account.
        if (name === 'accountDelete') token = await newToken();
        // Or have given the budget a unit amount, or payments.
        if (name === 'budgetsUpdate' || name === 'paymentsCreate') {
          const fresh = await newBudget(token, { id: path.event_id }, { spent: 0 });
          path = { ...path, ...fresh, budget_id: fresh.id };
        }
        // Or paid the payment, so that it can't be sent as open.
        if (name === 'paymentsUpdate')
          path = await newPayment(token, await newBudget(token, { id: path.event_id }, { spent: 0 }));
        const { status, body: answered } = await call(handler, { token, path, body: sent });
        const isInvalid = [400, 422].includes(status) && !answered.errors?.every(isKnownToServiceAlone);
        expect(isInvalid).toBe(!isValid(JSON.parse(JSON.stringify(sent))));
        if (!isInvalid) accepted += 1;
      }),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThanOrEqual(RUNS / 20);
  });
});
