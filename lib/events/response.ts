import * as z from 'zod/mini';
import { requiredDay } from '../day.ts';
import { idResponse } from '../id.ts';
import { count } from '../lists/page.ts';
import { amountResponse, toAmount } from '../money/response.ts';
import { ifSet } from '../schema.ts';
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

export const toEventResponse = ({
  id,
  name,
  digits,
  total_cents,
  budgets_count,
  description,
  event_date,
  currency,
  limit_cents,
  guests,
}: EventHead) => ({
  id,
  name,
  total_amount: toAmount(total_cents, digits),
  budgets_count,
  description,
  event_date,
  ...(currency !== undefined && { currency }),
  ...(limit_cents !== undefined && { limit_amount: toAmount(limit_cents, digits) }),
  ...(guests !== undefined && { guests }),
});

/** What a create tells of an event, besides what it is preferred to show. */
export const toCreatedEvent = ({ id, version }: EventHead) => ({ location: `/events/view/${id}`, version });
