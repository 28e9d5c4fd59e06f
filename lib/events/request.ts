import * as z from 'zod/mini';
import { requiredDay } from '../day.ts';
import { requestedCurrency } from '../money/currency.ts';
import { AMOUNT_IN_WORDS, requestedAmount } from '../money/request.ts';
import { changesOf, wholeNumber } from '../schema.ts';
import { eventTexts } from './fields.ts';

const MAX_GUESTS = 100_000;

const guests = z.nullable(
  wholeNumber({ minimum: 0, maximum: MAX_GUESTS }).check(
    z.meta({ description: 'How many people come. The amounts of budgets per guest are computed from it' }),
  ),
);

const requestedEvent = z.object({
  ...eventTexts,
  event_date: requiredDay,
  currency: z.nullable(requestedCurrency),
  limit_amount: z
    .nullable(requestedAmount)
    .check(z.meta({ description: `What the event may cost. ${AMOUNT_IN_WORDS}` })),
  guests,
});

export const newEvent = z
  .extend(requestedEvent, {
    description: z._default(eventTexts.description, ''),
    currency: z.optional(requestedEvent.shape.currency),
    limit_amount: z.optional(requestedEvent.shape.limit_amount),
    guests: z.optional(requestedEvent.shape.guests),
  })
  .check(
    z.meta({
      id: 'EventInput',
      description: '`null`, where a field takes it, means that it is not set',
      examples: [
        { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' },
        { name: 'Wedding', event_date: '2027-08-21', currency: 'EUR', limit_amount: 15_000, guests: 80 },
      ],
    }),
  );

/** Omitted fields keep their values, and `null` clears one. */
export const eventChanges = changesOf(requestedEvent).check(
  z.meta({
    id: 'EventChanges',
    examples: [{ description: 'In the garden, from noon' }, { limit_amount: null }, { guests: 95 }],
  }),
);

export const eventCopy = z.extend(z.partial(requestedEvent), { event_date: requiredDay }).check(
  z.meta({
    id: 'EventCopy',
    description: 'Fields that are left out have the values of the original, and `null` clears one',
    examples: [{ event_date: '2028-07-04', name: 'Summer party 2028' }],
  }),
);

export type EventChanges = z.output<typeof eventChanges>;
export type EventCopy = z.output<typeof eventCopy>;
