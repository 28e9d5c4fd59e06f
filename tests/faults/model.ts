import { catering, party } from '../support/service.ts';
import type { EventKind, Operation } from './operations.ts';

interface Line {
  name: string;
  category: string;
  amount_cents: number;
  spent_cents: number;
}

interface PlannedEvent {
  name: string;
  description: string;
  event_date: string;
  budgets: Record<string, Line>;
}

/** An account's events by id. */
export type Events = Record<string, PlannedEvent>;

/** An operation by an account that has `events`, on the event `id`. */
export function aimAt(id: string, events: Events, { budget, name, cents }: Operation) {
  const event = events[id];
  const lineIds = Object.keys(event?.budgets ?? {});
  const lineId = (budget > 0 && lineIds[budget % lineIds.length]) || '1';
  return { id, events, event, lineId, line: event?.budgets[lineId], name: name.trim(), cents };
}

export type Aim = ReturnType<typeof aimAt>;

export const bodies: Partial<Record<EventKind, (aim: Aim) => Record<string, unknown>>> = {
  create: ({ name }) => party({ name }),
  update: ({ name }) => ({ name }),
  createBudget: ({ name, cents }) => catering({ name, amount: cents / 100 }),
  updateBudget: ({ name, cents }) => ({ name, amount: cents / 100 }),
};

/** The account's events after a success, with `made` as the id of the created item; `undefined` if it can't succeed. */
export const after: Record<EventKind, (aim: Aim, made: string) => Events | undefined> = {
  create: ({ events, name }, made) => ({ ...events, [made]: { ...party(), name, budgets: {} } }),
  update: (aim) => change(aim, { name: aim.name }),
  delete: ({ events, id, event }) => event && without(events, id),
  createBudget: (aim, made) =>
    changeLine(aim, made, { name: aim.name, category: 'Food', amount_cents: aim.cents, spent_cents: 30_000 }),
  updateBudget: (aim) =>
    aim.line && changeLine(aim, aim.lineId, { ...aim.line, name: aim.name, amount_cents: aim.cents }),
  deleteBudget: (aim) => aim.line && change(aim, { budgets: without(aim.event?.budgets ?? {}, aim.lineId) }),
  list: ({ events }) => events,
  view: ({ events, event }) => event && events,
  listBudgets: ({ events, event }) => event && events,
  viewBudget: ({ events, line }) => line && events,
};

/** The expected response body of a read. */
export const shown: Partial<Record<EventKind, (aim: Aim) => object>> = {
  list: ({ events }) => ({ data: Object.entries(events).map(shownEvent) }),
  view: ({ id, event }) => ({ data: event && shownEvent([id, event]) }),
  listBudgets: ({ event }) => ({
    data: Object.entries(event?.budgets ?? {}).map(shownLine),
    summary: { total_amount: event && total(event) },
  }),
  viewBudget: ({ lineId, line }) => ({ data: line && shownLine([lineId, line]) }),
};

const change = ({ events, id, event }: Aim, changes: Partial<PlannedEvent>) =>
  event && { ...events, [id]: { ...event, ...changes } };

const changeLine = (aim: Aim, id: string, line: Line) =>
  change(aim, { budgets: { ...aim.event?.budgets, [id]: line } });

export const without = <Value>(all: Record<string, Value>, left: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => id !== left));

const total = ({ budgets }: PlannedEvent) =>
  Object.values(budgets).reduce((sum, { amount_cents }) => sum + amount_cents, 0) / 100;

const shownEvent = ([id, event]: [string, PlannedEvent]) => {
  const { budgets, ...fields } = event;
  const budgets_count = Object.keys(budgets).length;
  return { id: Number(id), ...fields, budgets_count, total_amount: total(event) };
};

const shownLine = ([id, { name, category, amount_cents, spent_cents }]: [string, Line]) => ({
  id: Number(id),
  name,
  category,
  amount: amount_cents / 100,
  spent: spent_cents / 100,
});

/** The ids of the events and of their budgets. */
export const idsIn = (events: Events): string[] =>
  Object.entries(events).flatMap(([id, { budgets }]) => [id, ...Object.keys(budgets)]);
