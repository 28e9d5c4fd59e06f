import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Level } from 'level';

/** What LevelDB has written before it can hold a record, where it was killed in its first milliseconds. */
const STILLBORN = /^(LOCK|LOG|LOG\.old|MANIFEST-000001|000001\.dbtmp)$/;

/**
 * dynalite itself would fail only at its first request, and LevelDB would put a new database over what is left of
 * another one. A folder that can't be read is left as it is.
 * @param {string} folder
 */
export async function checkFolder(folder) {
  await mkdir(folder, { recursive: true });
  const files = await readdir(folder);
  if (!files.includes('CURRENT') && !files.every((file) => STILLBORN.test(file))) {
    throw new Error(
      'It holds other files, or a database that has lost its file CURRENT. Move it away to start with an empty one.',
    );
  }
  const level = new Level(folder);
  await level.open().catch(({ cause }) => {
    throw new Error(cause.code === 'LEVEL_LOCKED' ? 'Is the service running already?' : `${cause.message}.`);
  });
  const [key] = await level.keys({ limit: 1 }).all();
  await level.close();
  // LevelDB leaves out damaged records and only notes it.
  if ((await readFile(join(folder, 'LOG'), 'utf8')).includes('Corruption')) {
    throw new Error(
      'A part of it is damaged and left out, as its file LOG tells. Start again to go on without.',
    );
  }
  if (key && !/^(item|index|table|tag)[-~]/.test(key))
    throw new Error('It holds the database of another program.');
}
