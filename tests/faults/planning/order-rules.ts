import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { isReplay, type Outcome } from '../../support/call.ts';
import type { StoredEvent, StoredLine } from '../stored.ts';
import { type Aim, NEW, outcomeOf, type Plan, shownOf } from './plan.ts';

/** The fields of a budget or a payment, as they are sent. */
interface Fields {
  amount?: number;
  spent?: number;
  unit_amount?: number;
  quantity?: number;
  per_guest?: boolean;
  due_date?: string;
  paid_on?: string;
}

/** A call on an event. */
export interface Act {
  kind: 'update' | 'delete' | 'importBudgets' | Exclude<Aim['kind'], 'copy'>;
  /** The budget that it is about, and the payment. */
  lineId?: string;
  paymentId?: string;
  fields?: Fields;
  /** Those of imported budgets. */
  lines?: Fields[];
  /** What it sets of the event. */
  guests?: number | null | undefined;
  currency?: 'JPY' | 'BHD';
  /** Its `Idempotency-Key`. */
  key?: string;
}

/** What there was after a step. */
export interface Moment {
  /** The number of the call that did it; `undefined` before the first one. */
  by: number | undefined;
  /** Whether an attempt did it that arrived late. */
  isLate: boolean;
  /** `undefined` if it is deleted. */
  event: StoredEvent | undefined;
}

const DIGITS = { JPY: 0, BHD: 3 };

const byId = <Value>(entries: [string, Value][]): [string, Value][] =>
  entries.toSorted(([one], [other]) => Number(one) - Number(other));

/** What the model has of an event. */
export const planIn = ({ head, budgets }: StoredEvent): Plan => ({
  ...{ digits: head.digits ?? 2, guests: head.guests },
  lines: new Map(byId(Object.entries(budgets)).map(([id, line]) => [id, lineIn(line)])),
});

const lineIn = ({ a, s, k, u, q, g, d, p, y = {} }: StoredLine) => ({
  ...{ kind: k, amount: BigInt(a), quantity: q, per_guest: g, due_date: d, paid: p },
  spent: Object.keys(y).length > 0 ? 0n : BigInt(s),
  unit: u === undefined ? undefined : BigInt(u),
  payments: new Map(
    byId(Object.entries(y)).map(([id, { a, d, p }]) => [id, { amount: BigInt(a), due_date: d, paid_on: p }]),
  ),
});

/** What an act makes of an event, or the status of its refusal. */
function resultOf(event: StoredEvent | undefined, act: Act): Plan | 'deleted' | number {
  if (!event) return 404;
  const plan = planIn(event);
  const { kind, lines, currency, guests } = act;
  if (kind === 'delete') return 'deleted';
  if (kind === 'importBudgets') {
    const all = lines?.map((fields) => linesAfter(plan, { kind: 'createBudget', fields })) ?? [];
    const added = all.flatMap((each, n) => {
      const line = typeof each === 'number' ? undefined : each.lines.get(NEW);
      return line ? [[`${NEW} ${n}`, line] as const] : [];
    });
    return added.length < all.length ? 422 : { ...plan, lines: new Map([...plan.lines, ...added]) };
  }
  if (currency) return plan.lines.size > 0 ? 409 : { ...plan, digits: DIGITS[currency] };
  return linesAfter(plan, { ...act, kind, guests });
}

function linesAfter(
  plan: Plan,
  { kind, lineId = '1', paymentId = '1', fields = {}, guests }: Act & Pick<Aim, 'kind'>,
): Plan | number {
  const { amount, spent, unit_amount, quantity, per_guest, due_date, paid_on } = fields;
  const sent = { amount, spent, unit_amount };
  const unit = 10 ** plan.digits;
  const toUnits = (each?: number) => (each === undefined ? undefined : BigInt(Math.round(each * unit)));
  const isExact = (each?: number) => each === undefined || Number(toUnits(each)) / unit === each;
  if (!Object.values(sent).every(isExact)) return 422;
  const amounts = { amount: toUnits(amount), spent: toUnits(spent), unit_amount: toUnits(unit_amount) };
  return outcomeOf({
    ...{ kind, plan, lineId, line: plan.lines.get(lineId), paymentId, guests: guests ?? null },
    ...{ lineKind: undefined, clashes: false },
    fields: { ...amounts, quantity, per_guest, due_date, paid_on, paid: undefined },
  });
}

/** The same with the ids that came, instead of those that weren't known. */
function withNewIds(plan: Plan, before: Plan, after: Plan): Plan {
  const lines = renamed(plan.lines, before.lines, after.lines).map(([id, line]) => {
    const [was, is] = [before.lines.get(id), after.lines.get(id)];
    const payments = renamed(line.payments, was?.payments ?? new Map(), is?.payments ?? new Map());
    return [id, { ...line, payments: new Map(payments) }] as const;
  });
  return { ...plan, lines: new Map(lines) };
}

function renamed<Value>(all: Map<string, Value>, before: Map<string, Value>, after: Map<string, Value>) {
  const made = [...after.keys()].filter((id) => !before.has(id)).values();
  const nameOf = (id: string): string => (id.startsWith(NEW) ? (made.next().value ?? id) : id);
  return byId([...all].map(([id, value]): [string, Value] => [nameOf(id), value]));
}

/** Compared without fields that are undefined. */
const textOf = (plan: Plan): string => JSON.stringify({ digits: plan.digits, ...shownOf(plan) });

/** Whether an act may have made one event of another. */
function isLegal(before: StoredEvent | undefined, after: StoredEvent | undefined, act: Act): boolean {
  const result = resultOf(before, act);
  if (!before || typeof result === 'number') return false;
  if (!after || result === 'deleted') return !after && result === 'deleted';
  const [was, is] = [planIn(before), planIn(after)];
  return after.head.version === before.head.version + 1 && textOf(withNewIds(result, was, is)) === textOf(is);
}

/** What the `ETag` of an answer names after the call's write. */
function versionAt({ event }: Moment, { kind, lineId = '' }: Act): number | undefined {
  if (['update', 'importBudgets'].includes(kind)) return event?.head.version;
  return kind === 'createBudget' ? 0 : event?.budgets[lineId]?.r;
}

interface Called {
  act: Act;
  number: number;
  outcome: Outcome;
  /** Whether the answer to a write was lost. */
  isUnsure: boolean;
}

/** Expects that every step did what its call may have done, or nothing. A key allows it once. */
export function expectLegal(acts: Act[], moments: Moment[]): void {
  const keys: string[] = [];
  for (const [index, { by = -1, event }] of moments.entries()) {
    const before = moments[index - 1]?.event;
    const act = acts[by];
    if (!act || isDeepStrictEqual(before, event)) continue;
    const { key } = act;
    const isRepeated = key !== undefined && keys.includes(key);
    if (isRepeated || !isLegal(before, event, act)) expect({ act, event }).toEqual({ act, event: before });
    if (key !== undefined) keys.push(key);
  }
}

/** Expects that a call changed the event once if it says so, and that there was a reason if it was refused. */
export function expectHonest({ act, number, outcome, isUnsure }: Called, moments: Moment[]): void {
  const { status, headers } = outcome;
  const own = moments.flatMap(({ by }, index) => (by === number ? [index] : []));
  const isWritten = (index: number) => !isDeepStrictEqual(moments[index - 1]?.event, moments[index]?.event);
  const written = own.filter(isWritten).flatMap((index) => moments[index] ?? []);
  const answered = own.filter((index) => !moments[index]?.isLate);
  const seen = moments.slice(Math.max(0, (answered[0] ?? 0) - 1), (answered.at(-1) ?? 0) + 1);
  const text = JSON.stringify({ act, status, headers, seen });
  const [moment] = written;
  if (status === 503) {
    expect([isUnsure, written.length <= 1], text).toEqual([true, true]);
  } else if (status >= 400) {
    // An event that is gone after a lost answer may have been changed before.
    const isUnknown = status === 404 && isUnsure && !seen.at(-1)?.event;
    if (!isUnknown) expect(written, text).toEqual([]);
    const refusals = seen.map(({ event }) => resultOf(event, act));
    expect(refusals, text).toContain(status);
  } else {
    const mayBeDone = isReplay(outcome) || (act.kind === 'delete' && isUnsure && !seen.at(-1)?.event);
    expect(mayBeDone ? [0, 1] : [1], text).toContain(written.length);
    const { etag } = headers;
    if (moment && etag !== undefined) expect(etag, text).toBe(`"${versionAt(moment, act)}"`);
  }
}
