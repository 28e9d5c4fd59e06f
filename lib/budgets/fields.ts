import { newLine, newName, newText, textField } from '../new-text.ts';
import { partOf } from '../plan/kept-fields.ts';
import { text } from '../schema.ts';

/** The note of a payment. */
export const paymentNote = textField(text({ min: 0, max: 100 }), newText);

export const budgetName = textField(text({ min: 1, max: 255, trim: true }), newName);

export const budgetCategory = textField(text({ min: 0, max: 100, trim: true }), newLine);

export const newBudgetTexts = {
  name: budgetName.newText,
  category: budgetCategory.newText,
  ...partOf('newText'),
};
