import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Level } from 'level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTable, startDatabase } from '../../local/database.js';
import { tableDefinition } from '../../resources/definitions.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'event-budget-'));
  folder = join(parent, 'database');
});
afterEach(() => rm(parent, { recursive: true }));

async function makeDatabase(): Promise<void> {
  const { endpoint, stop } = await startDatabase(folder);
  await createTable({ ...tableDefinition, TableName: 'events' }, endpoint);
  await stop();
}

/** The content of each file in the folder, except for the logs that LevelDB writes when it opens a database. */
async function contents(): Promise<Record<string, string>> {
  const files = (await readdir(folder)).filter((file) => !/^LO(G|CK)/.test(file));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'latin1')])),
  );
}

describe('startDatabase', () => {
  it('creates its folder, and reuses it', async () => {
    await makeDatabase();
    await makeDatabase();
    expect(await readdir(folder)).toContain('CURRENT');
  });

  it('rejects a folder that another process has open', async () => {
    const { stop } = await startDatabase(folder);
    await expect(startDatabase(folder)).rejects.toThrow('Is the service running already?');
    await stop();
  });

  const fileLike = async (name: string) =>
    join(folder, (await readdir(folder)).find((file) => file.startsWith(name)) ?? '');

  it.each<[name: string, damage: () => Promise<unknown>, message: string]>([
    ['no CURRENT', async () => rm(await fileLike('CURRENT')), 'a database that has lost its file CURRENT'],
    ['garbage in CURRENT', async () => writeFile(await fileLike('CURRENT'), 'x'), 'Corruption: CURRENT file'],
    ['no MANIFEST', async () => rm(await fileLike('MANIFEST')), 'No such file'],
    ['an empty MANIFEST', async () => truncate(await fileLike('MANIFEST')), 'Corruption: no meta-nextfile'],
  ])('rejects a database with %s, and changes nothing in it', async (_, damage, message) => {
    await makeDatabase();
    await damage();
    const before = await contents();
    await expect(startDatabase(folder)).rejects.toThrow(message);
    expect(await contents()).toEqual(before);
  });

  it('reports damaged records once, and continues without them', async () => {
    await makeDatabase();
    const log = await fileLike('0');
    await writeFile(log, (await readFile(log)).fill(0xff, 20, 30));
    await expect(startDatabase(folder)).rejects.toThrow('A part of it is damaged and left out');
    const { stop } = await startDatabase(folder);
    await stop();
  });

  it('rejects a folder with other files, and changes nothing in it', async () => {
    await mkdir(folder);
    await writeFile(join(folder, '000003.log'), 'mine');
    await expect(startDatabase(folder)).rejects.toThrow('It holds other files');
    expect(await contents()).toEqual({ '000003.log': 'mine' });
  });

  it('rejects a file', async () => {
    await writeFile(folder, 'mine');
    await expect(startDatabase(folder)).rejects.toThrow('EEXIST');
    expect(await readFile(folder, 'utf8')).toBe('mine');
  });

  it('rejects the database of another program, and leaves it unchanged', async () => {
    const other = new Level(folder);
    await other.put('mine', 'all of it');
    await other.close();
    await expect(startDatabase(folder)).rejects.toThrow('It holds the database of another program.');
    await other.open();
    expect(await other.iterator().all()).toEqual([['mine', 'all of it']]);
    await other.close();
  });
});
