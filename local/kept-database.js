import { rename } from 'node:fs/promises';
import { createTable, MissingIndexError, startDatabase } from './database.js';

/**
 * Starts the embedded database of a folder and creates its table. If the table is from an older version, renames the
 * folder and starts with a new one.
 * @param {string} folder
 * @param {import('./database.js').TableDefinition} definition
 * @returns {Promise<import('./database.js').Database>}
 */
export async function keptDatabase(folder, definition) {
  const database = await startDatabase(folder);
  try {
    await createTable(definition, database.endpoint);
    return database;
  } catch (error) {
    await database.stop();
    if (!(error instanceof MissingIndexError)) throw error;
  }
  const aside = `${folder}-until-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`;
  await rename(folder, aside);
  console.log(`${folder} is from an older version. It is kept as ${aside}, and the service starts empty.`);
  return keptDatabase(folder, definition);
}
