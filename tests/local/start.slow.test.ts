import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keptDatabase } from '../../local/kept-database.js';
import { putItems } from '../../local/table.js';
import { tableDefinition } from '../../resources/definitions.ts';
import { freePort } from '../support/emulators.ts';
import { copyOfService, startOffline } from '../support/offline.ts';
import { PASSWORD } from '../support/person.ts';
import { itemsOf04 } from '../support/table-of-0.4.ts';
import { headersOfWebPages, statusOf } from './web-pages.ts';

let copy: Awaited<ReturnType<typeof copyOfService>>;
let url: string;

beforeAll(async () => {
  copy = await copyOfService();
  url = `http://localhost:${await freePort()}`;
});
afterAll(() => copy.remove());

async function start(env: Record<string, string> = {}) {
  const service = startOffline(
    copy.folder,
    { PORT: new URL(url).port, POWERTOOLS_LOG_LEVEL: 'WARN', npm_config_update_notifier: 'false', ...env },
    ['npm', 'start'],
  );
  await service.printed('A first call');
  return service;
}

const isActive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The ports on which a process and its children listen, as Linux tells. */
async function portsOf(pid: number): Promise<string[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const ofChildren = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(portsOf));
  const files = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  const sockets = (await readFile(`/proc/${pid}/net/tcp`, 'utf8'))
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const own = sockets.filter(
    ([, , , state, ...rest]) => state === '0A' && links.includes(`socket:[${rest[5]}]`),
  );
  return [...own.map(([, at = '']) => String(Number.parseInt(at.slice(-4), 16))), ...ofChildren.flat()];
}

describe('npm start', () => {
  it('prints what a person needs, and a line for each request', async () => {
    const service = await start();
    const told = service.output();
    const demo = `PORT=${new URL(url).port} npm run demo`;
    for (const text of [url, `${url}/docs`, demo, '.local/database']) expect(told).toContain(text);
    expect(told.split('\n').length).toBeLessThan(25);
    expect(told).not.toContain('invocations');
    await fetch(`${url}/health?token=secret`);
    await fetch(`${url}/nowhere%ZZ`);
    await fetch(`${url}/verify-email%23token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln`);
    await fetch(`${url}/shared%23token=ebs_9f86d081884c7d65`);
    await fetch(`${url}/events`, { method: 'OPTIONS' });
    await expect.poll(() => service.output()).toContain('OPTIONS');
    expect(
      service
        .output()
        .slice(told.length)
        .replaceAll(/\d+ ms/g, 'n ms'),
    ).toBe(
      'GET /health 200 n ms\nGET /nowhere%ZZ 404 n ms\nGET /verify-email%23token=eyJ… 200 n ms\nGET /shared%23token=ebs_… 200 n ms\nOPTIONS /events 405 n ms\n',
    );
    await service.stop();
  });

  it.skipIf(process.platform === 'win32')('lets nobody else into the folder .local', async () => {
    const folder = join(copy.folder, '.local');
    const modeOf = async () => (await stat(folder)).mode & 0o777;
    await (await start()).stop();
    expect(await modeOf()).toBe(0o700);
    await chmod(folder, 0o755);
    await (await start()).stop();
    expect(await modeOf()).toBe(0o700);
  });

  it('answers the origins of CORS_ORIGINS, and no others', async () => {
    const service = await start({ CORS_ORIGINS: 'https://app.example.com,https://admin.example.com' });
    const allowed = async (origin: string, path: string, init: RequestInit = {}) => {
      const headers = { origin, 'access-control-request-method': 'POST', ...init.headers };
      const answer = await fetch(url + path, { ...init, headers });
      return answer.headers.get('access-control-allow-origin');
    };
    const json = { 'content-type': 'application/json' };
    for (const [path, init] of [
      ['/health', {}],
      ['/events', {}],
      ['/events', { method: 'OPTIONS' }],
      ['/auth/login', { method: 'OPTIONS' }],
      ['/auth/login', { method: 'POST', headers: json, body: '{}' }],
      ['/auth/login', { method: 'POST', headers: json, body: 'x'.repeat(100_000) }],
      ['/nowhere', {}],
      ['/nowhere%ZZ', {}],
    ] as const) {
      for (const origin of ['https://app.example.com', 'https://admin.example.com'])
        expect([path, await allowed(origin, path, init)]).toEqual([path, origin]);
      for (const origin of ['https://evil.example', 'https://app.example.com.evil.example', 'null'])
        expect([path, init, await allowed(origin, path, init)]).toEqual([path, init, null]);
    }
    await service.stop();
  });

  it.skipIf(process.platform !== 'linux')('rejects web pages at each port but its own', async () => {
    const service = await start();
    const ports = (await portsOf(service.pid)).filter((port) => port !== new URL(url).port);
    // The database, the mailbox, and the functions that run in the background.
    expect(ports).toHaveLength(3);
    const invocation = '/2015-03-31/functions/event-budget-local-mailSend/invocations';
    for (const port of ports) {
      for (const headers of headersOfWebPages(port))
        expect([port, headers, await statusOf(`http://127.0.0.1:${port}${invocation}`, headers)]).toEqual([
          ...[port, headers, 403],
        ]);
      expect(await statusOf(`http://127.0.0.1:${port}${invocation}`, {})).not.toBe(403);
    }
    await service.stop();
  });

  it('goes on while a package is made beside it', { timeout: 180_000 }, async () => {
    const service = await start();
    const env = { ...process.env, MAIL_FROM: '' };
    const packaged = await promisify(execFile)('npm', ['run', 'package'], { cwd: copy.folder, env });
    expect(packaged.stdout + packaged.stderr).toContain('MAIL_FROM is not set, so this deployment');
    for (const path of ['/health', '/docs']) expect((await fetch(url + path)).status).toBe(200);
    expect((await fetch(`${url}/events`)).status).toBe(401);
    await service.stop();
  });

  it('ends with all its processes where npm gets SIGTERM', async () => {
    const service = await start();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    process.kill(service.pid, 'SIGTERM');
    await expect.poll(() => isActive(-service.pid), { timeout: 10_000 }).toBe(false);
    await expect(fetch(`${url}/health`)).rejects.toThrow(TypeError);
  });

  it('names the Node version it needs when started with an older one', async () => {
    const service = startOffline(copy.folder, {}, [process.execPath, '--no-strip-types', 'local/start.js']);
    expect(await service.exited()).toBe(1);
    expect(service.output()).toMatch(/^Node v\S+ can't run TypeScript\. Install Node 22\.18 or later\.$/m);
  });

  it('upgrades the events that version 0.4 has kept', async () => {
    await rm(join(copy.folder, '.local'), { recursive: true, force: true });
    const definition = { ...tableDefinition, TableName: 'event-budget-local' };
    const kept = await keptDatabase(join(copy.folder, '.local/database'), definition);
    const items = itemsOf04().map((item) => marshall(item));
    await putItems(items, definition, kept.endpoint);
    await kept.stop();
    const service = await start();
    expect(service.output()).toContain('10 events of version 0.4 were upgraded.');
    const body = JSON.stringify({ username: 'grace@example.com', password: PASSWORD });
    const login = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const { token } = z
      .object({ token: z.string() })
      .parse(await (await fetch(`${url}/auth/login`, login)).json());
    const answer = await fetch(`${url}/summary`, { headers: { authorization: `Bearer ${token}` } });
    expect(await answer.text()).toContain('"to_pay":6079.75');
    await service.stop();
    const again = await start();
    expect(again.output()).not.toContain('were upgraded');
    await again.stop();
  });

  it('takes DATABASE_TIMEOUT_MS from the environment', async () => {
    const service = await start({ DATABASE_TIMEOUT_MS: '5' });
    expect((await fetch(`${url}/events`)).status).toBe(500);
    await expect.poll(() => service.output()).toContain('DATABASE_TIMEOUT_MS must be');
    await service.stop();
  });
});
