import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDatabase } from './dynalite/database.js';
import { createTable, hasTable, MissingIndexError } from './table.js';

/**
 * To be raised when functions can't read or change items of earlier versions.
 * 2: events have roles and invitations. 3: writes of several items are transactions. 4: accounts have marks of writes, and
 * sessions the day of their last use. 5: budgets and events count what is still to pay. 6: events have plain sums and a frame,
 * budgets short names, accounts versions.
 */
const LAYOUT = '6';

/**
 * Starts the embedded database of a folder and creates its table. If the table or its items are from an older version,
 * renames the folder and starts with a new one.
 * @param {string} folder
 * @param {import('./table.js').TableDefinition} definition
 * @returns {Promise<import('./dynalite/database.js').Database>}
 */
export async function keptDatabase(folder, definition) {
  const database = await startDatabase(folder);
  if (await isUpToDate(folder, definition, database.endpoint)) return database;
  await database.stop();
  const aside = `${folder}-until-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`;
  await rename(folder, aside);
  console.log(`${folder} is from an older version. It is kept as ${aside}, and the service starts empty.`);
  return keptDatabase(folder, definition);
}

/**
 * Creates the table if there is none.
 * @param {string} folder
 * @param {import('./table.js').TableDefinition} definition
 * @param {string} endpoint
 */
async function isUpToDate(folder, definition, endpoint) {
  const file = join(folder, 'LAYOUT');
  // Before the table, so that a start that is interrupted leaves no table without it.
  if (!(await hasTable(definition, endpoint))) await writeFile(file, LAYOUT);
  const layout = await readFile(file, 'utf8').catch(() => '1');
  if (layout !== LAYOUT) return false;
  try {
    await createTable(definition, endpoint);
    return true;
  } catch (error) {
    if (error instanceof MissingIndexError) return false;
    throw error;
  }
}
