import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterAll, expect, it, vi } from 'vitest';
import { call } from '../../support/call.ts';
import { faultKinds } from '../../support/fault-lane.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { refillRetries } from '../../support/retries.ts';
import { historyLength } from '../../support/scale.ts';
import { catering, endpoints, newEvent, newToken, viewEvent } from '../../support/service.ts';
import { count, figures } from '../figures.ts';
import { storedAt } from '../stored.ts';

vi.hoisted(() => {
  // Longer than a busy machine keeps this many histories waiting.
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
});

/** The number of operations. OPERATIONS overrides it. */
const OPERATIONS = historyLength(1_200);
const CONCURRENT = 6;
const BATCHES = 20;

const emulator = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
const stored = storedAt(emulator);
const proxy = await startFaultProxy(emulator);
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint;
afterAll(proxy.stop);

const operation = fc.record({
  kind: fc.constantFrom(
    ...(['createBudget', 'createBudget', 'updateBudget', 'deleteBudget', 'update'] as const),
    ...(['createPayment', 'createPayment', 'updatePayment', 'deletePayment'] as const),
  ),
  /** Which budget of the event, and which of its payments; several operations at once often have the same. */
  target: fc.nat({ max: 3 }),
  payment: fc.nat({ max: 1 }),
  cents: fc.integer({ min: 0, max: 99_999_999_999 }),
  lineKind: fc.constantFrom(undefined, 'expense', 'income'),
  /** The due date of a budget: none or the same, a day, or none from now on. */
  due: fc.constantFrom(undefined, '2027-05-01', null),
  guests: fc.constantFrom(undefined, 0, 80, null),
  /** What one costs, instead of the amount: nothing or the same, an amount, or none from now on. */
  unit: fc.constantFrom(undefined, undefined, 7, null),
  /** How often a client sends it. */
  times: fc.constantFrom(1, 1, 2),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** With fields that other kinds of operations ignore. */
function bodyOf({ kind, target, cents, lineKind, due, unit, guests }: Operation, minor: number) {
  const amount = (cents % (10 ** 9 * minor)) / minor;
  if (kind.endsWith('Payment')) return { amount: target, due_date: due, paid_on: due };
  const amounts = typeof unit === 'number' ? { amount: undefined, quantity: 2, per_guest: true } : { amount };
  const dates = { due_date: due, event_date: '2027-01-01' };
  return catering({ spent: target, kind: lineKind, unit_amount: unit, ...amounts, ...dates, guests });
}

const batch = fc.array(operation, { minLength: CONCURRENT, maxLength: CONCURRENT });
const history = fc.array(batch, { minLength: BATCHES, maxLength: BATCHES });
const fault = fc.record({ kind: fc.constantFrom(...faultKinds), degree: fc.nat({ max: 99 }) });
const currency = fc.constantFrom(
  { code: undefined, unit: 100 },
  { code: 'EUR', unit: 100 },
  { code: 'JPY', unit: 1 },
  { code: 'BHD', unit: 1_000 },
);
const plan = fc.infiniteStream(
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fault }),
);

it('count and totals are those of the lines after concurrent, repeated and disturbed writes', {
  timeout: 3_600_000,
}, async () => {
  const property = fc.asyncProperty(history, plan, currency, async (batches, faults, { code, unit }) => {
    const token = await newToken();
    const { sub: accountId = '' } = decodeJwt(token);
    const { id } = await newEvent(token, { currency: code });
    let isOver = false;
    const lane = proxy.disturb(() => (isOver ? undefined : faults.next().value));
    lane.add(accountId);
    for (const operations of batches) {
      await refillRetries();
      // Fails if the stored totals are not those of the lines.
      const lines = Object.entries((await stored.events(accountId))[id]?.budgets ?? {});
      const calls = operations.flatMap((operation) => {
        const { kind, target, payment, times } = operation;
        const { handler } = endpoints[kind];
        const [budgetId = '1', line] = lines[target] ?? [];
        const ids = kind.endsWith('Payment') ? Object.keys(line?.payments ?? {}) : [budgetId];
        const path = {
          ...{ event_id: id, budget_id: budgetId },
          id: kind === 'update' ? id : (ids[payment % ids.length] ?? '1'),
        };
        const body = bodyOf(operation, unit);
        return Array.from({ length: times }, () => call(handler, { token, path, body }));
      });
      for (const { status } of await Promise.all(calls)) {
        count(`answered ${status}`);
        // Budgets with payments take no dates of their own, and the others no payments.
        expect([200, 201, 404, 409, 422, 503]).toContain(status);
      }
      await lane.settled();
    }
    isOver = true;
    for (const [kind, times] of Object.entries(lane.injected)) count(kind, times);
    const budgets = Object.values((await stored.events(accountId))[id]?.budgets ?? {});
    expect(await viewEvent(token, { id })).toMatchObject({
      budgets_count: budgets.length,
      total_amount: budgets.reduce((sum, { amount_cents }) => sum + amount_cents, 0) / unit,
    });
  });
  const runs = Math.ceil(OPERATIONS / (CONCURRENT * BATCHES));
  const some = () => fc.assert(property, { numRuns: Math.ceil(runs / 5), endOnFailure: true });
  await Promise.all(Array.from({ length: Math.min(5, runs) }, some));
  if (process.env['OPERATIONS']) console.info(figures);
});
