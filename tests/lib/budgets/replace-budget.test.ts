import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { replaceBudget } from '../../../lib/budgets/replace-budget.ts';
import { createBudget } from '../../../lib/budgets/repository.ts';
import { newMark } from '../../../lib/dynamodb/marks.ts';
import { Failure, send } from '../../../lib/dynamodb/send.ts';
import { type Budget, withPayments } from '../../../lib/events/budget.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { nextId } from '../../../lib/id.ts';
import { asEditor } from '../../support/event-callers.ts';
import { tableContent } from '../../support/table-content.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
const band = { name: 'Band', category: 'Music', amounts: { amount: 50_000, spent: 10_000 } };

let ownerId: string;
let eventId: number;
let before: Budget;
beforeEach(async () => {
  ownerId = randomUUID();
  ({ id: eventId } = await createEvent(ownerId, fields));
  const {
    event: _,
    guests: __,
    ...created
  } = await createBudget(asEditor(ownerId), {
    ...{ path: { event_id: eventId }, headers: {}, body: band },
  });
  before = created;
});

const event = () => getEvent({ ownerId, eventId });
const replacement = (after: Budget, was = before) =>
  replaceBudget({ ownerId, eventId, mark: newMark() }, was, after);

describe('replaceBudget', () => {
  it('names only the attributes that change, and the sums', () => {
    const { Update } = replacement({ ...before, unit_cents: 350, amount_cents: 700, quantity: 2 }).toAction();
    const names = Object.values(Update?.ExpressionAttributeNames ?? {});
    expect(names).toEqual(
      expect.arrayContaining(['unit_cents', 'quantity', 'amount_cents', 'planned_added']),
    );
    for (const same of ['name', 'category', 'spent_cents', 'spent_added', 'write_mark', 'due_added'])
      expect(names).not.toContain(same);
  });

  it('is refused if the budget has another version by then', async () => {
    await send(replacement({ ...before, note: 'One' }));
    const content = await tableContent();
    expect(await send(replacement({ ...before, note: 'Two' }))).toBeInstanceOf(Failure);
    expect(await tableContent()).toEqual(content);
  });

  const given = <Value>(value: fc.Arbitrary<Value>) => fc.oneof(value, fc.constant(undefined));
  const day = fc.constantFrom('2027-06-30', '2027-07-01');
  const state = fc
    .record({
      amount_cents: fc.nat(),
      spent_cents: fc.nat(),
      unit_cents: given(fc.nat()),
      quantity: given(fc.integer({ min: 1, max: 9 })),
      per_guest: given(fc.boolean()),
      note: given(fc.constantFrom('', 'a note')),
      due_date: given(day),
      paid: given(fc.boolean()),
      payments: fc.array(
        fc.record({
          amount_cents: fc.nat(),
          due_date: given(day),
          paid_on: given(day),
          note: given(fc.constant('x')),
        }),
        { maxLength: 3 },
      ),
    })
    .map(({ payments, ...changes }): Budget => {
      const after = { ...before, ...changes };
      if (payments.length === 0) return after;
      const made = payments.map((payment) => ({ id: nextId(), ...payment }));
      return withPayments({ ...after, due_date: undefined, paid: undefined }, made);
    });

  it.each(['expense', 'income'] as const)('stores any %s after any other, with its sums', async (kind) => {
    const body = { ...band, kind };
    const {
      event: _,
      guests: __,
      ...created
    } = await createBudget(asEditor(ownerId), {
      ...{ path: { event_id: eventId }, headers: {}, body },
    });
    before = created;
    const property = fc.asyncProperty(state, async (after) => {
      expect(await send(replacement(after))).not.toBeInstanceOf(Failure);
      const stored = await event();
      const [other, budget] = stored?.budgets ?? [];
      expect(budget).toEqual({ ...after, version: stored?.version });
      const dated = [after, ...after.payments].filter(({ due_date }) => due_date !== undefined);
      const open = dated.filter((amount) => ('paid_on' in amount ? !amount.paid_on : !Object(amount).paid));
      const [planned, income] = kind === 'income' ? [0, after.amount_cents] : [after.amount_cents, 0];
      expect(stored).toMatchObject({
        total_cents: planned + (other?.amount_cents ?? 0),
        spent_cents: (kind === 'income' ? 0 : after.spent_cents) + (other?.spent_cents ?? 0),
        income_cents: income,
        due_count: dated.length,
        open_count: open.length,
        budgets_count: 2,
      });
      before = { ...after, version: stored?.version ?? 0 };
    });
    await fc.assert(property, { numRuns: 50, endOnFailure: true });
  });
});
