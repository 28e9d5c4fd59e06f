import * as z from 'zod/mini';
import { DEFAULT_DIGITS, minorUnits, requireDigits } from '../money/amount.ts';
import { requestedCurrency } from '../money/currency.ts';
import { inThousandths, requestedAmount } from '../money/request.ts';
import { problem } from '../problem.ts';
import { changesOf } from '../schema.ts';
import type { HeadFields } from './head.ts';
import { eventResponse } from './response.ts';

const MAX_GUESTS = 100_000;

const INVALID_GUESTS = problem('invalid', `must be a whole number from 0 to ${MAX_GUESTS}`);

export const guests = z.nullable(
  z
    .int32({ error: INVALID_GUESTS, abort: true })
    .check(
      z.gte(0, { error: INVALID_GUESTS }),
      z.lte(MAX_GUESTS, { error: INVALID_GUESTS }),
      z.meta({ description: 'How many people come. Amounts per guest follow from it' }),
    ),
);

const eventFields = z.object({
  name: eventResponse.shape.name,
  description: eventResponse.shape.description,
  event_date: eventResponse.shape.event_date,
  currency: z.nullable(requestedCurrency),
  limit_amount: z.nullable(requestedAmount),
  guests,
});

/** A body that may have a limit. */
interface Limited {
  limit_amount?: number | null | undefined;
}

/** With the limit in thousandths, because the digits of its event may not be known yet. */
const limitInThousandths = <Fields extends Limited>({ limit_amount, ...fields }: Fields) => ({
  ...fields,
  ...(limit_amount !== undefined && { limit_amount: limit_amount && inThousandths(limit_amount) }),
});

export const newEvent = z
  .pipe(
    z.extend(eventFields, {
      description: z._default(eventFields.shape.description, ''),
      currency: z.optional(eventFields.shape.currency),
      limit_amount: z.optional(eventFields.shape.limit_amount),
      guests: z.optional(eventFields.shape.guests),
    }),
    z.transform(limitInThousandths),
  )
  .check(
    z.meta({
      id: 'EventInput',
      examples: [
        { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' },
        { name: 'Wedding', event_date: '2027-08-21', currency: 'EUR', limit_amount: 15_000, guests: 80 },
      ],
    }),
  );

/** Omitted fields keep their values, and `null` clears one. */
export const eventChanges = z.pipe(changesOf(eventFields), z.transform(limitInThousandths)).check(
  z.meta({
    id: 'EventChanges',
    examples: [{ description: 'In the garden, from noon' }, { limit_amount: null }, { guests: 95 }],
  }),
);

export type NewEvent = z.output<typeof newEvent>;
export type EventChanges = z.output<typeof eventChanges>;

/** What a new event stores of its body. Throws {@link InvalidFieldsError} if the limit doesn't fit the currency. */
export function headFieldsOf({ currency, limit_amount, guests, ...texts }: NewEvent): HeadFields {
  const fraction = currency?.digits ?? DEFAULT_DIGITS;
  requireDigits({ limit_amount }, fraction);
  return {
    ...texts,
    ...(currency && { currency: currency.code, digits: currency.digits }),
    ...(typeof limit_amount === 'number' && { limit_cents: minorUnits(limit_amount, fraction) }),
    ...(typeof guests === 'number' && { guests }),
  };
}
