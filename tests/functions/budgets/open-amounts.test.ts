import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { headIn } from '../../../lib/plan/head.ts';
import { call, idIn } from '../../support/call.ts';
import { scaled } from '../../support/scale.ts';
import { endpoints, newEvent, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

type Day = string | null | undefined;

/** A part of a budget, as the model has it. */
interface Part {
  id: string;
  amount: number;
  due_date: Day;
  paid_on: Day;
}

interface Line {
  id: string;
  kind: string;
  due_date: Day;
  paid: boolean | null | undefined;
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

/** The amounts of a line with a due date, and whether each is paid. */
const datedOf = ({ due_date, paid, parts }: Line) =>
  [
    { due_date, isPaid: paid === true },
    ...parts.map((part) => ({ ...part, isPaid: isGiven(part.paid_on) })),
  ].filter((amount) => isGiven(amount.due_date));

async function modelledEvent() {
  const token = await newToken();
  const event = await newEvent(token);
  const on = { event_id: event.id };
  const send = (name: keyof typeof endpoints, path: object, body?: object) =>
    call(endpoints[name].handler, { token, path: { ...on, ...path }, ...(body && { body: { ...body } }) });
  const lines: Line[] = [];

  const play = async ({ what, at, nth, kind, amount, spent, due_date, paid, paid_on }: Step) => {
    const line = lines[at % (lines.length || 1)];
    if (what === 'create' || !line) {
      const made = await send('createBudget', {}, { name: 'Hall', amount, kind, due_date, paid });
      lines.push({ id: idIn(made), kind, due_date, paid, spent: 0, parts: [] });
      return;
    }
    const part = line.parts[nth % (line.parts.length || 1)];
    if (what === 'update') {
      const { status } = await send('updateBudget', { id: line.id }, { spent, due_date, paid, note: null });
      const isDerived = line.parts.length > 0 && [spent, due_date, paid].some(isGiven);
      expect(status).toBe(isDerived ? 422 : 200);
      if (isDerived) return;
      line.spent = changed(spent, line.spent);
      line.due_date = changed(due_date, line.due_date);
      line.paid = changed(paid, line.paid);
    } else if (what === 'delete') {
      await send('deleteBudget', { id: line.id });
      lines.splice(lines.indexOf(line), 1);
    } else if (what === 'pay' || !part) {
      const made = await send('createPayment', { budget_id: line.id }, { amount, due_date, paid_on });
      const hasOwn = line.spent > 0 || isGiven(line.due_date) || isGiven(line.paid);
      const isRefused = line.parts.length >= 24 || (line.parts.length === 0 && hasOwn);
      expect(made.status).toBe(isRefused ? 409 : 201);
      const id = String(Object(made.body.data).id);
      if (!isRefused) line.parts.push({ id, amount, due_date, paid_on });
    } else if (what === 'change') {
      await send('updatePayment', { budget_id: line.id, id: part.id }, { amount, due_date, paid_on });
      part.amount = amount;
      part.due_date = changed(due_date, part.due_date);
      part.paid_on = changed(paid_on, part.paid_on);
    } else {
      await send('deletePayment', { budget_id: line.id, id: part.id });
      line.parts.splice(line.parts.indexOf(part), 1);
      if (line.parts.length === 0) line.spent = 0;
    }
  };

  const spentOf = ({ spent, parts }: Line) =>
    parts.length === 0
      ? spent
      : parts.reduce((sum, { paid_on, amount }) => sum + (isGiven(paid_on) ? amount : 0), 0);

  /** Expects the stored counts and sums, and the list, to be the model's. */
  const check = async () => {
    const item = await getItem(eventKey({ ownerId: accountIdOf(token), eventId: Number(event.id) }));
    const counts = (amounts: { isPaid: boolean }[]) => ({
      due: amounts.length,
      open: amounts.filter(({ isPaid }) => !isPaid).length,
    });
    const all = lines.flatMap(datedOf);
    const expenses = lines.filter(({ kind }) => kind === 'expense');
    const { due_count, open_days, spent_cents } = headIn(item);
    const open = Object.values(open_days).reduce((sum, count) => sum + count, 0);
    expect({ due: due_count, open }).toEqual(counts(all));
    expect(spent_cents).toBe(100 * expenses.reduce((sum, line) => sum + spentOf(line), 0));
    const query = { paid: 'false' };
    const { body } = await call(endpoints.listPayments.handler, { method: 'GET', token, query });
    expect(body['return_count']).toBe(counts(all).open);
  };
  return { play, check };
}

it('the counts of amounts with a due date and of open ones are the model’s after every step', {
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
    { numRuns: scaled(60, 10) },
  );
});
