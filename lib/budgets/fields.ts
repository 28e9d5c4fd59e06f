import { text } from '../schema.ts';

/** Rules that requests and responses share. */
export const budgetTexts = {
  name: text({ min: 1, max: 255, trim: true }),
  category: text({ min: 0, max: 100, trim: true }),
  vendor: text({ min: 0, max: 100, trim: true }),
  note: text({ min: 0, max: 500 }),
};
