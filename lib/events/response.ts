import * as z from 'zod/mini';
import { requiredDay } from '../day.ts';
import { idResponse } from '../id.ts';
import { count } from '../lists/page.ts';
import { amountResponse, toAmount } from '../money/response.ts';
import { type Complete, ifSet } from '../schema.ts';
import { eventTexts } from './fields.ts';
import type { EventHead } from './head.ts';
import { limitResponse } from './totals.ts';

export const eventResponse = z
  .object({
    id: idResponse,
    name: eventTexts.name,
    total_amount: amountResponse,
    budgets_count: count,
    description: eventTexts.description,
    event_date: requiredDay,
    currency: ifSet(z.string().check(z.regex(/^[A-Z]{3}$/)), 'Code of ISO 4217; only if the event has one'),
    limit_amount: limitResponse.shape.limit_amount,
    guests: ifSet(count, 'How many people come; only if it was given'),
  })
  .check(
    z.meta({
      examples: [
        {
          id: 114640874095021,
          name: 'Summer party',
          total_amount: 2050.5,
          budgets_count: 2,
          description: 'In the garden',
          event_date: '2027-07-04',
        },
      ],
    }),
  );

export const toEventResponse = ({ digits, total_cents, limit_cents, ...event }: EventHead) =>
  ({
    id: event.id,
    name: event.name,
    total_amount: toAmount(total_cents, digits),
    budgets_count: event.budgets_count,
    description: event.description,
    event_date: event.event_date,
    // JSON leaves out those that are undefined.
    currency: event.currency,
    limit_amount: limit_cents === undefined ? undefined : toAmount(limit_cents, digits),
    guests: event.guests,
  }) satisfies Complete<z.output<typeof eventResponse>>;

/** What a create tells of an event. */
export const toCreatedEvent = (event: EventHead) => ({
  location: `/events/view/${event.id}`,
  version: event.version,
  representation: () => ({ data: toEventResponse(event) }),
});
