import { text } from '../schema.ts';

/** What requests and responses have alike. */
export const eventTexts = {
  name: text({ min: 1, max: 255, trim: true }),
  description: text({ min: 0, max: 2_000 }),
};
