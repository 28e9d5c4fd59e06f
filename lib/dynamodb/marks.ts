import { randomBytes } from 'node:crypto';
import type { Update } from './changes.ts';

/** How many of its last writes an item remembers. */
export const REMEMBERED_WRITES = 4;

/** The attribute that has their marks, newest first. */
const WRITES = 'writes';

/** A random mark that tells a write that was sent again from others. */
export const newMark = (): string => randomBytes(9).toString('base64url');

/** The `writes` of a new item. */
export const firstWrites = (mark: string): string[] => Array(REMEMBERED_WRITES).fill(mark);

/** The `writes` of an item that is put whole, after those before. */
export const writesAfter = (writes: string[], mark: string): string[] =>
  [mark, ...writes].slice(0, REMEMBERED_WRITES);

/** Has an item remember an update, and three before it. */
export function remember(update: Update, mark: string): Update {
  update.set([WRITES, 0], mark);
  for (let n = 1; n < REMEMBERED_WRITES; n += 1) update.copy([WRITES, n], [WRITES, n - 1]);
  return update;
}
