import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Level } from 'level';

/** Files of LevelDB and of this service. */
const OWN = /^(CURRENT|LAYOUT|LOCK|LOG|LOG\.old|MANIFEST-\d+|\d+\.(dbtmp|ldb|log))$/;
/** Files of a database whose process was killed while it was creating the database. It holds no records yet. */
const INCOMPLETE = /^(LOCK|LOG|LOG\.old|MANIFEST-000001|000001\.dbtmp)$/;
/** Keys of dynalite. */
const KEY = /^(item|index|table|tag|token|stream)[-~]/;

/** A part of the folder can't be read. */
export class DamageError extends Error {
  /** @override */
  name = 'DamageError';

  /** @param {string} what */
  constructor(what) {
    super(`It is damaged: ${what}.`);
  }
}

/**
 * Throws if the folder can't be used or is damaged, and leaves it unchanged. Otherwise dynalite would fail only when it reads a
 * damaged record, and LevelDB would overwrite what is left of another database.
 * @param {string} folder
 */
export async function checkFolder(folder) {
  await mkdir(folder, { recursive: true });
  const files = await readdir(folder);
  if (files.every((file) => INCOMPLETE.test(file))) return;
  if (!files.includes('CURRENT')) {
    if (!files.every((file) => OWN.test(file)))
      throw new Error('It holds other files. Move the folder away to start with an empty one.');
    throw new DamageError('the file CURRENT is missing');
  }
  await checkLock(folder);
  // The layout is written after the first log.
  if (files.includes('LAYOUT') && !files.some((file) => file.endsWith('.log')))
    throw new DamageError('the file of the last writes (.log) is missing');
  for (const file of files.filter((name) => /^MANIFEST|\.log$/.test(name)))
    checkEnd(file, await readFile(join(folder, file)));
  await onCopy(folder, readAll);
}

/** Sizes in LevelDB's logs. */
const BLOCK = 32_768;
const HEADER = 7;
/** Of the records in these logs. */
const TYPES = [1, 2, 3, 4];

/**
 * LevelDB takes a file that ends within a record for one whose process was killed, and says nothing. But a list of files is
 * written at once, and without its end LevelDB would delete the files that are missing in it. Nor has a damaged header a type.
 * @param {string} file
 * @param {Buffer} content
 */
function checkEnd(file, content) {
  let at = 0;
  let type = 0;
  while (at + HEADER <= content.length) {
    type = content.readUInt8(at + 6);
    at += HEADER + content.readUInt16LE(at + 4);
    const left = BLOCK - (at % BLOCK);
    if (left < HEADER) at += left;
  }
  if (at > content.length && (!file.endsWith('.log') || !TYPES.includes(type)))
    throw new DamageError(`the file ${file} ends within a record`);
}

/**
 * Works on a copy of a folder, because LevelDB changes what it opens: it deletes a damaged log after it has skipped the damage.
 * @template Result
 * @param {string} folder
 * @param {(copy: string) => Promise<Result>} work
 */
export async function onCopy(folder, work) {
  const copy = `${folder}.copy`;
  await rm(copy, { recursive: true, force: true });
  try {
    await cp(folder, copy, { recursive: true });
    return await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * The item or index entry in a record. Throws if it is damaged.
 * @param {Uint8Array} value
 * @returns {unknown}
 */
export const readRecord = (value) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(value));

/**
 * LevelDB takes the lock before it rejects a database because it exists, and then changes nothing.
 * @param {string} folder
 */
async function checkLock(folder) {
  const level = new Level(folder, { createIfMissing: false, errorIfExists: true });
  const { cause } = await level.open().catch((error) => error);
  if (cause?.code === 'LEVEL_LOCKED') throw new Error('Is the service running already?');
}

/**
 * LevelDB's records of a folder, not decoded.
 * @param {string} folder
 * @returns {Level<string, Uint8Array>}
 */
export const recordsOf = (folder) => new Level(folder, { valueEncoding: 'view' });

/** @param {string} folder */
async function readAll(folder) {
  const level = recordsOf(folder);
  try {
    await level.open();
    for await (const [key, value] of level.iterator()) {
      if (!KEY.test(key)) throw new ForeignError('It holds the database of another program.');
      readRecord(value);
    }
  } catch (error) {
    if (error instanceof ForeignError) throw error;
    const { message, cause } = /** @type {Error & { cause?: Error }} */ (error);
    throw new DamageError((cause?.message ?? message).replaceAll(`${folder}/`, ''));
  } finally {
    await level.close();
  }
  // LevelDB skips damaged records of a log and only notes it.
  const [, damage] = /(\d+\.log: .*Corruption: .*)/.exec(await readFile(join(folder, 'LOG'), 'utf8')) ?? [];
  if (damage) throw new DamageError(damage);
}

class ForeignError extends Error {}
