import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/emulators.ts';
import { copyOfService, startOffline } from '../support/offline.ts';

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

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('npm start', () => {
  it('prints what a person needs, and a line for each request', async () => {
    const service = await start();
    const told = service.output();
    for (const text of [url, `${url}/docs`, 'npm run demo', '.local/database']) expect(told).toContain(text);
    expect(told.split('\n').length).toBeLessThan(25);
    expect(told).not.toContain('invocations');
    await fetch(`${url}/health?token=secret`);
    await fetch(`${url}/nowhere%ZZ`);
    await fetch(`${url}/events`, { method: 'OPTIONS' });
    await expect.poll(() => service.output()).toContain('OPTIONS');
    expect(
      service
        .output()
        .slice(told.length)
        .replaceAll(/\d+ ms/g, 'n ms'),
    ).toBe('GET /health 200 n ms\nGET /nowhere%ZZ 404 n ms\nOPTIONS /events 405 n ms\n');
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
    await expect.poll(() => isAlive(-service.pid), { timeout: 10_000 }).toBe(false);
    await expect(fetch(`${url}/health`)).rejects.toThrow(TypeError);
  });

  it('names the Node version it needs when started with an older one', async () => {
    const service = startOffline(copy.folder, {}, [process.execPath, '--no-strip-types', 'local/start.js']);
    expect(await service.exited()).toBe(1);
    expect(service.output()).toMatch(/^Node v\S+ can't run TypeScript\. Install Node 22\.18 or later\.$/m);
  });

  it('takes DATABASE_TIMEOUT_MS from the environment', async () => {
    const service = await start({ DATABASE_TIMEOUT_MS: '5' });
    expect((await fetch(`${url}/events`)).status).toBe(500);
    await expect.poll(() => service.output()).toContain('DATABASE_TIMEOUT_MS must be');
    await service.stop();
  });
});
