import { promisify } from 'node:util';
import { actionOf } from '../parts.js';
import { reasonOf } from './errors.js';

/** @typedef {import('dynalite/db').View} View */
/** @typedef {import('dynalite/db').Write} Write */
/** @typedef {{ reason: import('./errors.js').Reason, writes: Write[], units?: import('dynalite/db').Units }} Outcome */

/**
 * What an operation would write, or why it can't be done. Its item has to be locked.
 * @param {import('./request.js').Operation} operation
 * @param {View} store
 * @returns {Promise<Outcome>}
 */
export async function outcomeOf({ kind, action, request }, store) {
  /** @type {Write[]} */
  const writes = [];
  try {
    const { ConsumedCapacity: units } = await promisify(actionOf(action))(collecting(store, writes), request);
    const wanted = kind === 'ConditionCheck' ? [] : writes;
    return { reason: { Code: 'None' }, writes: wanted, ...(units && { units }) };
  } catch (error) {
    return { reason: reasonOf(error), writes: [] };
  }
}

/**
 * The store for an item that is locked already. It collects what would be written.
 * @param {View} store
 * @param {Write[]} writes
 * @returns {View}
 */
function collecting(store, writes) {
  return {
    ...store,
    db: {
      batch: (operations, done) => {
        writes.push(...operations);
        done(null);
      },
    },
    getItemDb: (table) => ({
      ...store.getItemDb(table),
      lock: (_, locked) => locked((done = () => {}) => done),
    }),
  };
}
