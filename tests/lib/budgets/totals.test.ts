import { describe, expect, it } from 'vitest';
import { type Plan, summarize, sumsOf } from '../../../lib/budgets/totals.ts';

const line = (category: string, amount_cents: number, spent_cents: number) => ({
  category,
  amount_cents,
  spent_cents,
});

const plan = (...budgets: Plan['budgets']): Plan => ({ digits: 2, budgets });

describe('sumsOf', () => {
  it('adds up whole cents', () => {
    expect(sumsOf([]).total_cents).toBe(0);
    expect(sumsOf([line('', 10, 1), line('', 20, 2)]).total_cents).toBe(30);
    const lines = Array.from({ length: 500 }, () => line('', 99_999_999_999, 0));
    expect(sumsOf(lines).total_cents).toBe(49_999_999_999_500);
  });
});

describe('summarize', () => {
  it('is all zeros without budgets', () => {
    expect(JSON.stringify(summarize(plan()))).toBe(
      '{"total_amount":0.00,"total_spent":0.00,"remaining":0.00,"over_budget":false,"categories":[]}',
    );
  });

  it('keeps categories in the order of their first appearance', () => {
    const { categories } = summarize(plan(line('b', 1, 0), line('', 1, 0), line('a', 1, 0), line('b', 1, 0)));
    expect(categories.map(({ category }) => category)).toEqual(['b', '', 'a']);
  });

  it('is over budget only when spent exceeds planned by at least a cent', () => {
    expect(summarize(plan(line('a', 100, 100))).over_budget).toBe(false);
    expect(summarize(plan(line('a', 100, 101))).over_budget).toBe(true);
  });

  it('can be over budget in a category and not in total', () => {
    const summary = summarize(plan(line('a', 100, 150), line('b', 100, 0)));
    expect(summary.over_budget).toBe(false);
    expect(summary.categories.map(({ over_budget }) => over_budget)).toEqual([true, false]);
    expect(JSON.stringify(summary.categories[0]?.remaining)).toBe('-0.50');
  });
});
