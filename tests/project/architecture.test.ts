import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functions, routes } from '../../resources/definitions.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const sources = globSync('{functions,lib}/**/*.ts').sort();

/** A source file without its imports, comments and strings. */
const codeOf = (file: string) =>
  read(file)
    .replaceAll(/^import [^;]*;$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g, "''");

/** What a source file imports: files by their path in the project, packages and Node's modules by name. */
const importsOf = (file: string) =>
  [...read(file).matchAll(/from '([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? join(dirname(file), name) : name,
  );

const importersOf = (name: string) =>
  sources.filter((file) => importsOf(file).some((imported) => imported.startsWith(name)));

const entityImports = [
  'lib/dynamodb/',
  'lib/problem.ts',
  'lib/schema.ts',
  'lib/id.ts',
  'lib/errors.ts',
  'lib/config/config.ts',
  'zod/mini',
  'node:crypto',
];

describe('imports point one way', () => {
  it.each<[folder: string, allowed: string[]]>([
    ['lib/config/environment.ts', []],
    ['lib/aws/call.ts', ['node:async_hooks']],
    ['lib/config/mail.ts', ['lib/config/environment.ts']],
    ['lib/config/config.ts', ['lib/config/environment.ts', 'lib/config/mail.ts']],
    ['lib/aws/sdk.ts', ['lib/config/environment.ts']],
    ['lib/log.ts', ['@aws-lambda-powertools/logger']],
    ['lib/problem.ts', []],
    ['lib/errors.ts', ['lib/problem.ts']],
    ['lib/id.ts', ['lib/problem.ts', 'zod/mini', 'node:crypto']],
    ['lib/schema.ts', ['lib/problem.ts', 'zod/mini']],
    ['lib/money/amount.ts', ['lib/errors.ts', 'lib/problem.ts', 'zod/mini']],
    ['lib/money/response.ts', ['lib/money/amount.ts', 'zod/mini']],
    ['lib/day.ts', ['lib/problem.ts', 'lib/schema.ts', 'zod/mini']],
    ['lib/money/request.ts', ['lib/money/amount.ts', 'lib/problem.ts', 'lib/schema.ts', 'zod/mini']],
    ['lib/money/exact-number.ts', []],
    [
      'lib/csv/',
      ['lib/csv/', 'lib/money/exact-number.ts', 'lib/problem.ts', 'csv-parse/sync', 'csv-stringify/sync'],
    ],
    ['lib/accounts/client.ts', ['zod/mini', 'node:net']],
    ['lib/lists/page.ts', ['zod/mini', 'lib/id.ts', 'lib/schema.ts']],
    [
      'lib/lists/',
      [
        'lib/lists/',
        'lib/auth/hmac.ts',
        'lib/day.ts',
        'lib/errors.ts',
        'lib/problem.ts',
        'lib/schema.ts',
        'zod/mini',
      ],
    ],
    ['lib/version.ts', ['zod/mini']],
    ['lib/log.ts', ['@aws-lambda-powertools/logger']],
    ['lib/aws/sdk.ts', ['lib/config/environment.ts']],
    [
      'lib/lambda/',
      ['lib/aws/call.ts', 'lib/errors.ts', 'lib/log.ts', 'lib/aws/sdk.ts', '@aws-sdk/', 'aws-lambda', 'zod/mini'],
    ],
    ['lib/docs/', ['gzip:', 'lib/http/static-file.ts', 'zod/mini']],
    ['lib/pages/', ['gzip:', 'lib/http/static-file.ts', 'zod/mini']],
    [
      'lib/mail/',
      [
        ...[
          'lib/aws/invoke.ts',
          'lib/mail/',
          'lib/config/mail.ts',
          'lib/config/config.ts',
          'lib/errors.ts',
          'lib/log.ts',
          'lib/aws/sdk.ts',
        ],
        ...['@aws-sdk/', 'zod/mini'],
      ],
    ],
    [
      'lib/dynamodb/',
      [
        ...['lib/dynamodb/', 'lib/aws/call.ts', 'lib/errors.ts', 'lib/config/config.ts', 'lib/aws/sdk.ts'],
        ...['@aws-sdk/', '@smithy/core/retry', 'zod/mini', 'node:crypto', 'node:timers/promises'],
      ],
    ],
    [
      'lib/auth/',
      [
        'lib/auth/',
        'lib/dynamodb/',
        'lib/problem.ts',
        'lib/config/config.ts',
        'jose',
        'bcryptjs',
        'node:crypto',
        'zod/mini',
      ],
    ],
    [
      'lib/accounts/',
      [
        ...[
          'lib/accounts/',
          'lib/auth/',
          'lib/aws/invoke.ts',
          'lib/mail/',
          'lib/accounts/client.ts',
          'node:timers/promises',
        ],
        ...entityImports,
      ],
    ],
    [
      'lib/export/',
      [
        ...['lib/accounts/', 'lib/auth/', 'lib/budgets/', 'lib/events/', 'lib/sharing/', 'lib/lists/page.ts'],
        ...entityImports,
      ],
    ],
    ['lib/idempotency/', ['lib/idempotency/', 'lib/auth/hmac.ts', 'lib/money/amount.ts', ...entityImports]],
    [
      'lib/events/',
      [
        'lib/events/',
        'lib/accounts/person.ts',
        'lib/lists/',
        'lib/idempotency/claim.ts',
        ...['lib/money/amount.ts', 'lib/money/response.ts', 'lib/money/request.ts', 'lib/day.ts'],
        'lib/lists/page.ts',
        ...entityImports,
      ],
    ],
    [
      'lib/budgets/',
      [
        'lib/budgets/',
        'lib/csv/',
        'lib/events/',
        'lib/lists/',
        'lib/idempotency/claim.ts',
        ...['lib/money/amount.ts', 'lib/money/response.ts', 'lib/money/request.ts', 'lib/day.ts'],
        'lib/lists/page.ts',
        ...entityImports,
      ],
    ],
    [
      'lib/sharing/',
      [
        ...['lib/sharing/', 'lib/accounts/fields.ts', 'lib/accounts/address.ts'],
        ...['lib/accounts/limits.ts', 'lib/accounts/person.ts'],
        ...['lib/events/', 'lib/mail/queue.ts', 'lib/accounts/client.ts', 'lib/lists/page.ts', ...entityImports],
      ],
    ],
    [
      'lib/erasure/',
      [
        ...['lib/accounts/', 'lib/dynamodb/', 'lib/events/', 'lib/sharing/'],
        ...['lib/config/config.ts', 'lib/errors.ts', 'lib/id.ts', 'node:timers/promises'],
      ],
    ],
    [
      'lib/http/',
      [
        'lib/http/',
        'lib/auth/access-tokens.ts',
        'lib/auth/session.ts',
        'lib/aws/call.ts',
        'lib/config/config.ts',
        'lib/csv/',
        'lib/errors.ts',
        'lib/money/exact-number.ts',
        'lib/log.ts',
        'node:buffer',
        'node:crypto',
        'node:zlib',
        'lib/problem.ts',
        'lib/log.ts',
        '@middy/core',
        'aws-lambda',
        'zod/mini',
      ],
    ],
    [
      'functions/',
      [
        ...['lib/http/', 'lib/auth/', 'lib/accounts/', 'lib/events/', 'lib/budgets/', 'lib/docs/'],
        ...['lib/erasure/', 'lib/export/', 'lib/idempotency/make-once.ts', 'lib/lambda/'],
        ...['lib/mail/', 'lib/pages/', 'lib/sharing/'],
        ...['lib/errors.ts', 'lib/accounts/client.ts', 'lib/lists/page.ts', 'lib/version.ts', 'openapi.json'],
      ],
    ],
  ])('from %s', (folder, allowed) => {
    const files = sources.filter((file) => file.startsWith(folder));
    expect(files).not.toEqual([]);
    const strays = (file: string) =>
      importsOf(file).filter((name) => !allowed.some((prefix) => name.startsWith(prefix)));
    for (const file of files) expect(strays(file), file).toEqual([]);
  });

  it.each<[name: string, homes: string[]]>([
    ['gzip:', ['lib/pages/docs/files.ts', 'lib/pages/files.ts']],
    ['jose', ['lib/auth/jwt.ts']],
    ['bcryptjs', ['lib/auth/passwords.ts']],
    ['csv-parse', ['lib/csv/table.ts']],
    ['csv-stringify', ['lib/csv/write.ts']],
    ['@middy/', ['lib/http/lambda-handler.ts']],
    ['@aws-lambda-powertools/', ['lib/log.ts']],
    ['@aws-sdk/client-lambda', ['lib/aws/invoke.ts']],
    ['@aws-sdk/client-sesv2', ['lib/mail/ses.ts']],
    ['@aws-sdk/client-dynamodb', ['lib/dynamodb/client.ts']],
    [
      '@aws-sdk/lib-dynamodb',
      [
        ...['lib/dynamodb/batch-delete.ts', 'lib/dynamodb/changes.ts', 'lib/dynamodb/items.ts'],
        'lib/dynamodb/send.ts',
      ],
    ],
    ['@aws-sdk/util-dynamodb', ['lib/dynamodb/client.ts']],
    ['@smithy/', ['lib/dynamodb/client.ts']],
  ])('only its home imports %s', (name, homes) => {
    expect(importersOf(name)).toEqual(homes);
  });
});

/** Words of the domain, although a global has them. What a browser calls an event has no place here. */
const OWN_WORDS = ['Event'];

describe('sources', () => {
  it('read the environment in one place', () => {
    expect(sources.filter((file) => codeOf(file).includes('process.env'))).toEqual(['lib/config/environment.ts']);
  });

  it('parse JSON in one place', () => {
    expect(sources.filter((file) => codeOf(file).includes('JSON.parse'))).toEqual(['lib/http/body.ts']);
  });

  it.each(sources)('%s has no any, cast or non-null assertion', (file) => {
    const isFunction = file.startsWith('functions/');
    expect(read(file)).not.toContain('@ts-');
    expect(codeOf(file)).not.toMatch(/\bany\b|\bas (?!const\b)|[\w)\]]!(?!=)/);
    if (isFunction) expect(codeOf(file)).not.toMatch(/\btry\b|\bJSON\b/);
    // Statuses stand in the contract; `handle` names its errors.
    if (isFunction) expect(codeOf(file).split('handle:').at(-1)).not.toMatch(/\b[1-5]\d\d\b/);
  });

  it('declare no type twice, and none that a global has already', () => {
    const declared = sources.flatMap((file) =>
      [...codeOf(file).matchAll(/^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm)].map(
        ([, name = '']) => name,
      ),
    );
    expect(declared.length).toBeGreaterThan(40);
    const isGlobal = (name: string) => name in globalThis && !OWN_WORDS.includes(name);
    expect(declared.filter((name, n) => declared.indexOf(name) !== n || isGlobal(name))).toEqual([]);
  });

  it('have one function per file, with matching names of file, route and function', () => {
    const stemOf = (file: string) => file.replace('functions/', '').replace('.ts', '');
    for (const { name, file } of functions) {
      const words = name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
      expect(words).toBe(stemOf(file).replace('/', '-'));
    }
    for (const { file, route } of routes) {
      const stem = stemOf(file);
      const path = route
        .replace('/events/{event_id}', '')
        .replace('/account/sessions', '/sessions')
        .replace(/\/(account|summary)$/, '/$1/view')
        .replace('.json', '')
        .replace(/\/\{id\}$/, '');
      if (route !== '*') expect(path).toBe(`ANY /${stem.replace('/list', '').replace('system/', '')}`);
    }
    const files = sources.filter((file) => file.startsWith('functions/'));
    expect(functions.map(({ file }) => file).sort()).toEqual(files);
    // They are invoked by other functions.
    const unserved = functions.filter(({ route }) => route === undefined);
    expect(unserved.map(({ name }) => name)).toEqual(['accountErase', 'mailSend']);
  });
});
