import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { esbuildOptions } from '../../build/esbuild-options.js';
import { contracts } from '../../resources/contracts.js';
import { functions } from '../../resources/definitions.ts';
import { functions as definitions } from '../../resources/functions.js';
import { readZip } from './zip.ts';

const sourceMap = z.object({ sources: z.array(z.string()) });

const bundles = functions.map(({ name, file }) => {
  const zip = join(inject('packaged'), `${name}.zip`);
  const files = readZip(zip);
  const path = file.replace('.ts', '.mjs');
  const { sources } = sourceMap.parse(JSON.parse(String(files.get(`${path}.map`))));
  const packages = sources.flatMap((source) => source.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  const load = contracts.find((each) => each.name === name)?.contract.load;
  return {
    name,
    path,
    load,
    files,
    packages,
    bytes: files.get(path)?.length ?? 0,
    zipBytes: statSync(zip).size,
  };
});

console.table(Object.fromEntries(bundles.map(({ name, bytes, zipBytes }) => [name, { bytes, zipBytes }])));

const DOCUMENT_BYTES = JSON.stringify(JSON.parse(readFileSync('openapi.json', 'utf8'))).length;

/** The largest that a function's bundle may be, by what it carries. It has room, because the limit of all together is strict. */
function limitOf({ name, packages }: Pick<(typeof bundles)[number], 'name' | 'packages'>): number {
  const carries = (...names: string[]) => packages.some((each) => names.includes(each));
  if (name === 'systemDocs') return 170_000;
  // It carries the document without white space, and little else.
  if (name === 'systemOpenapi') return DOCUMENT_BYTES + 40_000;
  // It carries the files of all pages, and the texts of eleven languages.
  if (name === 'systemPages') return 105_000;
  if (carries('@aws-sdk/client-sesv2', 'bcryptjs', 'csv-parse')) return 500_000;
  return carries('@aws-sdk/client-dynamodb') ? 352_000 : 70_000;
}

/** For each function. Raise it only for what is worth its bytes in all of them. */
const MEAN_LIMIT = 325_000;

/** They neither sign nor verify tokens. */
const withoutTokens = [
  'accountErase',
  'authForgotPassword',
  'calendarView',
  'eventsRecord',
  'historyErase',
  'shareLinkView',
];

describe.each(bundles)('the package of $name', ({ name, path, load, files, packages, bytes }) => {
  it('contains only its bundle and source map', () => {
    expect([...files.keys()].sort()).toEqual([path, `${path}.map`]);
  });

  it('is within its size limit', () => {
    expect(bytes).toBeLessThanOrEqual(limitOf({ name, packages }));
  });

  it('contains the packages that it uses', () => {
    const isSystem = /^system(?!Mcp)/.test(name);
    const definition = definitions[name];
    expect(packages.includes('bcryptjs'), 'Is its `load` hashing?').toBe(load === 'hashing');
    expect(packages.includes('jose')).toBe(!isSystem && !withoutTokens.includes(name));
    const hasKey = JSON.stringify(definition?.['environment'] ?? {}).includes('TOKEN_SECRET');
    expect(packages.includes('@aws-sdk/client-secrets-manager')).toBe(hasKey);
    expect(packages.includes('csv-parse')).toBe(['budgetsImport', 'systemMcp'].includes(name));
    expect(packages.includes('ical-generator')).toBe(name === 'calendarView');
    const takesCodes =
      /^(auth(Login|ResetPassword)|account(Change.*|Delete)|eventsHandOver|factor.*|tokensCreate)$/;
    expect(packages.includes('otpauth')).toBe(takesCodes.test(name));
    expect(packages.includes('csv-stringify')).toBe(name === 'budgetsExport');
    expect(packages.includes('@aws-sdk/client-sesv2')).toBe(name === 'mailSend');
    expect(packages.some((used) => used.startsWith('@aws-sdk/'))).toBe(!isSystem);
    expect(String(files.get(path))).not.toContain('serverless-offline');
  });

  it('contains the files of a page if it serves one', () => {
    const startOfGzip = Buffer.from([0x1f, 0x8b, 8]).toString('base64');
    expect(String(files.get(path)).includes(`"${startOfGzip}`)).toBe(
      /^system(Docs|NotFound|Pages)$/.test(name),
    );
  });
});

it('all bundles together are within the limit of each, times their number', () => {
  const total = bundles.reduce((sum, { bytes }) => sum + bytes, 0);
  const mean = Math.round(total / bundles.length);
  console.log(`The mean is ${mean} bytes.`);
  expect(mean).toBeLessThanOrEqual(MEAN_LIMIT);
});

it('each zip is of a function', () => {
  const zips = readdirSync(inject('packaged')).filter((file) => file.endsWith('.zip'));
  expect(zips.sort()).toEqual(functions.map(({ name }) => `${name}.zip`).sort());
});

const bareHandler = async (options: BuildOptions): Promise<number> => {
  const entryPoints = ['tests/package/bare-handler.ts'];
  const { outputFiles } = await build({ ...options, entryPoints, sourcemap: false, write: false });
  return outputFiles?.[0]?.contents.length ?? 0;
};

it('an event function is at most 1.15 times as large as a bare handler with default bundling', async () => {
  const plainly = await bareHandler({ ...esbuildOptions, alias: {}, plugins: [] });
  const alike = await bareHandler(esbuildOptions);
  const largest = Math.max(
    ...bundles.filter(({ name }) => name.startsWith('events')).map(({ bytes }) => bytes),
  );
  console.log(`The largest has ${largest} bytes, a bare handler ${plainly}; bundled like ours ${alike}.`);
  expect(largest).toBeLessThanOrEqual(1.15 * plainly);
});
