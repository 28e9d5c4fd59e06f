import { text } from '../schema.ts';

/** What requests and responses have alike. */
export const budgetTexts = {
  name: text({ min: 1, max: 255, trim: true }),
  category: text({ min: 0, max: 100, trim: true }),
  vendor: text({ min: 0, max: 100, trim: true }),
  note: text({ min: 0, max: 500 }),
};
