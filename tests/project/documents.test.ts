import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BUDGET_FILE } from '../../lib/budgets/file.ts';
import { operations } from '../support/contract.ts';
import { anchorsOf } from '../support/documents.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

/** All endpoints: the pages aren't part of the API. */
const served = [
  ...operations.map(({ name }) => name),
  ...['GET /docs', 'GET /reset-password', 'GET /verify-email'],
];

/** All that are in the repository, or will be with the next commit. */
const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'])
  .toString()
  .trim()
  .split('\n')
  .filter((file) => existsSync(file));

describe.each(documents)('%s', (document) => {
  const links = [...read(document).matchAll(/\]\((?!http)([^)#]*)(?:#([^)]+))?\)/g)].map(
    ([, path = '', anchor]) => {
      const folder = path.startsWith('/') ? '.' : dirname(document);
      return { file: path ? join(folder, path) : document, anchor };
    },
  );

  it('names files and folders that exist', () => {
    const named = [
      ...read(document).matchAll(/`((?:[\w.-]+\/)+[\w.-]*\.(?:ts|js|json|yml|md))`|^(\w+\/) {2,}/gm),
    ].map(([, file, folder]) => file ?? folder ?? '');
    expect([...links.map(({ file }) => file), ...named].filter((path) => !existsSync(path))).toEqual([]);
  });

  it('links to headings that exist', () => {
    const anchored = links.flatMap(({ file, anchor }) => (anchor ? [{ file, anchor }] : []));
    for (const { file, anchor } of anchored) expect(anchorsOf(file), file).toContain(anchor);
  });

  it('names npm scripts that exist', () => {
    const named = [...read(document).matchAll(/npm (?:run )?([a-z][a-z-]*(?::[a-z]+)?)/g)].map(
      ([, name]) => name,
    );
    expect(['ci', 'install', 'audit', ...Object.keys(scripts)]).toEqual(expect.arrayContaining(named));
  });
});

it('README.md or CONTRIBUTING.md names every npm script', () => {
  const text = read('README.md') + read('CONTRIBUTING.md');
  const unnamed = Object.keys(scripts).filter(
    (name) => !new RegExp(`npm (run )?${name}(?![\\w:])`).test(text),
  );
  expect(unnamed).toEqual([]);
});

describe('docs/configuration.md', () => {
  it('has every variable that the configuration reads, or .env.example has it', () => {
    const named = read('docs/configuration.md') + read('.env.example');
    const variables = globSync('lib/config/*.ts').flatMap((file) => [
      ...read(file).matchAll(/'([A-Z_]{5,})'/g),
    ]);
    expect(variables).not.toEqual([]);
    for (const [, name = ''] of variables) expect(named).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe('docs/api.md', () => {
  it('names endpoints that exist', () => {
    const named = [...read('docs/api.md').matchAll(/`((?:GET|POST) \/[^`]*)`/g)].map(([, name]) => name);
    expect(named).not.toEqual([]);
    expect(served).toEqual(expect.arrayContaining(named));
  });
});

describe('docs/files.md', () => {
  it('names all columns of files', () => {
    const [sentence = ''] = /^- Columns are [^.]*/m.exec(read('docs/files.md')) ?? [];
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(Object.keys(BUDGET_FILE.types).sort());
  });
});

describe('docs/architecture.md', () => {
  it('has a row for every key of the table', () => {
    const prefixes = [...read('lib/dynamodb/keys.ts').matchAll(/[`'](?:([A-Z]+#)|([A-Z_]{4,})')/g)];
    expect(prefixes).not.toEqual([]);
    for (const [, prefix, word] of prefixes) {
      expect(read('docs/architecture.md')).toContain(`| \`${prefix ?? `${word}\` |`}`);
    }
  });
});
