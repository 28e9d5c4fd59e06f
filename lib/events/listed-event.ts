import * as z from 'zod/mini';
import { examplesOf } from '../schema.ts';
import { balanceOf, balanceResponse } from './balance.ts';
import { type BudgetEvent, eventResponse, toEventResponse } from './event.ts';
import type { EventsQuery } from './events-query.ts';

const inSummary = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(schema.check(z.meta({ description: 'Only with `include=summary`' })));

const { total_spent, remaining, over_budget } = balanceResponse.shape;

/** Schema of an event in a list. */
export const listedEvent = z
  .object({
    ...eventResponse.shape,
    total_spent: inSummary(total_spent),
    remaining: inSummary(remaining),
    over_budget: inSummary(over_budget),
  })
  .check(z.meta({ id: 'ListedEvent', examples: examplesOf(eventResponse) }));

export const toListedEvent = (event: BudgetEvent, { include }: Pick<EventsQuery, 'include'>) => ({
  ...toEventResponse(event),
  ...(include && balanceOf(event.total_cents, event.spent_cents)),
});
