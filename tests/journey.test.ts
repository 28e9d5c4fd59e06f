import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './support/emulators.ts';
import { copyOfService, startOffline } from './support/offline.ts';

const ada = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada.journey@example.com',
  password: 'correct horse battery',
};

describe('a journey over HTTP', () => {
  let copy: Awaited<ReturnType<typeof copyOfService>>;
  let service: ReturnType<typeof startOffline>;
  let port: string;
  let token = '';
  let location = '';

  const start = async () => {
    service = startOffline(copy.folder, { PORT: port });
    await service.printed('A first call');
  };

  async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  beforeAll(async () => {
    copy = await copyOfService();
    port = String(await freePort());
    await start();
  });

  afterAll(async () => {
    await service.stop();
    await copy.remove();
  });

  it('signs up with the call that the service prints', async () => {
    const [, body = ''] = /auth\/signup -d '(.*)'/.exec(service.output()) ?? [];
    expect((await ask('POST', '/auth/signup', body)).status).toBe(201);
    expect((await ask('POST', '/auth/signup', ada)).status).toBe(201);
  });

  it('logs in', async () => {
    const { status, text } = await ask('POST', '/auth/login', {
      username: ada.email,
      password: ada.password,
    });
    expect(status).toBe(200);
    token = String(JSON.parse(text).token);
  });

  it('creates, views, updates and lists an event', async () => {
    const made = await ask('POST', '/events/create', { name: 'Party', event_date: '2026-12-24' });
    expect([made.status, made.text]).toEqual([
      201,
      '{"status":"success","message":"Event saved successfully"}',
    ]);
    location = made.headers.get('location') ?? '';
    const id = location.replace('/events/view/', '');
    const event = (name: string) =>
      `{"id":${id},"name":"${name}","total_amount":0.00,"budgets_count":0,"description":"","event_date":"2026-12-24"}`;
    expect((await ask('GET', location)).text).toBe(
      `{"status":"success","return_count":1,"data":${event('Party')}}`,
    );
    expect((await ask('POST', `/events/update/${id}`, { name: 'Ball' })).status).toBe(200);
    expect((await ask('GET', '/events')).text).toBe(
      `{"status":"success","return_count":1,"data":[${event('Ball')}]}`,
    );
  });

  it('answers a page of another origin', async () => {
    const origin = { origin: 'https://example.com' };
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const preflight = await ask('OPTIONS', '/events/create', undefined, { ...origin, ...asked });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    const { headers } = await ask('GET', '/events', undefined, origin);
    expect(headers.get('access-control-allow-origin')).toBe('https://example.com');
    expect(headers.get('access-control-expose-headers')).toContain('Location');
  });

  it.each([
    ['GET', '/nowhere', undefined, 404, 'Not found'],
    ['POST', '/', '{', 404, 'Not found'],
    ['PUT', '/events', undefined, 405, 'Invalid request method'],
    ['OPTIONS', '/events', undefined, 405, 'Invalid request method'],
    ['GET', '/events/view/%ZZ', undefined, 400, 'Bad request'],
    ['POST', '/events/create', 'x'.repeat(100_000), 413, 'Event failed to save'],
    ['POST', '/events/create', 'x'.repeat(11_000_000), 413, 'Payload too large'],
  ])('refuses %s %s in JSON', async (method, path, body, status, message) => {
    const answer = await ask(method, path, body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'error', message });
  });

  it('takes an edited source without a restart', async () => {
    const file = join(copy.folder, 'functions/system/not-found.ts');
    const source = await readFile(file, 'utf8');
    await writeFile(file, source.replace("'Not found'", "'Nothing here'"));
    await expect
      .poll(async () => (await ask('GET', '/x')).text, { timeout: 20_000 })
      .toContain('Nothing here');
    expect((await ask('GET', location)).status).toBe(200);
  });

  it('says that its port is in use, in a line, and gives up', async () => {
    const second = startOffline(copy.folder, { PORT: port });
    expect(await second.exited()).toBe(1);
    expect(second.output()).toContain(`Port ${port} is in use. Set PORT to another one.`);
  });

  it('keeps accounts, events and tokens over a restart', async () => {
    await service.stop('SIGINT');
    await start();
    expect((await ask('GET', location)).status).toBe(200);
    expect((await ask('POST', '/auth/signup', ada)).status).toBe(409);
  });

  it('deletes the event', async () => {
    const path = location.replace('view', 'delete');
    expect((await ask('POST', path)).text).toBe(
      '{"status":"success","message":"Event deleted successfully"}',
    );
    expect((await ask('GET', location)).status).toBe(404);
  });

  it('logs each request in a line, and nothing that is secret', async () => {
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      route: 'ANY /events/view/{id}',
      method: 'GET',
      status: 404,
      duration_ms: expect.any(Number),
      account_id: expect.any(String),
      request_id: expect.any(String),
    });
    for (const secret of [ada.email, ada.password, token]) expect(service.output()).not.toContain(secret);
  });
});
