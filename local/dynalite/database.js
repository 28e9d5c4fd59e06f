import { Level } from 'level';
import { dynaliteWithStore } from './dynalite-store.js';
import { checkFolder } from './folder.js';
import { takeTransactions } from './listener.js';
import { returnItemsOfFailedConditions } from './returned-items.js';
import { writeItemsWithTheirIndexes } from './whole-writes.js';

/** @typedef {{ endpoint: string, stop: () => Promise<void> }} Database */

closeIterators();
returnItemsOfFailedConditions();
writeItemsWithTheirIndexes();

/**
 * Starts the embedded database, in memory if no folder is given.
 * @param {string} [folder]
 * @returns {Promise<Database>}
 */
export async function startDatabase(folder) {
  if (folder) await checkFolder(folder);
  const { server, store } = await dynaliteWithStore({ createTableMs: 0, ...(folder && { path: folder }) });
  takeTransactions(server, store);
  await new Promise((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(undefined)),
  );
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}

/**
 * dynalite 4 closes an iterator with `return`, which LevelDB's iterators don't have. Without it, each query would leave
 * an iterator open, with everything that it has read.
 */
function closeIterators() {
  const { values } = Level.prototype;
  /** @this {Level} @param {unknown[]} options */
  Level.prototype.values = function (...options) {
    const iterator = Reflect.apply(values, this, options);
    return Object.assign(iterator, { return: () => iterator.close() });
  };
}
