import { rejectWebPages } from '../web-pages.js';
import { stopAtFailedWrite } from './failed-writes.js';
import { checkFolder } from './folder.js';
import { closeIterators } from './iterators.js';
import { takeWhatDynaliteLacks } from './listener.js';
import { serverWithStore } from './parts.js';
import { returnItemsOfFailedConditions } from './returned-items.js';
import { writeItemsWithTheirIndexes } from './whole-writes.js';

export { DamageError } from './folder.js';
export { readableItems } from './readable-items.js';

/** @typedef {{ endpoint: string, stop: () => Promise<void> }} Database */

// What dynalite lacks.
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
  const { server, store } = serverWithStore({ createTableMs: 0, ...(folder && { path: folder }) });
  // Until it is open, another start could open the folder too.
  await store.db.open();
  stopAtFailedWrite(store.db);
  takeWhatDynaliteLacks(server, store);
  // While functions load, nobody notices that an idle connection ends, and the next request over it would fail.
  server.keepAliveTimeout = 0;
  rejectWebPages(server);
  await new Promise((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(undefined)),
  );
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}
