import { execFile } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/emulators.ts';
import { copyOfService, startOffline } from '../support/offline.ts';

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
  /** The output before the restart. */
  let printed = '';

  const start = async () => {
    service = startOffline(copy.folder, { PORT: port });
    await service.printed('A first call');
  };

  async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && {
        body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
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

  it('signs up with the printed call, which the README shows with its response', async () => {
    const readme = await readFile('README.md', 'utf8');
    const [, body = ''] = /auth\/signup -d '(.*)'/.exec(service.output()) ?? [];
    expect(readme).toContain(`curl http://localhost:3000/auth/signup -d '${body}'`);
    const { status, text } = await ask('POST', '/auth/signup', body);
    expect(status).toBe(201);
    expect(readme).toContain(text.replace(/eyJhbGciOi[^"]*/, 'eyJhbGciOi…'));
    token = String(JSON.parse((await ask('POST', '/auth/signup', ada)).text).token);
  });

  it('creates and views an event, byte for byte, from another origin too', async () => {
    const headers = { origin: 'https://example.com', 'content-type': 'application/json' };
    const made = await ask('POST', '/events/create', { name: 'Party', event_date: '2026-12-24' }, headers);
    expect([made.status, made.text]).toEqual([
      201,
      '{"status":"success","message":"Event saved successfully"}',
    ]);
    expect(made.headers.get('access-control-allow-origin')).toBe('https://example.com');
    location = made.headers.get('location') ?? '';
    const id = location.replace('/events/view/', '');
    const event = `{"id":${id},"name":"Party","total_amount":0.00,"budgets_count":0,"description":"","event_date":"2026-12-24"}`;
    expect((await ask('GET', location)).text).toBe(`{"status":"success","return_count":1,"data":${event}}`);
  });

  it.each([
    ['GET', '/nowhere', undefined, 404, 'Not found'],
    ['POST', '/', '{', 404, 'Not found'],
    ['PUT', '/events', undefined, 405, 'Invalid request method'],
    ['OPTIONS', '/events', undefined, 405, 'Invalid request method'],
    ['OPTIONS', '/auth/login', undefined, 405, 'Login Failed. retry'],
    ['OPTIONS', '/nowhere', undefined, 404, 'Not found'],
    ['GET', '/events/view/%ZZ', undefined, 404, 'Event not found'],
    ['POST', '/events/delete/%FF', undefined, 404, 'Event failed to delete'],
    ['POST', '/auth/login', 'null', 400, 'Login Failed. retry'],
    ['POST', '/events/create', Buffer.from('{"name":"caf\xe9"}', 'latin1'), 400, 'Event failed to save'],
    ['POST', '/events/create', 'x'.repeat(100_000), 413, 'Event failed to save'],
    ['POST', '/events/create', 'x'.repeat(11_000_000), 413, 'Event failed to save'],
    ['POST', '/events/1/budgets/import', 'x'.repeat(11_000_000), 413, 'Budgets failed to import'],
    ['PUT', '/auth/login', 'x'.repeat(11_000_000), 405, 'Login Failed. retry'],
  ])('rejects %s %s with the function’s own response', async (method, path, body, status, message) => {
    const answer = await ask(method, path, body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'error', message });
    expect(answer.headers.has('allow')).toBe(status === 405);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('handles 100 concurrent signups', async () => {
    const people = Array.from({ length: 100 }, (_, n) => ({ ...ada, email: `ada-${n}@example.com` }));
    const answers = await Promise.all(people.map((person) => ask('POST', '/auth/signup', person)));
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  });

  const load = (env: Record<string, string>) =>
    promisify(execFile)('node', ['tests/load/run.js'], { env: { ...process.env, ...env } });

  it('stores everything that it confirms under load', async () => {
    const { stdout } = await load({ PORT: port, USERS: '3', ROUNDS: '4' });
    expect(stdout).toContain('; 0 failed.');
    expect(stdout).toContain('9 events and their budgets are held against what was answered: 0 are not');
  });

  it('load test rejects hosts other than this machine', async () => {
    const elsewhere = { SERVICE: 'https://example.com' };
    await expect(load(elsewhere)).rejects.toThrow('https://example.com is not on this machine');
  });

  it('applies source changes without a restart', async () => {
    const file = join(copy.folder, 'functions/system/not-found.ts');
    const source = await readFile(file, 'utf8');
    await writeFile(`${file}.saved`, source.replace("'Not found'", "'Nothing here'"));
    await rename(`${file}.saved`, file);
    await expect
      .poll(async () => (await ask('GET', '/x')).text, { timeout: 20_000 })
      .toContain('Nothing here');
    expect((await ask('GET', location)).status).toBe(200);
  });

  it('exits with a one-line message if it can’t start', async () => {
    const other = () => freePort().then(String);
    const dead = 'http://127.0.0.1:9';
    const cases = [
      [{ PORT: port }, `Port ${port} is in use. Set PORT to another one.`],
      [{ PORT: 'abc' }, 'PORT must be a number from 1 to 65535, and is «abc».'],
      [{ PORT: await other() }, ".local/database can't be opened. Is the service running already?"],
      [{ PORT: await other(), AWS_ENDPOINT_URL_DYNAMODB: dead }, `The database at ${dead} can't be used`],
    ] as const;
    const check = async ([env, message]: (typeof cases)[number]) => {
      const second = startOffline(copy.folder, env);
      expect(await second.exited()).toBe(1);
      expect(
        second
          .output()
          .split('\n')
          .filter((line) => line.startsWith(message)),
      ).toHaveLength(1);
      expect(second.output()).not.toContain('    at ');
    };
    await Promise.all(cases.map(check));
  });

  it('keeps accounts, events and tokens after a restart', async () => {
    await service.stop('SIGINT');
    printed = service.output();
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

  it('logs one line per request, without secrets', async () => {
    // The printed example call has a name and a password in it, and the local mailbox prints recipients.
    const output = (printed + service.output())
      .split('\n')
      .filter((line) => !/^( {2}curl |mail ")/.test(line));
    const lines = output.filter((line) => line.startsWith('{'));
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      route: 'ANY /events/view/{id}',
      method: 'GET',
      status: 404,
      duration_ms: expect.any(Number),
      account_id: expect.any(String),
      request_id: expect.any(String),
      cold_start: false,
    });
    expect(lines.length).toBeGreaterThan(100);
    for (const secret of [ada.email, ada.password, token, 'Lovelace', 'Party', '2026-12-24']) {
      expect(output.join()).not.toContain(secret);
    }
  });
});
