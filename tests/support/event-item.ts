import type { Budget } from '../../lib/plan/budget.ts';
import { type Event, itemOf, newEventOf } from '../../lib/plan/event.ts';
import { trashed } from '../../lib/trash/list-trash.ts';

const party = { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' };
export const line = { name: 'Band', category: 'Music', amount_cents: 80_000, spent_cents: 95_050 };

const NOBODY = { accountId: 'nobody' };
const MARK = 'W_UsQmF9T82w';

/** The attributes of an event with this many equal budgets, as stored in the table. */
export const eventItem = (id: number, budgets: number, fields: Partial<Budget> = {}) =>
  itemOf(eventOf(id, budgets, fields), MARK, NOBODY);

/** The same in the trash. */
export const trashedItem = (id: number, budgets: number) =>
  itemOf(trashed(eventOf(id, budgets)), MARK, NOBODY);

function eventOf(id: number, budgets: number, fields: Partial<Budget> = {}): Event {
  const lines = Array.from({ length: budgets }, (_, n) => ({
    id: id + n + 1,
    digits: 2 as const,
    ...line,
    payments: [],
    version: 0,
    ...fields,
  }));
  return { ...newEventOf('nobody', party, lines), id };
}

/** The same with a due date for each budget, of which nothing is spent. */
export const dueEventItem = (id: number, budgets: number, due_date = '2027-06-30') =>
  eventItem(id, budgets, { due_date, spent_cents: 0 });
