import { describe, expect, it } from 'vitest';
import { toEventTotals } from '../../../lib/budgets/totals.ts';
import { amountSums } from '../../../lib/events/sums.ts';

const budget = (category: string, amount_cents: number, spent_cents: number) => ({
  category,
  amount_cents,
  spent_cents,
});

const totals = (...budgets: ReturnType<typeof budget>[]) => toEventTotals({ digits: 2, budgets, version: 3 });

describe('amountSums', () => {
  it('adds up whole cents', () => {
    expect(amountSums([]).total_cents).toBe(0);
    expect(amountSums([budget('', 10, 1), budget('', 20, 2)]).total_cents).toBe(30);
    const budgets = Array.from({ length: 500 }, () => budget('', 99_999_999_999, 0));
    expect(amountSums(budgets).total_cents).toBe(49_999_999_999_500);
  });
});

describe("an event's totals", () => {
  it('are all zeros without budgets', () => {
    expect(JSON.stringify(totals())).toBe(
      '{"total_amount":0.00,"total_spent":0.00,"remaining":0.00,"over_budget":false,"categories":[],"version":3}',
    );
  });

  it('have categories in the order of their first appearance', () => {
    const { categories } = totals(budget('b', 1, 0), budget('', 1, 0), budget('a', 1, 0), budget('b', 1, 0));
    expect(categories.map(({ category }) => category)).toEqual(['b', '', 'a']);
  });

  it('are over budget only when spent exceeds planned by at least a cent', () => {
    expect(totals(budget('a', 100, 100)).over_budget).toBe(false);
    expect(totals(budget('a', 100, 101)).over_budget).toBe(true);
  });

  it('can be over budget in a category and not in all', () => {
    const { over_budget, categories } = totals(budget('a', 100, 150), budget('b', 100, 0));
    expect(over_budget).toBe(false);
    expect(categories.map((category) => category.over_budget)).toEqual([true, false]);
    expect(JSON.stringify(categories[0]?.remaining)).toBe('-0.50');
  });
});
