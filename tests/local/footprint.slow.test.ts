import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/emulators.ts';
import { copyOfService, startOffline } from '../support/offline.ts';
import { addFunctions, megabytesOf } from './footprint.ts';

const FUNCTIONS = Number(process.env['FUNCTIONS'] ?? 45);

let copy: Awaited<ReturnType<typeof copyOfService>>;
let service: ReturnType<typeof startOffline>;
let url: string;
const measured: Record<string, number> = {};

const get = async (path: string) => (await fetch(url + path)).text();
const callAll = async () => {
  for (let n = 16; n < FUNCTIONS; n += 1) await get(`/copies/${n}/1`);
  for (const path of ['/docs', '/openapi.json', '/events', '/events/1/budgets', '/auth/login'])
    await get(path);
};

beforeAll(async () => {
  copy = await copyOfService();
  await addFunctions(copy.folder, FUNCTIONS);
  url = `http://localhost:${await freePort()}`;
  const started = performance.now();
  service = startOffline(copy.folder, { PORT: new URL(url).port }, ['npm', 'start']);
  await service.printed('A first call');
  await get('/health');
  measured['first answer, s'] = (performance.now() - started) / 1000;
});

afterAll(async () => {
  await service.stop();
  await copy.remove();
  console.table(measured);
});

describe.runIf(process.platform !== 'win32')(`npm start with ${FUNCTIONS} functions`, () => {
  it('takes less than 600 MB once each has been called', async () => {
    measured['idle, MB'] = megabytesOf(service.pid);
    await callAll();
    measured['each called, MB'] = megabytesOf(service.pid);
    expect(measured['each called, MB']).toBeGreaterThan(100);
    expect(measured['each called, MB']).toBeLessThan(600);
  });

  it('takes less than 600 MB after ten edits, each served by the next call', async () => {
    const times = [];
    for (let n = 1; n <= 10; n += 1) {
      const edited = `export const handler = async () => ({ statusCode: 200, headers: {}, body: 'edit ${n}' });`;
      const saved = performance.now();
      await writeFile(join(copy.folder, 'functions/system/health.ts'), edited);
      expect(await get('/health')).toBe(`edit ${n}`);
      times.push(performance.now() - saved);
      await callAll();
    }
    measured['slowest edit, ms'] = Math.max(...times);
    measured['ten edits, MB'] = megabytesOf(service.pid);
    expect(measured['ten edits, MB']).toBeLessThan(600);
  });
});
