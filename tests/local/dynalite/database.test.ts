import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { Level } from 'level';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDatabase } from '../../../local/dynalite/database.js';
import { createTable, type TableDefinition } from '../../../local/table.js';
import { tableDefinition } from '../../../resources/definitions.ts';
import { plainTable } from '../tables.ts';
import { headersOfWebPages, statusOf } from '../web-pages.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'event-budget-'));
  folder = join(parent, 'database');
});
afterEach(() => rm(parent, { recursive: true }));

async function makeDatabase(
  table: TableDefinition = { ...tableDefinition, TableName: 'first' },
): Promise<void> {
  const { endpoint, stop } = await startDatabase(folder);
  await createTable(table, endpoint);
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
    join(folder, (await readdir(folder)).find((file) => file.startsWith(name) || file.endsWith(name)) ?? '');
  const damage = async (file: string) => writeFile(file, (await readFile(file)).fill(0xff, 20, 30));

  it.each<[name: string, damage: () => Promise<unknown>, message: string]>([
    ['no CURRENT', async () => rm(await fileLike('CURRENT')), 'the file CURRENT is missing'],
    ['garbage in CURRENT', async () => writeFile(await fileLike('CURRENT'), 'x'), 'Corruption: CURRENT file'],
    ['no MANIFEST', async () => rm(await fileLike('MANIFEST')), 'No such file'],
    ['an empty MANIFEST', async () => truncate(await fileLike('MANIFEST')), 'Corruption: no meta-nextfile'],
    ['a cut MANIFEST', async () => truncate(await fileLike('MANIFEST'), 60), 'ends within a record'],
    ['no table', async () => rm(await fileLike('.ldb')), 'Corruption: 1 missing files'],
    ['a cut table', async () => truncate(await fileLike('.ldb'), 60), '.ldb: Invalid argument'],
    ['a damaged table', async () => damage(await fileLike('.ldb')), 'Corruption: '],
    ['a damaged log', async () => damage(await fileLike('.log')), '.log: dropping'],
  ])('rejects a database with %s, and changes nothing in it', async (_, damage, message) => {
    await makeDatabase();
    // Moves the records of the first log into a table of LevelDB, and adds some to the next.
    await makeDatabase(plainTable);
    await damage();
    const before = await contents();
    await expect(startDatabase(folder)).rejects.toThrow(message);
    await expect(startDatabase(folder)).rejects.toThrow('It is damaged: ');
    expect(await contents()).toEqual(before);
    expect(await readdir(parent)).toEqual(['database']);
  });

  it('starts where another start was killed before it held a record', async () => {
    await mkdir(folder);
    for (const file of ['LOCK', 'LOG', 'MANIFEST-000001']) await writeFile(join(folder, file), '');
    await makeDatabase();
    expect(await readdir(folder)).toContain('CURRENT');
  });

  it('rejects a folder with other files, and changes nothing in it', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await expect(startDatabase(folder)).rejects.toThrow('It holds other files. Move the folder away');
    expect(await contents()).toEqual({ 'notes.txt': 'mine' });
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

describe('a request', () => {
  const fieldsOf = (operation: string) => ({
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
    'x-amz-date': '20270704T000000Z',
    authorization: 'AWS4-HMAC-SHA256 Credential=a/b/c/d/e, SignedHeaders=host, Signature=f',
  });
  /** What answers without a table to each: 400 is dynalite's reason why the request is empty. */
  const OPERATIONS = [
    ['ListTables', 200],
    ['Scan', 400],
    ['TransactWriteItems', 400],
  ] as const;

  it.each(OPERATIONS)('%s is answered on this machine', async (operation, status) => {
    const { endpoint, stop } = await startDatabase();
    const { port } = new URL(endpoint);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'localhost'])
      expect(await statusOf(endpoint, { ...fieldsOf(operation), host })).toBe(status);
    await stop();
  });

  it('ends no connection, also after a silence', async () => {
    const { endpoint, stop } = await startDatabase();
    const { headers } = await fetch(endpoint, {
      method: 'POST',
      headers: fieldsOf('ListTables'),
      body: '{}',
    });
    expect(headers.get('keep-alive')).toBeNull();
    await stop();
  });

  it.each(OPERATIONS)('%s is rejected if a web page sends it', async (operation) => {
    const { endpoint, stop } = await startDatabase();
    for (const headers of headersOfWebPages(new URL(endpoint).port))
      expect([headers, await statusOf(endpoint, { ...fieldsOf(operation), ...headers })]).toEqual([
        headers,
        403,
      ]);
    const preflight = await fetch(endpoint, {
      method: 'OPTIONS',
      headers: { origin: 'https://page.example' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    await stop();
  });
});

describe('a query', () => {
  it.each([{}, { Limit: 1 }])('leaves no iterator open', async (fields) => {
    const opened = vi.spyOn(Level.prototype, 'values');
    const { endpoint, stop } = await startDatabase(folder);
    await createTable(plainTable, endpoint);
    const client = new DynamoDBClient({ endpoint });
    for (const SK of ['1', '2', '3']) {
      await client.send(new PutCommand({ TableName: 'events', Item: { PK: 'a', SK } }));
    }
    await client.send(
      new QueryCommand({
        TableName: 'events',
        KeyConditionExpression: 'PK = :partition',
        ExpressionAttributeValues: { ':partition': { S: 'a' } },
        ...fields,
      }),
    );
    client.destroy();
    const iterators = opened.mock.results.map(({ value }) => value);
    expect(iterators).toHaveLength(1);
    for (const iterator of iterators) {
      await expect
        .poll(() => iterator.next().catch(({ code }: { code: string }) => code))
        .toBe('LEVEL_ITERATOR_NOT_OPEN');
    }
    opened.mockRestore();
    await stop();
  });
});
