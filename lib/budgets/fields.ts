import { newLine, newName } from '../new-text.ts';
import { partOf } from '../plan/plain-fields.ts';
import { text } from '../schema.ts';

/** The note of a payment. */
export const paymentNote = text({ min: 0, max: 100 });

export const budgetName = text({ min: 1, max: 255, trim: true });

export const budgetCategory = text({ min: 0, max: 100, trim: true });

export const newBudgetTexts = { name: newName, category: newLine, ...partOf('newText') };
