import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

it('npm runs no install script of a package', () => {
  expect(execFileSync('npm', ['config', 'get', 'ignore-scripts'], { encoding: 'utf8' })).toBe('true\n');
});

it('the lockfile promises the Node of package.json', () => {
  const manifest = z.looseObject({ engines: z.object({ node: z.string() }) });
  const parsed = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const lock = z.object({ packages: z.looseObject({ '': manifest }) }).parse(parsed('package-lock.json'));
  expect(lock.packages[''].engines).toEqual(manifest.parse(parsed('package.json')).engines);
});
