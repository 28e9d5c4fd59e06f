import { Level } from 'level';
import { onCopy, readRecord, recordsOf } from './folder.js';

/** Its types lack it. */
const { repair } = /** @type {{ repair: (folder: string) => Promise<void> }} */ (
  /** @type {unknown} */ (Level)
);

/**
 * The items of a table that can be read in a damaged folder, which stays as it is.
 * @param {string} folder
 * @param {string} table
 * @returns {Promise<Item[]>}
 */
export const readableItems = (folder, table) =>
  onCopy(folder, async (copy) => {
    await repair(copy);
    const level = recordsOf(copy);
    const values = await level.values({ gt: `item-${table}~`, lt: `item-${table}\x7f` }).all();
    await level.close();
    return values.flatMap((value) => {
      try {
        return [/** @type {Item} */ (readRecord(value))];
      } catch {
        return [];
      }
    });
  });

/** @typedef {Record<string, import('@aws-sdk/client-dynamodb').AttributeValue>} Item */
