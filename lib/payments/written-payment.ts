import { budgetResponse, paymentResponse, toBudgetResponse } from '../budgets/response.ts';
import { eventTotalsResponse, toEventTotals } from '../budgets/totals.ts';
import type { Event } from '../events/event.ts';

/** What shows the budget of a payment that was written, with the totals of its event. */
export const budgetOfPayment = { budget: budgetResponse, summary: eventTotalsResponse };

/** The same with the payment. */
export const writtenPayment = { data: paymentResponse, ...budgetOfPayment };

/** The budget of a payment, and its version; `undefined` if one of them is gone. */
export function toBudgetOfPayment(event: Event | undefined, budgetId: number) {
  const budget = event?.budgets.find(({ id }) => id === budgetId);
  if (!event || !budget) return undefined;
  const representation = { budget: toBudgetResponse(budget), summary: toEventTotals(event) };
  return { version: budget.version, representation };
}

/** The same with the payment; `undefined` if that is gone. */
export function toWrittenPayment(event: Event | undefined, budgetId: number, id: number) {
  const written = toBudgetOfPayment(event, budgetId);
  const data = written?.representation.budget.payments?.find((payment) => payment.id === id);
  return written && data && { ...written, representation: { data, ...written.representation } };
}
