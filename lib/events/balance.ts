import * as z from 'zod/mini';
import { amountResponse, toAmount } from '../amount.ts';

/** Schema of planned and spent amounts in a response. */
export const balanceResponse = z.object({
  total_amount: amountResponse,
  total_spent: amountResponse,
  remaining: amountResponse,
  over_budget: z.boolean(),
});

/** The balance of amounts in whole cents. */
export const balanceOf = (planned: number, spent: number) => ({
  total_amount: toAmount(planned),
  total_spent: toAmount(spent),
  remaining: toAmount(planned - spent),
  over_budget: spent > planned,
});
