import * as z from 'zod/mini';
import { amountTooPrecise } from '../money/amount.ts';
import { newLine, newName } from '../new-text.ts';
import { partOf } from '../plan/plain-fields.ts';
import { problem } from '../problem.ts';
import { text } from '../schema.ts';

/** The note of a payment. */
export const paymentNote = text({ min: 0, max: 100 });

export const budgetName = text({ min: 1, max: 255, trim: true });

export const budgetCategory = text({ min: 0, max: 100, trim: true });

export const newBudgetTexts = { name: newName, category: newLine, ...partOf('newText') };

const RANGE = { minimum: 0.01, maximum: 1_000_000 };

const notInRange = problem('invalid', 'must be a number from {minimum} to {maximum}', RANGE);

const tooPrecise = amountTooPrecise(2);

/** Number of units. */
export const quantityResponse = z
  .number({ error: ({ input }) => (Number.isNaN(input) ? tooPrecise : notInRange) })
  .check(
    z.gte(RANGE.minimum, { error: notInRange, abort: true }),
    // Without it, generated clients may take 32 bits, which hold seven digits.
    z.meta({ format: 'double' }),
  );

export const requestedQuantity = quantityResponse.check(
  z.lte(RANGE.maximum, { error: notInRange, abort: true }),
  z.refine((quantity) => Math.round(quantity * 100) / 100 === quantity, { error: tooPrecise }),
);
