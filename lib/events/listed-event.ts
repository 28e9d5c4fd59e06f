import * as z from 'zod/mini';
import { role } from '../auth/roles.ts';
import { examplesOf, ifSet } from '../schema.ts';
import type { EventsQuery } from './query.ts';
import type { OwnedHead } from './repository.ts';
import { eventResponse, toEventResponse } from './response.ts';
import { limitResponse, toLimitResponse, toTotalsResponse, totalsResponse } from './totals.ts';

const inSummary = <Schema extends z.ZodMiniType>(schema: Schema) =>
  ifSet(schema, 'Only with `include=summary`');

const ifShared = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  ifSet(schema, `${description}; only of a shared event`);

const { total_spent, remaining, over_budget, total_income, balance } = totalsResponse.shape;
const { left, over_limit } = limitResponse.shape;

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

export const toListedEvent = (event: OwnedHead, { include }: Pick<EventsQuery, 'include'>) => ({
  ...toEventResponse(event),
  ...event.shared,
  ...(include && { ...toTotalsResponse(event), ...toLimitResponse(event) }),
});
