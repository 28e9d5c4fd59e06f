import { isDeepStrictEqual } from 'node:util';
import type { Budget } from '../../../lib/plan/budget.ts';
import type { Event } from '../../../lib/plan/event.ts';
import { fieldsOfEvent, isInTrash } from '../../../lib/plan/head.ts';
import { DIGITS } from './plan.ts';

/** Under the names of responses, but amounts are in minor units. What isn't set isn't there. */
type Fields = Record<string, unknown>;

interface Line {
  fields: Fields;
  /** By id. */
  payments: Map<number, Fields>;
}

/** An event with all that people set of it, and what follows from that. */
export interface State {
  isInTrash: boolean;
  event: Fields;
  /** By id. */
  lines: Map<number, Line>;
}

/** Before and after the write that is undone. */
interface Versions<Thing> {
  was: Thing;
  is: Thing;
}

/** What is said of a rejection. */
export interface Reason {
  field: string;
  code: string;
  budget_id?: number | undefined;
  payment_id?: number | undefined;
}

export interface Undone {
  state: State;
  undone: number;
  kept: number;
}

const MAX_PAYMENTS = 24;
const MAX_LINES = 500;

const setIn = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const inOrder = <Value>(all: Iterable<[number, Value]>): Map<number, Value> =>
  new Map([...all].toSorted(([one], [other]) => one - other));

/** The ids of the lines that a write added or changed. */
export const writtenLines = (was: State, is: State): number[] =>
  [...is.lines].filter(([id, line]) => !isDeepStrictEqual(line, was.lines.get(id))).map(([id]) => id);

/** The names in responses of fields that have others in the table. */
const SHOWN_AS = new Map<string, string>([
  ...['amount', 'spent', 'estimate'].map((name) => [`${name}_cents`, name] as const),
  ...['unit', 'limit'].map((name) => [`${name}_cents`, `${name}_amount`] as const),
]);

const shownAs = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(setIn(fields)).map(([name, value]) => [SHOWN_AS.get(name) ?? name, value]),
  );

export function stateIn(event: Event): State {
  const { digits: _, ...fields } = fieldsOfEvent(event);
  return {
    isInTrash: isInTrash(event),
    event: shownAs(fields),
    lines: new Map(event.budgets.map((budget) => [budget.id, lineIn(budget)])),
  };
}

const lineIn = ({
  id: _,
  digits: __,
  version: ___,
  updated_at: ____,
  payments,
  ...fields
}: Budget): Line => ({
  fields: shownAs(fields),
  payments: new Map(payments.map(({ id, ...payment }) => [id, shownAs(payment)])),
});

export const digitsOf = ({ event: { currency = 'EUR' } }: State): number =>
  DIGITS.get(String(currency)) ?? Number.NaN;

const maxOf = (state: State): number => 10 ** (9 + digitsOf(state)) - 1;

/** The names of the fields that aren't the same in both. */
const differing = (one: Fields, other: Fields): string[] =>
  Object.keys({ ...one, ...other }).filter((name) => one[name] !== other[name]);

const sumOf = (payments: Iterable<Fields>): number =>
  [...payments].reduce((sum, { amount }) => sum + Number(amount), 0);

const isPriced = ({ unit_amount }: Fields): boolean => unit_amount !== undefined;

/** With what follows from other fields. */
function computed(line: Line, { guests = 0 }: Fields): Line {
  const { fields, payments } = line;
  const { unit_amount, quantity = 1, per_guest } = fields;
  const paid = [...payments.values()].filter(({ paid, paid_on }) => paid ?? paid_on);
  return {
    payments: inOrder(payments),
    fields: {
      ...fields,
      ...(isPriced(fields) && {
        // Exact, because a quantity has at most two digits.
        amount:
          (Number(unit_amount) * Math.round(Number(quantity) * 100) * Number(per_guest ? guests : 1)) / 100,
      }),
      ...(payments.size > 0 && { spent: sumOf(paid) }),
    },
  };
}

type Place = Pick<Reason, 'budget_id' | 'payment_id'>;

/** What is counted, and what was changed since the write. */
class Tally {
  undone = 0;
  kept = 0;
  readonly changed: Reason[] = [];

  /** Whether so much can be undone. */
  take(count: number, changed: string[], place: Place): boolean {
    return this.takeAll(
      count,
      changed.map((field) => ({ field, code: 'changed', ...place })),
    );
  }

  takeAll(count: number, changed: Reason[]): boolean {
    if (changed.length > 0) this.kept += count;
    else this.undone += count;
    this.changed.push(...changed);
    return changed.length === 0;
  }
}

type Sides<Thing> = Versions<Thing> & { now: Thing };

/** Of what may not have been there. */
type Some<Thing> = { [Side in keyof Thing]?: Thing[Side] | undefined };

/** Sets back what the write changed, those in `together` all or none. */
function setBack(
  { was, is, now }: Sides<Fields>,
  written: string[],
  together: string[],
  place: Place,
  tally: Tally,
) {
  const after = { ...now };
  const groups = [
    { names: together, count: together.filter((name) => written.includes(name)).length },
    ...written.filter((name) => !together.includes(name)).map((name) => ({ names: [name], count: 1 })),
  ];
  for (const { names, count } of groups.filter(({ count }) => count > 0)) {
    const changed = differing(is, now).filter((name) => names.includes(name));
    if (tally.take(count, changed, place)) for (const name of names) after[name] = was[name];
  }
  return setIn(after);
}

function undoneEvent({ was, is, now }: Sides<State>, tally: Tally): Fields {
  const sides = { was: was.event, is: is.event, now: now.event };
  const written = new Set(differing(was.event, is.event));
  if (digitsOf(was) === digitsOf(is)) return setBack(sides, [...written], [], {}, tally);
  // The same number is another amount.
  if ('limit_amount' in { ...was.event, ...is.event }) written.add('limit_amount');
  return setBack(sides, [...written], ['currency', 'limit_amount'], {}, tally);
}

/** What the write changed of a line, other than what followed from payments before and after it. */
function writtenIn({ was, is }: Versions<Line>): string[] {
  const written = new Set(differing(was.fields, is.fields));
  if (was.payments.size > 0 && is.payments.size > 0) written.delete('spent');
  // The price has taken its place, or the other way round.
  if (isPriced(was.fields) !== isPriced(is.fields)) written.add('amount');
  return [...written];
}

const thingOf = (place: Place): string[] => [place.payment_id === undefined ? 'budget' : 'payment'];

function undonePayment(
  { was, is, now }: Some<Sides<Fields>>,
  place: Place,
  tally: Tally,
): Fields | undefined {
  if (was && is && now)
    return setBack({ was, is, now }, differing(was, is), ['paid', 'paid_on'], place, tally);
  if (was && is) {
    const written = differing(was, is);
    if (written.length > 0) tally.take(written.length, thingOf(place), place);
    return undefined;
  }
  if (was) return tally.take(1, now ? thingOf(place) : [], place) ? was : now;
  if (is) return tally.take(1, now ? differing(is, now) : thingOf(place), place) ? undefined : now;
  return now;
}

function undonePayments({ was, is, now }: Sides<Line>, budget_id: number, tally: Tally): Line['payments'] {
  const ids = new Set([was, is, now].flatMap(({ payments }) => [...payments.keys()]));
  const payments = [...ids].map((id): [number, Fields | undefined] => {
    const [before, after, today] = [was, is, now].map((line) => line.payments.get(id));
    const place = { budget_id, payment_id: id };
    return [id, undonePayment({ was: before, is: after, now: today }, place, tally)];
  });
  return new Map(payments.flatMap(([id, payment]) => (payment ? [[id, payment]] : [])));
}

/** A line that the write changed, and that is there today. */
function updatedBack(sides: Sides<Line>, budget_id: number, tally: Tally): Line {
  const { was, is, now } = sides;
  const payments = undonePayments(sides, budget_id, tally);
  const written = writtenIn(sides);
  const given = written.filter((name) => name !== 'amount' && name !== 'spent');
  const price = isPriced(was.fields) === isPriced(is.fields) ? [] : ['unit_amount', 'quantity', 'per_guest'];
  const ofFields = { was: was.fields, is: is.fields, now: now.fields };
  const fields = setBack(ofFields, given, price, { budget_id }, tally);
  // What follows in the result isn't set.
  const set = written.filter(
    (name) => (name === 'amount' && !isPriced(fields)) || (name === 'spent' && payments.size === 0),
  );
  // What follows today was changed by nobody.
  const { amount, spent } = is.fields;
  const today = {
    ...fields,
    ...(isPriced(now.fields) && set.includes('amount') && { amount }),
    ...(now.payments.size > 0 && set.includes('spent') && { spent }),
  };
  return { payments, fields: setBack({ ...ofFields, now: today }, set, [], { budget_id }, tally) };
}

/** Counts what the write changed of a line that is gone. What followed isn't in the way. */
function goneSince({ was, is }: Versions<State>, budget_id: number, tally: Tally): void {
  const [before, after] = [was.lines.get(budget_id), is.lines.get(budget_id)];
  if (!before || !after) return;
  const follows =
    isPriced(before.fields) === isPriced(after.fields) &&
    (isPriced(before.fields) || was.event['guests'] !== is.event['guests']);
  const fields = writtenIn({ was: before, is: after }).filter((name) => name !== 'amount' || !follows);
  const ids = new Set([...before.payments.keys(), ...after.payments.keys()]);
  const payments = [...ids].map((each) => {
    const [one, other] = [before.payments.get(each), after.payments.get(each)];
    return one && other ? differing(one, other).length : 1;
  });
  const count = payments.reduce((sum, each) => sum + each, fields.length);
  if (count > 0) tally.take(count, ['budget'], { budget_id });
}

/** What of a line was changed since the write made it. What follows from other fields isn't. */
function changedSince(is: Line, now: Line, budget_id: number): Reason[] {
  const place = { code: 'changed', budget_id };
  const fields = differing(is.fields, now.fields)
    .filter((name) => name !== 'amount' || !isPriced(now.fields))
    .filter((name) => name !== 'spent' || now.payments.size === 0);
  const ids = new Set([...is.payments.keys(), ...now.payments.keys()]);
  return [
    ...fields.map((field) => ({ field, ...place })),
    ...[...ids].flatMap((id) => {
      const [then, today] = [is.payments.get(id), now.payments.get(id)];
      const names = then && today ? differing(then, today) : ['payment'];
      return names.map((field) => ({ field, ...place, payment_id: id }));
    }),
  ];
}

function undoneLine(states: Sides<State>, budget_id: number, tally: Tally): Line | undefined {
  const [was, is, now] = [states.was, states.is, states.now].map(({ lines }) => lines.get(budget_id));
  if (was && is && now) return updatedBack({ was, is, now }, budget_id, tally);
  if (was && is) {
    goneSince(states, budget_id, tally);
    return undefined;
  }
  if (was) return tally.take(1, now ? ['budget'] : [], { budget_id }) ? was : now;
  if (!is) return now;
  const changed = now ? changedSince(is, now, budget_id) : [{ field: 'budget', code: 'changed', budget_id }];
  return tally.takeAll(1, changed) ? undefined : now;
}

const rejected = (field: string, code: string): Reason[] => [{ field, code }];

/** What the undo of a write makes of an event, or why it is rejected. */
export function undoOf(
  { was, is, now }: Some<Versions<State>> & { now: State },
  keepsChanged: boolean,
): Undone | Reason[] {
  if (!is) throw new Error('There is no such version');
  if (!was || was.isInTrash !== is.isInTrash) return rejected('version', 'not_undoable');
  if (digitsOf(is) !== digitsOf(now)) return rejected('currency', 'changed');
  const states = { was, is, now };
  const tally = new Tally();
  const event = undoneEvent(states, tally);
  const ids = new Set([was, is, now].flatMap(({ lines }) => [...lines.keys()]));
  const lines = [...ids].flatMap((id): [number, Line][] => {
    const line = undoneLine(states, id, tally);
    return line ? [[id, computed(line, event)]] : [];
  });
  const { undone, kept, changed } = tally;
  if (changed.length > 0 && !keepsChanged) return changed;
  if (undone === 0) return rejected('version', 'not_undoable');
  const state = { ...now, event, lines: inOrder(lines) };
  return tooMuchIn(state, now) ?? { state, undone, kept };
}

/** Why an event can't have all this. */
function tooMuchIn(state: State, now: State): Reason[] | undefined {
  const lines = [...state.lines.values()];
  const maximum = maxOf(now);
  if (lines.some(({ payments }) => payments.size > MAX_PAYMENTS)) return rejected('payments', 'full');
  if (lines.some(({ payments }) => sumOf(payments.values()) > maximum))
    return rejected('payments', 'too_large');
  const amounts = lines.map(({ fields }) => Number(fields['amount']));
  const wrong = amounts.find((amount) => amount > maximum || !Number.isInteger(amount));
  if (wrong !== undefined) return rejected('amount', wrong > maximum ? 'too_large' : 'too_precise');
  if (lines.length > MAX_LINES) return rejected('budgets', 'full');
  if (digitsOf(state) !== digitsOf(now) && lines.length > 0) return rejected('currency', 'in_use');
  return undefined;
}
