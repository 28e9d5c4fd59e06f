import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { headIn } from '../../../lib/plan/head.ts';
import { newClient } from '../../support/client.ts';
import { scaled } from '../../support/scale.ts';
import { referenceOf } from '../../support/sharing.ts';

type Day = string | null | undefined;

/** A part of a budget, as the model has it. */
interface Part {
  id: string;
  amount: number;
  due_date?: Day;
  paid_on?: Day;
  paid?: boolean | null | undefined;
}

interface Line {
  id: string;
  kind: string;
  amount: number;
  due_date: Day;
  spent: number;
  parts: Part[];
}

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(fc.option(values), { nil: undefined });
const day = maybe(fc.constantFrom('2020-01-01', '2999-12-31'));
const at = fc.nat({ max: 20 });
const step = fc.record({
  what: fc.constantFrom(
    ...(['create', 'update', 'update', 'update', 'delete'] as const),
    ...(['pay', 'pay', 'change', 'change', 'drop'] as const),
  ),
  at,
  nth: at,
  kind: fc.constantFrom('expense', 'income'),
  amount: fc.nat({ max: 9 }),
  /** Only in updates of a budget. */
  spent: fc.option(fc.nat({ max: 9 }), { nil: undefined }),
  due_date: day,
  paid: maybe(fc.boolean()),
  paid_on: day,
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const changed = <Value>(to: Value | undefined, from: Value): Value => (to === undefined ? from : to);

const isPaid = ({ paid, paid_on }: Part): boolean => paid === true || isGiven(paid_on);
const sumOf = (parts: Part[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);

const spentOf = ({ spent, parts }: Line): number =>
  parts.length === 0 ? spent : sumOf(parts.filter(isPaid));

/** What is left of a line. */
const leftOf = (line: Line) =>
  [
    {
      amount: line.amount - (line.parts.length > 0 ? sumOf(line.parts) : line.spent),
      due_date: line.due_date,
    },
    ...line.parts.filter((part) => !isPaid(part)),
  ].filter(({ amount }) => amount > 0);

/** The amounts that were paid of a line. */
const paidOf = ({ spent, parts }: Line) =>
  (parts.length > 0 ? parts.filter(isPaid).map(({ amount }) => amount) : [spent]).filter(
    (amount) => amount > 0,
  );

async function modelledEvent() {
  const ada = await newClient();
  const event = await ada.newEvent();
  const on = { event_id: event.id };
  const lines: Line[] = [];

  const play = async ({ what, at, nth, kind, amount, spent, due_date, paid: wanted, paid_on }: Step) => {
    const line = lines[at % (lines.length || 1)];
    if (what === 'create' || !line) {
      const { id } = await ada.createBudget(event, { name: 'Hall', amount, kind, due_date });
      lines.push({ id, kind, amount, due_date, spent: 0, parts: [] });
      return;
    }
    const budget = { ...on, id: line.id };
    const paid = isGiven(paid_on) && wanted === false ? undefined : wanted;
    const part = line.parts[nth % (line.parts.length || 1)];
    if (what === 'update') {
      const { status } = await ada.updateBudget(budget, { amount, spent, due_date });
      const isWrong = line.parts.length > 0 && spent !== undefined && spent !== spentOf(line);
      expect(status).toBe(isWrong ? 422 : 200);
      if (isWrong) return;
      line.amount = amount;
      line.spent = changed(spent, line.spent);
      line.due_date = changed(due_date, line.due_date);
    } else if (what === 'delete') {
      await ada.deleteBudget(budget);
      lines.splice(lines.indexOf(line), 1);
    } else if (what === 'pay' || !part) {
      const made = await ada.createPayment(budget, { amount, due_date, paid, paid_on });
      expect(made.status).toBe(line.parts.length >= 24 ? 409 : 201);
      if (line.parts.length >= 24) return;
      const added = { id: String(Object(made.body.data).id), amount, due_date, paid, paid_on };
      const rest = line.parts.length > 0 ? 0 : line.spent - (isPaid(added) ? amount : 0);
      // The rest of what was spent is the first payment.
      const { payments } = await ada.shownBudget(budget);
      if (rest > 0) line.parts.push({ id: String(payments[0].id), amount: rest, paid: true });
      line.parts.push(added);
    } else if (what === 'change') {
      const after = {
        id: part.id,
        amount,
        due_date: changed(due_date, part.due_date),
        paid_on: changed(paid_on, part.paid_on),
      };
      // A day that goes takes along that it was paid.
      const was = !isGiven(part.paid_on) && isPaid(part);
      const wanted = isGiven(after.paid_on) ? undefined : paid;
      const body = { amount, due_date, paid: wanted, paid_on };
      await ada.updatePayment({ ...on, budget_id: line.id, id: part.id }, body);
      Object.assign(part, after, { paid: !isGiven(after.paid_on) && changed(wanted, was) });
    } else {
      line.spent = spentOf(line);
      await ada.deletePayment({ ...on, budget_id: line.id, id: part.id });
      line.parts.splice(line.parts.indexOf(part), 1);
    }
  };

  /** Expects the stored counts and sums, and the list, to be the model's. */
  const check = async () => {
    const item = await getItem(eventKey(referenceOf(ada.token, event)));
    const due = lines.flatMap(leftOf).filter(({ due_date }) => isGiven(due_date));
    const paid = lines.flatMap(paidOf);
    const [expenses, income] = ['expense', 'income'].map((of) => lines.filter(({ kind }) => kind === of));
    const leftTo = (some: Line[] = []) =>
      100 * some.flatMap(leftOf).reduce((sum, { amount }) => sum + amount, 0);
    const { open_days, ...head } = headIn(item);
    expect(Object.values(open_days).reduce((sum, count) => sum + count, 0)).toBe(due.length);
    expect(head).toMatchObject({
      spent_cents: 100 * (expenses ?? []).reduce((sum, line) => sum + spentOf(line), 0),
      to_pay_cents: leftTo(expenses),
      to_receive_cents: leftTo(income),
      paid_count: paid.length,
    });
    const amountsOf = async (query = {}) =>
      Object((await ada.listPayments(query)).body.data)
        .map(({ amount }: { amount: number }) => amount)
        .sort();
    expect(await amountsOf()).toEqual(due.map(({ amount }) => amount).sort());
    expect(await amountsOf({ paid: 'true' })).toEqual(paid.sort());
  };
  return { play, check };
}

it('what is left and what was paid are the model’s after every step', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), async (steps) => {
      const event = await modelledEvent();
      for (const each of steps) {
        await event.play(each);
        await event.check();
      }
    }),
    { numRuns: scaled(60, 5) },
  );
});
