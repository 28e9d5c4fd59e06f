import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const read = (file: string) => readFileSync(file, 'utf8');

const { met, 'not applicable': topics } = z
  .strictObject({
    met: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    'not applicable': z.record(z.string(), z.array(z.string())),
  })
  .parse(parse(read('docs/asvs.yml')));

it('a requirement stands once, in docs/asvs.md or in docs/asvs.yml', () => {
  const explained = [...read('docs/asvs.md').matchAll(/^\| (\d[^|]*) \|/gm)];
  const inDocument = explained.flatMap(([, ids = '']) => ids.split(', '));
  const all = [...inDocument, ...Object.keys(met), ...Object.values(topics).flat()];
  expect(all.filter((id, n) => all.indexOf(id) !== n)).toEqual([]);
  expect(inDocument.length).toBeGreaterThan(20);
});

/** Whether a text names a file, its heading and a title in it that exist. What the design shows is told in words. */
function isEvidence(text: string): boolean {
  const [, file, heading, title = ''] = /^(\S+\.\w+)(?:#(\S+))?(?: > (.+))?$/.exec(text) ?? [];
  if (!file) return /^\S+ \S+ /.test(text) && !/^tests|^docs/.test(text);
  const isHeading = new RegExp(`^#+ ${heading?.replaceAll('-', '.')}$`, 'im');
  return existsSync(file) && read(file).includes(title) && (!heading || isHeading.test(read(file)));
}

it('docs/asvs.yml names what exists', () => {
  const wrong = ['tests/none.test.ts', 'docs/asvs.md#level-9', 'docs/asvs.md > no such words'];
  expect(wrong.some(isEvidence)).toBe(false);
  expect(
    Object.values(met)
      .flat()
      .filter((text) => !isEvidence(text)),
  ).toEqual([]);
});
