import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptDatabase } from '../../local/kept-database.js';
import { indexedTable as indexed, plainTable as plain } from '../support/tables.ts';

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
