import { type NewText, newName, newText } from '../new-text.ts';
import { text } from '../schema.ts';

/** Rules that requests and responses share. */
export const eventTexts = {
  name: text({ min: 1, max: 255, trim: true }),
  description: text({ min: 0, max: 2_000 }),
};

export const newEventTexts = { name: newName, description: newText } satisfies Record<
  keyof typeof eventTexts,
  NewText
>;
