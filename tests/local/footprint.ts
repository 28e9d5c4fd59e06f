import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A plugin that copies functions, each with its source, until there are so many. */
const copies = (count: number) => `
import { cpSync } from 'node:fs';

export default class Copies {
  constructor({ service }) {
    this.hooks = { initialize: () => {
      const originals = Object.entries(service.functions);
      for (let n = originals.length; n < ${count}; n += 1) {
        const [name, definition] = originals[n % originals.length];
        const stem = definition.handler.replace('.handler', '');
        cpSync(stem + '.ts', stem + '-' + n + '.ts');
        const events = [{ httpApi: 'ANY /copies/' + n + '/{id}' }];
        service.functions[name + n] = { ...definition, name: name + n, handler: stem + '-' + n + '.handler', events };
      }
    } };
  }
}
`;

/** Has a copy of the service start with so many functions. */
export async function addFunctions(folder: string, count: number): Promise<void> {
  await writeFile(join(folder, 'copies.js'), copies(count));
  const file = join(folder, 'serverless.yml');
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replace('plugins:\n', 'plugins:\n  - ./copies.js\n'));
}

/** What the processes of a group take of the memory, in MB. */
export function megabytesOf(group: number): number {
  const processes = execFileSync('ps', ['-eo', 'pgid=,rss=']).toString().trim().split('\n');
  const kilobytes = processes
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([id]) => id === group)
    .map(([, rss = 0]) => rss);
  return Math.round(kilobytes.reduce((sum, rss) => sum + rss, 0) / 1024);
}
