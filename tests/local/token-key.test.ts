import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptTokenKey } from '../../local/token-key.js';

let parent: string;
let file: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'event-budget-'));
  file = join(parent, 'token-key');
});
afterEach(() => rm(parent, { recursive: true }));

describe('keptTokenKey', () => {
  it('creates a key of 64 characters, and keeps it', async () => {
    const key = await keptTokenKey(file);
    expect(key).toMatch(/^[\w-]{64}$/);
    expect(await keptTokenKey(file)).toBe(key);
  });

  it.each([['empty'], ['short', 10], ['cut', 63]])(
    'rejects one that is %s, and keeps it',
    async (_, length = 0) => {
      const key = (await keptTokenKey(file)).slice(0, length);
      await writeFile(file, key);
      await expect(keptTokenKey(file)).rejects.toThrow('It is damaged: it must have 64 characters.');
      expect(await readFile(file, 'utf8')).toBe(key);
    },
  );

  it('creates none if there is one that it can’t read', async () => {
    await mkdir(file);
    await expect(keptTokenKey(file)).rejects.toThrow('EISDIR');
    expect(await readdir(parent)).toEqual(['token-key']);
  });

  it('creates none if there is a file in place of its folder', async () => {
    await writeFile(file, 'mine');
    await expect(keptTokenKey(join(file, 'token-key'))).rejects.toThrow('ENOTDIR');
  });
});
