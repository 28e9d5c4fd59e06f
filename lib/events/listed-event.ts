import * as z from 'zod/mini';
import { examplesOf } from '../schema.ts';
import { balanceOf, balanceResponse, ifSet, limitOf, limitResponse } from './totals.ts';
import { eventResponse, toEventResponse } from './response.ts';
import type { EventsQuery } from './query.ts';
import type { FoundEvent } from './found-events.ts';
import { role } from './roles.ts';

const inSummary = <Schema extends z.ZodMiniType>(schema: Schema) =>
  ifSet(schema, 'Only with `include=summary`');

const ifShared = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  ifSet(schema, `${description}; only of a shared event`);

const { total_spent, remaining, over_budget, total_income, balance } = balanceResponse.shape;
const { left, over_limit } = limitResponse.shape;

/** Schema of an event in a list. */
export const listedEvent = z
  .object({
    ...eventResponse.shape,
    total_spent: inSummary(total_spent),
    remaining: inSummary(remaining),
    over_budget: inSummary(over_budget),
    total_income,
    balance,
    left,
    over_limit,
    role: ifShared(role, 'Your role'),
    owner: ifShared(z.string(), 'Name of the owner'),
  })
  .check(z.meta({ id: 'ListedEvent', examples: examplesOf(eventResponse) }));

export const toListedEvent = (event: FoundEvent, { include }: Pick<EventsQuery, 'include'>) => ({
  ...toEventResponse(event),
  ...event.shared,
  ...(include && { ...balanceOf(event), ...limitOf(event) }),
});
