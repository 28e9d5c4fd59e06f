import type { Budget } from '../../lib/events/budget.ts';
import { itemOf, newEvent } from '../../lib/events/event.ts';

const party = { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' };
export const line = { name: 'Band', category: 'Music', amount_cents: 80_000, spent_cents: 95_050 };

const MARK = 'W_UsQmF9T82w';

/** The attributes of an event with this many equal budgets, as stored in the table. */
export function eventItem(id: number, budgets: number, fields: Partial<Budget> = {}) {
  const lines = Array.from({ length: budgets }, (_, n) => ({
    id: id + n + 1,
    digits: 2 as const,
    ...line,
    payments: [],
    version: 0,
    ...fields,
  }));
  return itemOf({ ...newEvent('nobody', party, lines), id }, MARK);
}

/** The same with a due date for each budget, none of which is paid. */
export const dueEventItem = (id: number, budgets: number, due_date = '2027-06-30') =>
  eventItem(id, budgets, { due_date });
