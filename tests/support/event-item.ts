import { firstWrites } from '../../lib/dynamodb/marks.ts';
import { newHead } from '../../lib/events/head.ts';

const party = { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' };
export const line = { name: 'Band', category: 'Music', amount_cents: 80_000, spent_cents: 95_050 };

const MARK = 'W_UsQmF9T82w';

/** The attributes of an event with this many equal budgets, as stored in the table. */
export function eventItem(id: number, budgets: number, fields: object = {}) {
  const lines = Array.from({ length: budgets }, (_, n) => [
    id + n + 1,
    { ...line, ...fields, version: 0, write_mark: MARK },
  ]);
  const head = {
    ...newHead(party),
    budgets_count: budgets,
    planned_added: budgets * line.amount_cents,
    spent_added: budgets * line.spent_cents,
  };
  return {
    head_id: id,
    head,
    budgets: Object.fromEntries(lines),
    invitations: {},
    writes: firstWrites(MARK),
    write_mark: MARK,
  };
}

/** The same with a due date for each budget, none of which is paid. */
export function dueEventItem(id: number, budgets: number, due_date = '2027-06-30') {
  const { head, ...item } = eventItem(id, budgets, { due_date, due: 1, open: 1 });
  return { ...item, head: { ...head, due_added: budgets, open_added: budgets } };
}
