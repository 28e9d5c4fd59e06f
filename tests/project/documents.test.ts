import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { CODE_MEANINGS } from '../../openapi/schemas.ts';
import { operations } from '../support/operations.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

/** The cells of each table row in a document. */
const rowsOf = (document: string) =>
  [...read(document).matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | '));

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (document: string) =>
  [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

describe.each(globSync('{*,docs/*}.md'))('%s', (document) => {
  const links = [...read(document).matchAll(/\]\((?!http)([^)#]*)(?:#([^)]+))?\)/g)].map(
    ([, path, anchor]) => ({ file: path ? join(dirname(document), path) : document, anchor }),
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
    const named = [...read(document).matchAll(/npm (?:run )?([a-z]+)/g)].map(([, script]) => script);
    expect(['ci', 'install', 'audit', ...Object.keys(scripts)]).toEqual(expect.arrayContaining(named));
  });
});

describe('requests.http', () => {
  it('calls every operation of the OpenAPI document', () => {
    const calls = [...read('requests.http').matchAll(/^(GET|POST) \{\{service\}\}(\S+)$/gm)].map(
      ([, method, path]) => `${method} ${path}`,
    );
    const isCalled = (pattern: RegExp) => calls.some((call) => pattern.test(call));
    expect(operations.filter(({ pattern }) => !isCalled(pattern))).toEqual([]);
  });
});

describe('docs/configuration.md', () => {
  it('lists the variables that the configuration reads', () => {
    const listed = read('docs/configuration.md')
      .split('\n')
      .filter((line) => /^\| `[A-Z_]+`/.test(line))
      .join();
    for (const [, name] of read('lib/config/config.ts').matchAll(/'([A-Z_]{5,})'/g)) {
      expect(listed).toContain(`\`${name}\``);
    }
  });
});

describe('docs/api.md', () => {
  it('lists the endpoints of the OpenAPI document', () => {
    const listed = [...read('docs/api.md').matchAll(/^\| `((?:GET|POST) \S+)` \|/gm)].map(([, name]) => name);
    const documented = operations.map(({ name }) => name);
    // The pages aren't part of the API.
    expect(listed.sort()).toEqual(
      [...documented, 'GET /docs', 'GET /reset-password', 'GET /verify-email'].sort(),
    );
  });

  it('says which paths take a token', () => {
    const [, section = ''] = /\n## Authentication\n([\s\S]*?)```/.exec(read('docs/api.md')) ?? [];
    const named = [...section.matchAll(/`(\/\S+)`/g)].map(([, path = '']) => path);
    const takesToken = (path: string) =>
      named.some((start) => path === start || path.startsWith(`${start}/`));
    const taking = operations.filter(({ name }) => takesToken(name.replace(/^\w+ /, '')));
    expect(taking).toEqual(operations.filter(({ needsToken }) => needsToken));
  });

  it('lists the codes of errors with their meanings', () => {
    const codes = rowsOf('docs/api.md').filter(([name = '']) => /^`[a-z_]+`$/.test(name));
    const listed = codes.map(([name, meaning]) => [name?.replaceAll('`', ''), meaning]);
    expect(listed).toEqual(expect.arrayContaining(Object.entries(CODE_MEANINGS)));
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

describe('docs/operating.md', () => {
  const rows = rowsOf('docs/operating.md');
  const prices = new Map(rows.map(([price = '', dollars]) => [price.split(':')[0], Number(dollars)]));
  const price = (name: string) => prices.get(name) ?? Number.NaN;
  const endpoints = rows.filter((cells) => cells.length === 7).slice(1);
  const inCents = (dollars: number) => Number(dollars.toFixed(2));
  /** The numbers in a row with this name and so many of them. */
  const numbersOf = (name: string, count: number) =>
    rows
      .filter(([first, ...numbers]) => first === name && numbers.length === count)
      .flatMap(([, ...numbers]) => numbers.map((number) => Number(number.replaceAll(',', ''))));

  it('calculates the cost of a million calls correctly', () => {
    expect(endpoints).not.toEqual([]);
    for (const [endpoint, ...cells] of endpoints) {
      const [mb = 0, ms = 0, rru = 0, wru = 0, kb = 0, dollars] = cells.map(Number);
      const computing = price('GB-second') * (mb / 1_024) * (ms / 1_000);
      const units = price('read') * rru + price('write') * wru;
      const sum = price('API') + price('Lambda') + computing + units + price('log') * kb;
      expect(dollars, endpoint).toBe(inCents(sum));
    }
  });

  /** Of 100 calls, as the document says. */
  const mix = {
    '`POST /auth/login`': 1,
    '`POST /auth/refresh`': 3,
    '`GET /events`, 40 events': 29,
    '`GET /events/view/{id}`': 29,
    '`GET /events/{event_id}/budgets`, 50 budgets': 29,
    'the same three, for an event with 50 budgets': 9,
  };

  it.each([0, 1])('calculates the costs of a month correctly (%i)', (column) => {
    const cell = (name: string) => numbersOf(name, 2)[column] ?? Number.NaN;
    const [calls, mails] = [cell('calls'), cell('mails')];
    const ofCalls = (one: (cells: number[]) => number) =>
      Object.entries(mix).reduce((sum, [label, times]) => {
        const [, ...cells] = endpoints.find(([name]) => name === label) ?? [];
        return sum + one(cells.map(Number)) * (calls / 100) * times;
      }, 0);
    const seconds =
      ofCalls(([mb = 0, ms = 0]) => (mb / 1_024) * (ms / 1_000)) + cell('cold starts') * 0.3 + mails * 0.1;
    const costs = {
      'API Gateway': (calls * price('API')) / 1e6,
      'Lambda requests': ((calls + mails) * price('Lambda')) / 1e6,
      'Lambda time': (seconds * price('GB-second')) / 1e6,
      'DynamoDB reads': ((ofCalls(([, , read = 0]) => read) + mails * 2) * price('read')) / 1e6,
      'DynamoDB writes': ((ofCalls(([, , , write = 0]) => write) + mails * 2) * price('write')) / 1e6,
      'DynamoDB storage': cell('GB of table and index') * price('storage'),
      KMS: (cell('uses of the key') * price('key')) / 1e6,
      logs: ((ofCalls(([, , , , kb = 0]) => kb) + mails * 1.5) * price('log')) / 1e6,
      'alarms and secret': price('alarms and the secret for a month'),
      'mails sent': (mails * price('mail')) / 1e6,
      'data sent out': cell('GB sent out') * price('sent'),
    };
    const listed = Object.keys(costs).map((name) => [name, cell(name)]);
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(Object.entries(costs).map(([name, dollars]) => [name, inCents(dollars)])),
    );
    const total = listed.reduce((sum, [, dollars]) => sum + Number(dollars), 0);
    expect(cell('**total**')).toBe(inCents(total));
  });

  it('calculates the price of the cap correctly', () => {
    const stages = z.object({ readUnitsPerSecond: z.int(), writeUnitsPerSecond: z.int() });
    const { params } = z
      .object({ params: z.object({ default: stages, dev: stages }) })
      .parse(parse(read('serverless.yml'), { logLevel: 'error' }));
    const caps = [params.default, params.dev];
    const [reads, writes] = [numbersOf('read units a second', 3), numbersOf('write units a second', 3)];
    expect(reads.slice(0, 2)).toEqual(caps.map(({ readUnitsPerSecond }) => readUnitsPerSecond));
    expect(writes.slice(0, 2)).toEqual(caps.map(({ writeUnitsPerSecond }) => writeUnitsPerSecond));
    const hours = reads.map(
      (units, stage) => (3_600 * (units * price('read') + (writes[stage] ?? 0) * price('write'))) / 1e6,
    );
    expect(numbersOf('$ in an hour at the cap', 3)).toEqual(hours.map(inCents));
    expect(numbersOf('$ in 30 days at the cap', 3)).toEqual(hours.map((hour) => Math.round(hour * 720)));
  });

  it('has the cost of every endpoint', () => {
    const endpoints = (document: string) => read(document).match(/^\| `(?:GET|POST) [^`]+`/gm) ?? [];
    expect(new Set(endpoints('docs/operating.md'))).toEqual(new Set(endpoints('docs/api.md')));
  });
});
