import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDatabase } from '../../local/dynalite/database.js';
import { keptDatabase } from '../../local/kept-database.js';
import { indexedTable as indexed, plainTable as plain } from './tables.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'event-budget-'));
  folder = join(parent, 'database');
});
afterEach(() => rm(parent, { recursive: true }));

describe('keptDatabase', () => {
  it.each([
    ['with an index', indexed, indexed],
    ['without one', plain, plain],
    ['with an index that is needed no more', indexed, plain],
  ])('keeps a table %s', async (_, before, now) => {
    await (await keptDatabase(folder, before)).stop();
    await (await keptDatabase(folder, now)).stop();
    expect(await readdir(parent)).toEqual(['database']);
  });

  it.each([
    ['before it', async () => undefined],
    ['after it', async () => writeFile(join(folder, 'LAYOUT'), '5')],
  ])('keeps a folder whose first start was interrupted %s wrote the layout', async (_, write) => {
    await (await startDatabase(folder)).stop();
    await write();
    for (let starts = 0; starts < 2; starts += 1) await (await keptDatabase(folder, plain)).stop();
    expect(await readdir(parent)).toEqual(['database']);
  });

  it.each([
    ['of an earlier layout', async () => writeFile(join(folder, 'LAYOUT'), '4')],
    ['from before layouts had numbers', async () => rm(join(folder, 'LAYOUT'))],
  ])('sets a table aside %s', async (_, change) => {
    await (await keptDatabase(folder, plain)).stop();
    await change();
    const print = vi.spyOn(console, 'log').mockReturnValue();
    for (let starts = 0; starts < 2; starts += 1) await (await keptDatabase(folder, plain)).stop();
    expect(await readdir(parent)).toEqual(['database', expect.stringMatching(/^database-until-/)]);
    expect(print.mock.calls).toHaveLength(1);
    print.mockRestore();
  });

  it('sets a table aside that lacks an index, and says where it is', async () => {
    await (await keptDatabase(folder, plain)).stop();
    const print = vi.spyOn(console, 'log').mockReturnValue();
    await (await keptDatabase(folder, indexed)).stop();
    const folders = await readdir(parent);
    expect(folders).toEqual(['database', expect.stringMatching(/^database-until-[\d-]+T\d{6}$/)]);
    expect(print.mock.lastCall?.[0]).toContain(`It is kept as ${join(parent, folders[1] ?? '')}`);
    print.mockRestore();
    await (await keptDatabase(join(parent, folders[1] ?? ''), plain)).stop();
  });
});
