import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DamageError, readableItems, startDatabase } from './dynalite/database.js';
import { createTable, hasTable, MissingIndexError, putItems } from './table.js';

/**
 * To be raised when functions can't read or change items of earlier versions.
 * 2: events have roles and invitations. 3: writes of several items are transactions. 4: accounts have marks of writes, and
 * sessions the day of their last use. 5: budgets and events count what is still to pay. 6: events have plain sums and a frame,
 * budgets short names, accounts versions. 8: events count open amounts by day.
 */
const LAYOUT = '8';

/**
 * Starts the embedded database of a folder and creates its table. If the table or its items are from another version,
 * renames the folder and starts with a new one. If the folder is damaged, puts what can be read of it in its place, and throws.
 * @param {string} folder
 * @param {import('./table.js').TableDefinition} definition
 * @returns {Promise<import('./dynalite/database.js').Database>}
 */
export async function keptDatabase(folder, definition) {
  const database = await startDatabase(folder).catch(async (error) => {
    throw error instanceof DamageError ? await rescued(folder, definition, error) : error;
  });
  if (await isUpToDate(folder, definition, database)) return database;
  await database.stop();
  const aside = await setAside(folder, 'until');
  console.log(`${folder} is from another version. It is kept as ${aside}, and the service starts empty.`);
  return keptDatabase(folder, definition);
}

/**
 * Creates the table if there is none.
 * @param {string} folder
 * @param {import('./table.js').TableDefinition} definition
 * @param {import('./dynalite/database.js').Database} database
 */
async function isUpToDate(folder, definition, { endpoint, stop }) {
  const file = join(folder, 'LAYOUT');
  // Before the table, so that a start that is interrupted leaves no table without it.
  if (!(await hasTable(definition, endpoint))) await writeFile(file, LAYOUT);
  const layout = await readFile(file, 'utf8').catch(() => '');
  try {
    await createTable(definition, endpoint);
  } catch (error) {
    if (error instanceof MissingIndexError) return false;
    throw error;
  }
  if (/^\d+\s*$/.test(layout)) return layout.trim() === LAYOUT;
  await stop();
  throw new Error(
    `Its file LAYOUT is missing or damaged, which says what version wrote it. If it was this one, write ${LAYOUT} into ` +
      `${file}, then start again. Otherwise move the folder away to start with an empty one.`,
  );
}

/**
 * Puts a new database with the readable items of a damaged one in its place, which is kept. Returns what to tell of it.
 * @param {string} folder
 * @param {import('./table.js').TableDefinition} definition
 * @param {DamageError} damage
 */
async function rescued(folder, definition, { message }) {
  const items = await readableItems(folder, definition.TableName ?? '');
  if (items.length === 0)
    return new Error(
      `${message} Nothing of it can be read. Move the folder away to start with an empty one.`,
    );
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  const { endpoint, stop } = await keptDatabase(fresh, definition);
  await putItems(items, definition, endpoint);
  await stop();
  await cp(join(folder, 'LAYOUT'), join(fresh, 'LAYOUT')).catch(() => undefined);
  const aside = await setAside(folder, 'damaged');
  await rename(fresh, folder);
  return new Error(
    `${message} It is kept as ${aside}. ${items.length} items could be read. Start again to go on with them.`,
  );
}

/** @param {string} folder @param {string} why */
async function setAside(folder, why) {
  const aside = `${folder}-${why}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`;
  await rename(folder, aside);
  return aside;
}
