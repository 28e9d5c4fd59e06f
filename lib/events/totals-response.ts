import * as z from 'zod/mini';
import { amountResponse, type Digits, toAmount } from '../money/amount.ts';
import type { AmountSums } from '../plan/sums.ts';
import { ifSet } from '../schema.ts';

/** The sums of an event's budgets. The head of an event doesn't have what was received. */
interface Totals extends Omit<AmountSums, 'received_cents'>, Partial<Pick<AmountSums, 'received_cents'>> {
  digits: Digits;
  limit_cents?: number | undefined;
}

export const totalsResponse = z.object({
  total_amount: amountResponse.check(z.meta({ description: 'What the expenses are planned to cost' })),
  total_spent: amountResponse.check(z.meta({ description: 'What was spent on them' })),
  remaining: amountResponse.check(z.meta({ description: '`total_amount` minus `total_spent`' })),
  to_pay: amountResponse.check(
    z.meta({ description: 'What is still to pay of the expenses, with or without a due date' }),
  ),
  over_budget: z.boolean().check(
    z.meta({
      description: 'Whether `total_spent` exceeds `total_amount`. Open payments don’t count',
    }),
  ),
  total_income: ifSet(
    amountResponse,
    'The income that you expect; only if you expect, have received or have yet to receive any',
  ),
  total_received: ifSet(amountResponse, 'What you have received; only with `total_income`'),
  to_receive: ifSet(amountResponse, 'What you have yet to receive; only with `total_income`'),
  balance: ifSet(amountResponse, '`total_income` minus `total_amount`; only with `total_income`'),
  total_estimate: ifSet(
    amountResponse,
    'What the expenses were estimated to cost; only if one of them has an estimate',
  ),
  variance: ifSet(
    amountResponse,
    '`total_amount` minus `total_estimate`, so that an expense without an estimate counts in full; only with `total_estimate`',
  ),
});

export const limitResponse = z.object({
  limit_amount: ifSet(amountResponse, 'What the event may cost; only if the event has a limit'),
  left: ifSet(amountResponse, '`limit_amount` minus `total_amount`; only if the event has a limit'),
  over_limit: ifSet(
    z.boolean(),
    'Whether `total_amount` or `total_spent` exceeds `limit_amount`; only if the event has a limit',
  ),
});

export function toTotalsResponse({ digits, total_cents, spent_cents, income_cents, ...sums }: Totals) {
  const { received_cents, to_receive_cents, estimate_cents } = sums;
  const hasIncome = [income_cents, received_cents ?? 0, to_receive_cents].some((cents) => cents !== 0);
  return {
    total_amount: toAmount(total_cents, digits),
    total_spent: toAmount(spent_cents, digits),
    remaining: toAmount(total_cents - spent_cents, digits),
    to_pay: toAmount(sums.to_pay_cents, digits),
    over_budget: spent_cents > total_cents,
    ...(hasIncome && {
      total_income: toAmount(income_cents, digits),
      ...(received_cents !== undefined && { total_received: toAmount(received_cents, digits) }),
      to_receive: toAmount(to_receive_cents, digits),
      balance: toAmount(income_cents - total_cents, digits),
    }),
    ...(sums.estimates_count > 0 && {
      total_estimate: toAmount(estimate_cents, digits),
      variance: toAmount(total_cents - estimate_cents, digits),
    }),
  };
}

export const toLimitResponse = ({ digits, total_cents, spent_cents, limit_cents }: Totals) => ({
  ...(limit_cents !== undefined && {
    limit_amount: toAmount(limit_cents, digits),
    left: toAmount(limit_cents - total_cents, digits),
    over_limit: Math.max(total_cents, spent_cents) > limit_cents,
  }),
});
