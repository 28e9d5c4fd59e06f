import { eventTotalsResponse, toEventTotals } from '../budgets/event-totals.ts';
import { budgetResponse, paymentResponse, toBudgetResponse, toPaymentResponse } from '../budgets/response.ts';
import type { WrittenBudget } from '../plan/change-budget.ts';
import { paymentIn } from './change-payments.ts';

/** Shows the budget of a written payment with the totals of its event. */
export const budgetOfPayment = { budget: budgetResponse, summary: eventTotalsResponse };

/** The same with the payment. */
export const writtenPayment = { data: paymentResponse, ...budgetOfPayment };

export const toBudgetOfPayment = ({ after, budget }: WrittenBudget) => ({
  budget: toBudgetResponse(budget),
  summary: toEventTotals(after),
});

export const toWrittenPayment = (written: WrittenBudget, id: number) => ({
  data: toPaymentResponse(paymentIn(written.budget, id), written.budget.digits),
  ...toBudgetOfPayment(written),
});
