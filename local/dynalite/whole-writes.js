import { createRequire } from 'node:module';

/** @typedef {import('dynalite/db').View} View */
/** @typedef {import('dynalite/db').Action} Action */

const require = createRequire(import.meta.url);

/**
 * Makes dynalite write an item and its index entries in one batch. By itself it writes the entries first and the item
 * afterwards, and a kill in between leaves them different. dynalite takes its actions when it is loaded, so this has to
 * be called before.
 */
export function writeItemsWithTheirIndexes() {
  for (const name of ['putItem', 'updateItem', 'deleteItem']) {
    const file = require.resolve(`dynalite/actions/${name}`);
    /** @type {Action} */
    const action = require(file);
    const { [file]: module } = require.cache;
    if (!module) throw new Error(`dynalite has no ${name}.`);
    /** @type {Action} */
    module.exports = (store, request, done) => action(holdIndexEntries(store), request, done);
  }
}

/**
 * The store for one action, which writes index entries together with the item. The item is the last that an action
 * writes.
 * @param {View} store
 * @returns {View}
 */
function holdIndexEntries(store) {
  /** @type {import('dynalite/db').Write[]} */
  const held = [];
  return {
    ...store,
    getIndexDb: (type, table, index) => ({
      ...store.getIndexDb(type, table, index),
      ...writing(`index-${type.toLowerCase()}~${table}~${index}~`, (write, done) => {
        held.push(write);
        done(null);
      }),
    }),
    getItemDb: (table) => ({
      ...store.getItemDb(table),
      ...writing(`item-${table}~`, (write, done) => store.db.batch([...held, write], done)),
    }),
  };
}

/**
 * @param {string} prefix of dynalite's keys for these records
 * @param {(write: import('dynalite/db').Write, done: import('dynalite/db').Done) => void} write
 * @returns {Pick<import('dynalite/db').Records, 'put' | 'del'>}
 */
function writing(prefix, write) {
  return {
    put: (key, value, done) => write({ type: 'put', key: prefix + key, value }, done),
    del: (key, done) => write({ type: 'del', key: prefix + key }, done),
  };
}
