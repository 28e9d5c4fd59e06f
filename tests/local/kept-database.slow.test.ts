import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
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
    ['of a later layout', async () => writeFile(join(folder, 'LAYOUT'), '100')],
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

  it.each([
    ['no LAYOUT', async () => rm(join(folder, 'LAYOUT'))],
    ['an empty LAYOUT', async () => writeFile(join(folder, 'LAYOUT'), '')],
  ])('changes nothing in a folder with %s, and says what to write into it', async (_, change) => {
    await (await keptDatabase(folder, indexed)).stop();
    await change();
    for (let starts = 0; starts < 2; starts += 1)
      await expect(keptDatabase(folder, indexed)).rejects.toThrow(`write 8 into ${join(folder, 'LAYOUT')}`);
    expect(await readdir(parent)).toEqual(['database']);
    await writeFile(join(folder, 'LAYOUT'), '8\n');
    await (await keptDatabase(folder, indexed)).stop();
  });
});

describe('a damaged folder', () => {
  const NEW = 10;
  const OLD = 100;
  const SKs = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => String(from + n));

  async function put(from: number, to: number) {
    const { endpoint, stop } = await keptDatabase(folder, indexed);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
    for (const SK of SKs(from, to)) {
      const Item = { PK: 'a', SK, date: SK, text: randomBytes(500).toString('hex') };
      await client.send(new PutCommand({ TableName: 'events', Item }));
    }
    client.destroy();
    await stop();
  }

  /** The items that are there, in the table and in its index. */
  async function found() {
    const { endpoint, stop } = await keptDatabase(folder, indexed);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
    const query = {
      TableName: 'events',
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: { ':partition': 'a' },
    };
    const inTable = await client.send(new QueryCommand(query));
    const inIndex = await client.send(new QueryCommand({ ...query, IndexName: 'by_date' }));
    client.destroy();
    await stop();
    const keys = z.array(z.object({ SK: z.string() }));
    const SKs = keys.parse(inTable.Items).map(({ SK }) => SK);
    expect(keys.parse(inIndex.Items).map(({ SK }) => SK)).toEqual(SKs);
    return new Set(SKs);
  }

  const fileLike = async (name: RegExp) =>
    join(folder, (await readdir(folder)).find((file) => name.test(file)) ?? '');
  const fill = async (file: string, where: (content: Buffer) => number) => {
    const content = await readFile(file);
    const start = where(content);
    await writeFile(file, content.fill(0xff, start, start + 16));
  };
  /** LevelDB skips a record with a damaged key without a word. */
  const withinAText = (content: Buffer) => content.indexOf('"text"', content.length / 2) + 100;

  it.each<
    [name: string, damage: () => Promise<unknown>, message: RegExp, kept: { old: number; new: number }]
  >([
    ['no CURRENT', async () => rm(join(folder, 'CURRENT')), /CURRENT is missing/, { old: OLD, new: NEW }],
    ['no MANIFEST', async () => rm(await fileLike(/^MANIFEST/)), /No such file/, { old: OLD, new: NEW }],
    [
      'a cut MANIFEST',
      async () => truncate(await fileLike(/^MANIFEST/), 60),
      /MANIFEST-\d+ ends within a record/,
      { old: OLD, new: NEW },
    ],
    [
      'a damaged table',
      async () => fill(await fileLike(/ldb$/), withinAText),
      /encoded data/,
      { old: OLD / 2, new: NEW },
    ],
    [
      'a cut table',
      async () => truncate(await fileLike(/ldb$/), 5_000),
      /Invalid argument/,
      { old: 0, new: NEW },
    ],
    ['no table', async () => rm(await fileLike(/ldb$/)), /1 missing files/, { old: 0, new: NEW }],
    [
      'a damaged log',
      async () => fill(await fileLike(/log$/), (content) => Math.floor(content.length * 0.9)),
      /log ends within a record/,
      { old: OLD, new: 0 },
    ],
    [
      'no log',
      async () => rm(await fileLike(/log$/)),
      /last writes \(\.log\) is missing/,
      { old: OLD, new: 0 },
    ],
  ])(
    'with %s is kept, and its readable items are there after the next start',
    async (_, damage, message, kept) => {
      await put(0, OLD);
      await put(OLD, OLD + NEW);
      await damage();
      const files = (await readdir(folder)).filter((file) => !/^LO(G|CK)/.test(file)).sort();
      const contents = () => Promise.all(files.map((file) => readFile(join(folder, file))));
      const before = await contents();
      await expect(keptDatabase(folder, indexed)).rejects.toThrow(message);
      const [, aside = '', ...others] = (await readdir(parent)).sort();
      expect([aside, others]).toEqual([expect.stringMatching(/^database-damaged-/), []]);
      const there = await found();
      expect(SKs(0, OLD).filter((SK) => there.has(SK)).length).toBeGreaterThanOrEqual(kept.old);
      expect(SKs(OLD, OLD + NEW).filter((SK) => there.has(SK)).length).toBeGreaterThanOrEqual(kept.new);
      folder = join(parent, aside);
      expect(await contents()).toEqual(before);
    },
  );

  it('of which nothing can be read stays where it is', async () => {
    await put(0, NEW);
    await truncate(await fileLike(/log$/), 10);
    await rm(join(folder, 'CURRENT'));
    for (let starts = 0; starts < 2; starts += 1)
      await expect(keptDatabase(folder, indexed)).rejects.toThrow('Nothing of it can be read.');
    expect(await readdir(parent)).toEqual(['database']);
  });

  it('is not taken for damaged while another process has it open', async () => {
    const { stop } = await keptDatabase(folder, indexed);
    await expect(keptDatabase(folder, indexed)).rejects.toThrow('Is the service running already?');
    await stop();
    expect(await readdir(parent)).toEqual(['database']);
  });
});
