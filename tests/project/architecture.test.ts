import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contracts } from '../../resources/contracts.js';
import { functions, routes } from '../../resources/definitions.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const sources = globSync('{functions,lib}/**/*.ts').sort();

/** A source file without its imports, comments and strings. */
const codeOf = (file: string) =>
  read(file)
    .replaceAll(/^import [^;]*;$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g, "''");

/** Words of the domain, although a global has them. What a browser calls an event has no place here. */
const OWN_WORDS = ['Event'];

describe('sources', () => {
  it('read the environment in one place', () => {
    expect(sources.filter((file) => codeOf(file).includes('process.env'))).toEqual([
      'lib/config/environment.ts',
    ]);
  });

  it('parse JSON of requests in one place', () => {
    const parsing = sources.filter((file) => codeOf(file).includes('JSON.parse'));
    // A tool shows a response, and a problem carries its own.
    expect(parsing).toEqual(['lib/http/body.ts', 'lib/mcp/call-tool.ts', 'lib/problem.ts']);
  });

  it('make no SDK client that sends before its call may', () => {
    const made = sources.flatMap((file) => codeOf(file).match(/\S*new \w+Client\(/g) ?? []);
    // It reads the keys without which no call is permitted.
    const guarded = made.filter((client) => client !== 'new SecretsManagerClient(');
    expect([made.length, guarded.length]).toEqual([3, 2]);
    for (const client of guarded) expect(client).toMatch(/^guarded\(new /);
  });

  // Biome forbids `any` and `!` after an expression.
  it.each(sources)('%s has no cast', (file) => {
    expect(read(file)).not.toMatch(/@ts-|biome-ignore/);
    expect(codeOf(file)).not.toMatch(/\bas (?!const\b)|\w!:/);
  });

  it.each(sources)('%s begins comments with a noun or a verb', (file) => {
    expect(read(file)).not.toMatch(
      /(\/\*\*\s+(\* )?|(?<!\/\/.*\n\s*)\/\/ )(What|Whether|Of|Has|As|That|How|Why|Who)\b/,
    );
  });

  it.each(functions)('$file leaves errors, JSON and statuses to its contract', ({ file }) => {
    expect(codeOf(file)).not.toMatch(/\btry\b|\bJSON\b/);
    // `handle` names its errors.
    expect(codeOf(file).split('handle:').at(-1)).not.toMatch(/\b[1-5]\d\d\b/);
  });

  it('declare no type twice, and none that a global has already', () => {
    const declared = sources.flatMap((file) =>
      [...codeOf(file).matchAll(/^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm)].map(
        ([, name = '']) => ({ name, file }),
      ),
    );
    expect(declared.length).toBeGreaterThan(40);
    const isGlobal = (name: string) => name in globalThis && !OWN_WORDS.includes(name);
    const isTwice = (name: string) => declared.filter((each) => each.name === name).length > 1;
    expect(declared.filter(({ name }) => isTwice(name) || isGlobal(name))).toEqual([]);
  });

  it('remember the keys of requests under the name of their function', () => {
    for (const { name, contract } of contracts) expect(contract.idempotent?.operation ?? name).toBe(name);
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
        .replace('/budgets/{budget_id}', '')
        .replace(/\/account\/(?:second-)?(sessions|tokens|factor)/, '/$1')
        .replace(/\/(account|summary)$/, '/$1/view')
        .replace('.json', '')
        .replace('/calendar.ics', '/calendar/view')
        .replace('/shared-event', '/share-link/view')
        .replace(/^ANY \/reset-password$/, 'ANY /pages')
        .replace(/\/\{(id|version)\}$/, '');
      const named = `ANY /${stem.replace('/list', '').replace('system/', '')}`;
      if (route !== '*') expect(path, `Name ${file} after its route, as its siblings are.`).toBe(named);
    }
    const files = sources.filter((file) => file.startsWith('functions/'));
    const defined = functions.map(({ file }) => file).sort();
    expect(defined, 'Does it export an `endpoint`? Others are in resources/functions.js.').toEqual(files);
    // They are invoked by other functions, and by the table.
    const unserved = functions.filter(({ route }) => route === undefined);
    expect(unserved.map(({ name }) => name)).toEqual([
      'accountErase',
      'historyErase',
      'eventsRecord',
      'mailSend',
    ]);
  });
});
