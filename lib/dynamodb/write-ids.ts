import { randomBytes } from 'node:crypto';
import type { Update } from './changes.ts';

/** Number of last writes that an item remembers. */
export const REMEMBERED_WRITE_IDS = 4;

/** The attribute that has the write ids, newest first. */
const WRITES = 'writes';

/** A random writeId that tells a write that was sent again from others. */
export const newWriteId = (): string => randomBytes(9).toString('base64url');

/** The `writes` of a new item. */
export const firstWriteIds = (writeId: string): string[] => Array(REMEMBERED_WRITE_IDS).fill(writeId);

/** The `writes` of an item that is put whole, after those before. */
export const writeIdsAfter = (writes: string[], writeId: string): string[] =>
  [writeId, ...writes].slice(0, REMEMBERED_WRITE_IDS);

/** Makes an item remember an update, besides the three before it. */
export function remember(update: Update, writeId: string): Update {
  update.set([WRITES, 0], writeId);
  for (let n = 1; n < REMEMBERED_WRITE_IDS; n += 1) update.copy([WRITES, n], [WRITES, n - 1]);
  return update;
}
