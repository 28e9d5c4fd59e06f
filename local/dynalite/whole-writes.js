import { actionOf, CHANGES, replaceAction } from './parts.js';

/** @typedef {import('dynalite/db').View} View */

/**
 * Makes dynalite write an item and its index entries in one batch. By itself it writes the entries first and the item
 * afterwards, and a kill in between leaves them different.
 */
export function writeItemsWithTheirIndexes() {
  for (const name of CHANGES) {
    const action = actionOf(name);
    replaceAction(name, (store, request, done) => action(holdIndexEntries(store), request, done));
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
