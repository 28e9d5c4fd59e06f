import { describe, expect, it } from 'vitest';
import { plannedEvent } from '../../../lib/budgets/line.ts';
import { newHead } from '../../../lib/events/head.ts';

const line = {
  name: 'Band',
  category: '',
  amount_cents: 1,
  spent_cents: 0,
  version: 0,
  write_mark: 'a mark',
};

describe('plannedEvent', () => {
  it('returns the budgets oldest first, since DynamoDB maps are unordered', () => {
    const ids = [114640874103215, 114640874099904, 114640874103214];
    const head = newHead({ name: 'Party', description: '', event_date: '2027-07-04' });
    const item = { head, budgets: Object.fromEntries(ids.map((id) => [id, line])) };
    const { budgets } = plannedEvent.parse(item);
    expect(budgets).toEqual(ids.toSorted().map((id) => ({ id, digits: 2, ...line })));
  });
});
