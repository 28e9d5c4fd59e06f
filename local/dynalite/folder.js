import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Level } from 'level';

/** Files of a database whose process was killed while it was creating the database. It holds no records yet. */
const INCOMPLETE = /^(LOCK|LOG|LOG\.old|MANIFEST-000001|000001\.dbtmp)$/;

/**
 * Throws if the folder can't be used, and leaves it unchanged. Otherwise dynalite would fail only at its first request,
 * and LevelDB would overwrite what is left of another database.
 * @param {string} folder
 */
export async function checkFolder(folder) {
  await mkdir(folder, { recursive: true });
  const files = await readdir(folder);
  if (!files.includes('CURRENT') && !files.every((file) => INCOMPLETE.test(file))) {
    throw new Error(
      'It holds other files, or a database without its file CURRENT. Move the folder away to start with an empty one.',
    );
  }
  const level = new Level(folder);
  await level.open().catch(({ cause }) => {
    throw new Error(cause.code === 'LEVEL_LOCKED' ? 'Is the service running already?' : `${cause.message}.`);
  });
  const [key] = await level.keys({ limit: 1 }).all();
  await level.close();
  // LevelDB skips damaged records and only logs it.
  if ((await readFile(join(folder, 'LOG'), 'utf8')).includes('Corruption')) {
    throw new Error(
      'Some records are damaged and were skipped. Its file LOG has the details. Start again to continue without them.',
    );
  }
  if (key && !/^(item|index|table|tag|token)[-~]/.test(key))
    throw new Error('It holds the database of another program.');
}
