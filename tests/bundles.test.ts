import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '../openapi/serverless-yml.ts';
import { readZip } from './support/zip.ts';

const sourceMap = z.object({ sources: z.array(z.string()) });

const bundles = routes.map(({ name, file }) => {
  const zip = join(inject('packaged'), `${name}.zip`);
  const files = readZip(zip);
  const path = file.replace('.ts', '.mjs');
  const { sources } = sourceMap.parse(JSON.parse(String(files.get(`${path}.map`))));
  const packages = sources.flatMap((source) => source.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  return { name, path, files, packages, bytes: files.get(path)?.length ?? 0, zipBytes: statSync(zip).size };
});

console.table(Object.fromEntries(bundles.map(({ name, bytes, zipBytes }) => [name, { bytes, zipBytes }])));

/** What each function's bundle may take, in bytes: what it takes, and a little room. */
const budgets: Record<string, number> = {
  authSignup: 440_000,
  authLogin: 440_000,
  eventsList: 430_000,
  eventsView: 430_000,
  eventsCreate: 430_000,
  eventsUpdate: 430_000,
  eventsDelete: 430_000,
  budgetsList: 430_000,
  budgetsView: 430_000,
  budgetsCreate: 430_000,
  budgetsUpdate: 430_000,
  budgetsDelete: 430_000,
  systemHealth: 46_000,
  systemOpenapi: 105_000,
  systemDocs: 710_000,
  systemNotFound: 45_000,
};

describe.each(bundles)('the package of $name', ({ name, path, files, packages, bytes }) => {
  it('holds its bundle with the map, and nothing else', () => {
    expect([...files.keys()].sort()).toEqual([path, `${path}.map`]);
  });

  it('keeps to its budget', () => {
    expect(bytes).toBeLessThanOrEqual(budgets[name] ?? 0);
  });

  it('has the packages that it uses', () => {
    const isSystem = name.startsWith('system');
    expect(packages.includes('bcryptjs')).toBe(name.startsWith('auth'));
    expect(packages.includes('jose')).toBe(!isSystem);
    expect(packages.some((used) => used.startsWith('@aws-sdk/'))).toBe(!isSystem);
    expect(String(files.get(path))).not.toContain('serverless-offline');
  });

  it('has the files of the docs page where that is served', () => {
    const startOfGzip = Buffer.from([0x1f, 0x8b, 8]).toString('base64');
    expect(String(files.get(path)).includes(`"${startOfGzip}`)).toBe(name === 'systemDocs');
  });
});

it('each zip has a budget', () => {
  const zips = readdirSync(inject('packaged')).filter((file) => file.endsWith('.zip'));
  expect(zips.sort()).toEqual(
    Object.keys(budgets)
      .map((name) => `${name}.zip`)
      .sort(),
  );
});
