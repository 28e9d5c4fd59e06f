import { catering, party } from '../support/service.ts';
import type { EventKind, Operation } from './operations.ts';

/** A line as it is stored. */
interface Line {
  name: string;
  category: string;
  amount_cents: number;
  spent_cents: number;
  kind?: 'expense' | 'income' | undefined;
  due_date?: string | undefined;
  payments?: Record<string, object> | undefined;
  version: number;
}

interface PlannedEvent {
  name: string;
  description: string;
  event_date: string;
  currency?: string;
  digits?: number;
  version: number;
  budgets: Record<string, Line>;
}

/** An account's events by id. */
export type Events = Record<string, PlannedEvent>;

const DIGITS: Record<string, number> = { EUR: 2, JPY: 0, BHD: 3 };

/** An operation by an account that has `events`, on the event `id`. */
export function aimAt(id: string, events: Events, operation: Operation) {
  const { budget, name, cents, currency, lineKind, due } = operation;
  const event = events[id];
  const lineIds = Object.keys(event?.budgets ?? {});
  const lineId = (budget > 0 && lineIds[budget % lineIds.length]) || '1';
  const line = event?.budgets[lineId];
  const unit = 10 ** (event?.digits ?? 2);
  // An amount has at most nine digits before the point.
  const units = cents % (10 ** 9 * unit);
  return { id, events, event, lineId, line, name: name.trim(), units, unit, currency, lineKind, due };
}

export type Aim = ReturnType<typeof aimAt>;

/** Those that are sent: a field that is undefined is not. */
export const bodies: Partial<Record<EventKind, (aim: Aim) => Record<string, unknown>>> = {
  create: ({ name, currency }) => party({ name, currency }),
  update: ({ name, currency }) => ({ name, currency }),
  createBudget: ({ name, units, unit, lineKind: kind, due: due_date }) =>
    catering({ name, amount: units / unit, kind, due_date }),
  updateBudget: ({ name, units, unit, due: due_date }) => ({ name, amount: units / unit, due_date }),
};

/** The account's events after a success, with `made` as the id of the created item; `undefined` if it can't succeed. */
export const after: Record<EventKind, (aim: Aim, made: string) => Events | undefined> = {
  create: ({ events, name, currency }, made) => ({
    ...events,
    [made]: { ...party(), name, ...moneyOf(currency), version: 1, budgets: {} },
  }),
  update: (aim) => (isFixed(aim) ? undefined : change(aim, { name: aim.name }, aim.currency)),
  delete: ({ events, id, event }) => event && without(events, id),
  createBudget: (aim, made) => changeLine(aim, made, createdLine(aim)),
  updateBudget: (aim) => aim.line && changeLine(aim, aim.lineId, updatedLine(aim, aim.line)),
  deleteBudget: (aim) => aim.line && change(aim, { budgets: without(aim.event?.budgets ?? {}, aim.lineId) }),
  list: ({ events }) => events,
  view: ({ events, event }) => event && events,
  listBudgets: ({ events, event }) => event && events,
  viewBudget: ({ events, line }) => line && events,
};

/** The status of a refusal if the event exists. */
export const refusals: Partial<Record<EventKind, (aim: Aim) => number | undefined>> = {
  update: (aim) => (isFixed(aim) ? 409 : undefined),
};

/** Whether the event has amounts in another currency than it would get. */
const isFixed = ({ event, currency }: Aim): boolean =>
  currency !== undefined &&
  Object.keys(event?.budgets ?? {}).length > 0 &&
  event?.currency !== (currency ?? undefined);

const moneyOf = (currency: string | null | undefined) =>
  currency ? { currency, digits: DIGITS[currency] ?? 2 } : {};

const createdLine = ({ name, units, unit, lineKind: kind, due }: Aim): Line => ({
  ...{ name, category: 'Food', amount_cents: units, spent_cents: 300 * unit, version: 0 },
  ...(kind && { kind }),
  ...(due && { due_date: due }),
});

function updatedLine({ name, units, due }: Aim, { due_date, ...line }: Line): Line {
  const day = due === undefined ? due_date : due;
  return {
    ...{ ...line, name, amount_cents: units, version: line.version + 1 },
    ...(day && { due_date: day }),
  };
}

/** The expected response body of a read. */
export const shown: Partial<Record<EventKind, (aim: Aim) => object>> = {
  list: ({ events }) => ({ data: Object.entries(events).map(shownEvent) }),
  view: ({ id, event }) => ({ data: event && shownEvent([id, event]) }),
  listBudgets: ({ event, unit }) => ({
    data: Object.entries(event?.budgets ?? {}).map((line) => shownLine(line, unit)),
    summary: { total_amount: event && total(event) },
  }),
  viewBudget: ({ lineId, line, unit }) => ({ data: line && shownLine([lineId, line], unit) }),
};

function change({ events, id, event }: Aim, changes: Partial<PlannedEvent>, currency?: string | null) {
  if (!event) return undefined;
  const { currency: _, digits: __, ...others } = event;
  const kept = currency === undefined ? event : { ...others, ...moneyOf(currency) };
  return { ...events, [id]: { ...kept, ...changes, version: event.version + 1 } };
}

const changeLine = (aim: Aim, id: string, line: Line) =>
  change(aim, { budgets: { ...aim.event?.budgets, [id]: line } });

export const without = <Value>(all: Record<string, Value>, left: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => id !== left));

const unitOf = ({ digits = 2 }: PlannedEvent): number => 10 ** digits;

/** Of the expenses. */
const total = (event: PlannedEvent) =>
  Object.values(event.budgets)
    .filter(({ kind }) => kind !== 'income')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0) / unitOf(event);

const shownEvent = ([id, event]: [string, PlannedEvent]) => {
  const { budgets, digits: _, version: __, ...fields } = event;
  const budgets_count = Object.keys(budgets).length;
  return { id: Number(id), ...fields, budgets_count, total_amount: total(event) };
};

const shownLine = ([id, line]: [string, Line], unit: number) => {
  const { version: _, amount_cents, spent_cents, ...fields } = line;
  return { id: Number(id), ...fields, amount: amount_cents / unit, spent: spent_cents / unit };
};

/** The ids of the events and of their budgets. */
export const idsIn = (events: Events): string[] =>
  Object.entries(events).flatMap(([id, { budgets }]) => [id, ...Object.keys(budgets)]);
