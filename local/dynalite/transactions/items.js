import { promisify } from 'node:util';
import { db } from '../parts.js';

/** @typedef {import('dynalite/db').Store} Store */
/** @typedef {{ table: string, key: string, name: string, records: import('dynalite/db').Records }} StoredItem */

/**
 * The items of operations, in one order for all transactions. Throws dynalite's failure if a table isn't there, or if
 * two operations have the same item.
 * @param {import('./request.js').Operation[]} operations
 * @param {Store} store
 */
export async function itemsOf(operations, store) {
  const items = await Promise.all(operations.map(({ request }) => itemOf(request, store)));
  const found = new Map(items.flatMap((item) => (item ? [[item.name, item]] : [])));
  if (found.size < items.filter(Boolean).length)
    throw db.validationError('Transaction request cannot include multiple operations on one item');
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * `undefined` if the key doesn't fit to the table, for which dynalite's action will give the reason.
 * @param {import('./request.js').ItemRequest} request
 * @param {Store} store
 * @returns {Promise<StoredItem | undefined>}
 */
async function itemOf({ TableName, Item, Key = {} }, store) {
  const table = await promisify(store.getTable)(TableName);
  if (Item ? db.validateItem(Item, table) : db.validateKey(Key, table)) return undefined;
  const key = db.createKey(Item ?? Key, table);
  return { table: TableName, key, name: `${TableName} ${key}`, records: store.getItemDb(TableName) };
}

/**
 * Locks a token and items one after another, and returns what unlocks them. Because all transactions lock in one order,
 * no two wait for each other.
 * @param {Store} store
 * @param {string | undefined} token
 * @param {StoredItem[]} items
 */
export async function lock({ tableDb }, token, items) {
  // No table has a name like that.
  const ofToken = token === undefined ? [] : [{ records: tableDb, key: `token~${token}` }];
  /** @type {(() => void)[]} */
  const unlocks = [];
  for (const { records, key } of [...ofToken, ...items]) {
    await new Promise((resolve) =>
      records.lock(key, (release) => {
        unlocks.push(release());
        resolve(undefined);
      }),
    );
  }
  return () => {
    for (const unlock of unlocks) unlock();
  };
}
