import { describe, expect, it } from 'vitest';
import { budgetMap } from '../../../lib/budgets/budget.ts';

const line = {
  name: 'Band',
  category: '',
  amount_cents: 1,
  spent_cents: 0,
  version: 0,
  write_mark: 'a mark',
};

describe('budgetMap', () => {
  it('returns the budgets oldest first, since DynamoDB maps are unordered', () => {
    const ids = [114640874103215, 114640874099904, 114640874103214];
    const budgets = budgetMap.parse(Object.fromEntries(ids.map((id) => [id, line])));
    expect(budgets).toEqual(ids.toSorted().map((id) => ({ id, ...line })));
  });
});
