import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/emulators.ts';
import { copyOfService, startOffline } from '../support/offline.ts';

/** A function that answers what stands in a leaf, two imports away. */
const SOURCES = {
  'functions/system/health.ts': `
    import { word } from '../../lib/branch.ts';
    interface Answer { statusCode: number; headers: Record<string, string>; body: string }
    const answer = async (): Promise<Answer> => ({ statusCode: 200, headers: {}, body: word });
    export const handler = Object.assign(answer, { contract: { route: '/health', permissions: [] } });`,
  'lib/branch.ts': "export { word } from './leaf.ts';",
};

let copy: Awaited<ReturnType<typeof copyOfService>>;
let service: ReturnType<typeof startOffline>;
let url: string;

const save = (file: string, source: string) => writeFile(join(copy.folder, file), source);
const saveWord = (word: string) => save('lib/leaf.ts', `export const word = '${word}';`);

async function get(path = '/health') {
  const answer = await fetch(url + path);
  return { status: answer.status, text: await answer.text() };
}
const served = (text: string) => expect.poll(async () => (await get()).text, { interval: 20 }).toBe(text);

beforeAll(async () => {
  copy = await copyOfService();
  for (const [file, source] of Object.entries(SOURCES)) await save(file, source);
  await saveWord('first');
  url = `http://localhost:${await freePort()}`;
  service = startOffline(copy.folder, { PORT: new URL(url).port, POWERTOOLS_LOG_LEVEL: 'WARN' });
  await service.printed('A first call');
});
afterAll(async () => {
  await service.stop();
  await copy.remove();
});

describe('an edited source', () => {
  it('is served after each of 20 saves, whatever is between them', async () => {
    for (let n = 1; n <= 20; n += 1) {
      const requests = Array.from({ length: 5 }, () => get());
      await saveWord(`save ${n}`);
      await Promise.all(requests);
      expect((await get()).text).toBe(`save ${n}`);
      await pause(n * 50);
    }
  });

  it('is served where a save comes while another one is loaded', async () => {
    for (let n = 1; n <= 20; n += 1) {
      await saveWord(`early ${n}`);
      const answer = get();
      await pause(n / 2);
      await saveWord(`late ${n}`);
      await answer;
      expect((await get()).text).toBe(`late ${n}`);
    }
  });

  it('may be a file or a document of the docs page', async () => {
    const styles = await readFile(join(copy.folder, 'lib/system/browser/docs/docs.css'), 'utf8');
    expect((await get('/docs/docs.css')).text).toBe(styles);
    await save('lib/system/browser/docs/docs.css', `${styles}/* Edited */`);
    expect((await get('/docs/docs.css')).text).toContain('/* Edited */');
    await save('docs/api.md', '## Edited');
    expect((await get('/docs/api.md')).text).toContain('<h2 id="edited">Edited</h2>');
  });

  it.each<[name: string, damage: () => Promise<unknown>, reason: RegExp]>([
    [
      'is half saved',
      () => save('lib/leaf.ts', 'export const word = "'),
      /SyntaxError: .* lib\/leaf\.ts:1$/m,
    ],
    ['is empty', () => save('lib/leaf.ts', ''), /SyntaxError/],
    [
      'throws as it loads',
      () => save('lib/leaf.ts', 'export const word = ""; throw new Error("Oh no");'),
      /Error: Oh no lib\/leaf\.ts:1$/m,
    ],
    ['is gone', () => rm(join(copy.folder, 'lib/leaf.ts')), /Cannot find module/],
    ['exports no handler', () => save('functions/system/health.ts', ''), /It has no export handler/],
  ])('answers 500 and prints why where it %s, until the next save', async (_, damage, reason) => {
    await damage();
    const before = service.output().length;
    const { status, text } = await get();
    expect(status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      status: 'error',
      message: 'functions/system/health.ts failed. The terminal shows the error.',
    });
    const printed = () => service.output().slice(before);
    await expect.poll(printed).toMatch(/^GET \/health 500 \d+ ms$/m);
    await expect.poll(printed).toMatch(reason);
    expect(
      printed()
        .split('\n')
        .filter((line) => line && !line.startsWith('GET ')),
    ).toHaveLength(1);
    expect((await get('/nowhere')).status).toBe(404);
    await save('functions/system/health.ts', SOURCES['functions/system/health.ts']);
    await saveWord('healed');
    await served('healed');
  });
});
