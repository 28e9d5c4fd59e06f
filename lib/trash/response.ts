import * as z from 'zod/mini';
import { eventResponse, toEventResponse } from '../events/response.ts';
import { instant, toInstant } from '../instant.ts';
import { type EventHead, expiryOf } from '../plan/head.ts';

const { id, name, event_date, currency, total_amount, budgets_count } = eventResponse.shape;

export const trashedEvent = z
  .object({
    id,
    name,
    event_date,
    currency,
    total_amount,
    budgets_count,
    deleted_at: instant.check(z.meta({ description: 'When it was deleted' })),
    expires_at: instant.check(z.meta({ description: 'Until when you can restore it' })),
  })
  .check(
    z.meta({
      id: 'TrashedEvent',
      examples: [
        {
          id: 114640874095021,
          name: 'Summer party',
          event_date: '2027-07-04',
          total_amount: 2050.5,
          budgets_count: 2,
          deleted_at: '2027-02-03T09:30:00.000Z',
          expires_at: '2027-03-05T09:30:00.000Z',
        },
      ],
    }),
  );

export function toTrashedEvent(event: EventHead) {
  const { id, name, event_date, currency, total_amount, budgets_count } = toEventResponse(event);
  const { deleted_at = 0 } = event;
  return {
    id,
    name,
    event_date,
    currency,
    total_amount,
    budgets_count,
    deleted_at: toInstant(deleted_at),
    expires_at: toInstant(expiryOf(deleted_at)),
  };
}
