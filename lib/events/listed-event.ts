import * as z from 'zod/mini';
import { includedTimes, includedVersion, timesOf } from '../lists/include.ts';
import { examplesOf, ifSet } from '../schema.ts';
import type { EventsQuery } from './query.ts';
import type { OwnedHead } from './repository.ts';
import { limitResponse, toLimitResponse, toTotalsResponse, totalsResponse } from './totals.ts';
import { toViewedEvent, viewedEvent } from './viewed-event.ts';

const inSummary = <Schema extends z.ZodMiniType>(schema: Schema) =>
  ifSet(schema, 'Only with `include=summary`');

const { total_spent, remaining, over_budget, total_income, balance, total_estimate, variance } =
  totalsResponse.shape;
const { left, over_limit } = limitResponse.shape;

export const listedEvent = z
  .object({
    ...viewedEvent.shape,
    total_spent: inSummary(total_spent),
    remaining: inSummary(remaining),
    over_budget: inSummary(over_budget),
    total_income,
    balance,
    total_estimate,
    variance,
    left,
    over_limit,
    version: includedVersion,
    ...includedTimes('When it, its budgets, members or invitations were last changed'),
  })
  .check(z.meta({ id: 'ListedEvent', examples: examplesOf(viewedEvent) }));

export const toListedEvent = (event: OwnedHead, { include = [] }: Pick<EventsQuery, 'include'>) => ({
  ...toViewedEvent(event),
  ...(include.includes('summary') && { ...toTotalsResponse(event), ...toLimitResponse(event) }),
  ...(include.includes('version') && { version: event.version }),
  ...(include.includes('times') && timesOf(event)),
});
