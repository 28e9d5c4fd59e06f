import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dayIn, party } from '../support/service.ts';
import { newAccount } from './account.ts';

const PATH = process.env['PATH'] ?? '';
const curl = PATH.split(delimiter)
  .map((folder) => join(folder, 'curl'))
  .find((file) => existsSync(file));
if (!curl) console.warn('curl is not installed here: what a shell runs is not tested.');

const [, start = ''] = /\n## Start\n([\s\S]*?)\n## /.exec(readFileSync('docs/api.md', 'utf8')) ?? [];
const lines = [...start.matchAll(/\n```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

/** Whether a response is the documented one, in which `…` is anything, and ids and tokens are those of that day. */
const patternOf = (documented: string): RegExp =>
  new RegExp(
    `^${documented
      .slice(2)
      .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      .replace(/\b\d{12,}\b/g, '\\d+')
      .replaceAll('…', '.*')}$`,
  );

describe.skipIf(!curl)('Start of docs/api.md', () => {
  it('has the calls that an app begins with, and what they answer', async () => {
    const known: string[] = [];
    let answer = '';
    let answers = 0;
    for (const line of lines) {
      const [, name = '', value = ''] = /^([A-Z]+)=(\S+)/.exec(line) ?? [];
      if (line.startsWith('→ ')) {
        expect(answer).toMatch(patternOf(line.replace('http://localhost:3000', inject('origin'))));
        answers += 1;
      } else if (name === 'DAY') known.push(`DAY=${dayIn(30)}`);
      else if (name) {
        const [, found] = (/^\d/.test(value) ? /"id":(\d+)/ : /"token":"([^"]+)"/).exec(answer) ?? [];
        known.push(`${name}=${found}`);
      } else if (line.startsWith('call() '))
        known.push(line.replace('http://localhost:3000', inject('origin')));
      else {
        const run = async () =>
          (await promisify(execFile)('sh', ['-c', [...known, line].join('\n')])).stdout.trim();
        const recorded = async () => {
          answer = await run();
          return answer;
        };
        // A write is in the history a second later.
        await expect.poll(recorded, { timeout: 20_000 }).not.toContain('not_recorded');
      }
    }
    expect(answers).toBe(lines.filter((line) => /^call ["/]/.test(line)).length);
  });
});

const script = readFileSync('examples/import.sh', 'utf8');
const commented = (pattern: RegExp) =>
  [...script.matchAll(/^# {3}(.*)$/gm)].map(([, line = '']) => line).filter((line) => pattern.test(line));
const preparation = commented(/token|chmod/).join('\n');
const [command = ''] = commented(/^\d/).map((line) => line.replace(/^\d+ [\d,]+ \* \* \* /, ''));

describe.skipIf(!curl)('examples/import.sh', () => {
  const TODAY = '2027-07-04';
  const TOMORROW = '2027-07-05';
  const FILE = 'name,amount\nTaxi,40\nFlowers,12.50\n';
  let ada: Awaited<ReturnType<typeof newAccount>>;
  let event_id = 0;
  let token = { id: '', token: '' };
  let home = '';

  const file = (name: string) => join(home, 'event-budget', name);
  const write = (name: string, text: string) => writeFile(file(name), text, { mode: 0o700 });
  const ofEvent = () => ({ params: { path: { event_id } } });
  const newToken = async (access: 'read' | 'write') => {
    const body = { password: ada.password, name: 'Nightly import', access, expires_on: dayIn(1) };
    const { data } = await ada.POST('/account/tokens/create', { body });
    return { id: String(data?.data.id), token: String(data?.data.token) };
  };
  const lines = async () => {
    const { data } = await ada.GET('/events/{event_id}/budgets', ofEvent());
    return data?.data.map(({ name, amount }) => ({ name, amount }));
  };

  /** Runs commands of its head in a shell. Returns the exit code. */
  const inShell = (commands: string, input = '') =>
    new Promise<number | string | null | undefined>((resolve) => {
      const env = { HOME: home, PATH: `${home}/bin${delimiter}${PATH}` };
      const child = execFile('sh', ['-c', commands], { env }, (error) => resolve(error ? error.code : 0));
      child.stdin?.end(input);
    });
  const setToken = (text: string) => inShell(preparation, `Authorization: Bearer ${text}\n`);
  /** Runs the line of the crontab on a day. Returns the exit code and what the log has of this run. */
  const run = async (day: string) => {
    await writeFile(join(home, 'bin/date'), `#!/bin/sh\necho ${day}\n`, { mode: 0o700 });
    await rm(file('import.log'), { force: true });
    return { code: await inShell(command), log: await readFile(file('import.log'), 'utf8') };
  };

  beforeAll(async () => {
    ada = await newAccount('Ada', 'ada.script@example.com');
    const { response } = await ada.POST('/events/create', { body: party() });
    event_id = Number(response.headers.get('location')?.replace('/events/view/', ''));
    token = await newToken('write');
    home = await mkdtemp(join(tmpdir(), 'event-budget-'));
    await Promise.all(['event-budget', 'bin'].map((folder) => mkdir(join(home, folder))));
    const noted = `#!/bin/sh\n{ printf '%s\\n' "$@"; env; } > "$HOME/noted"\nexec ${curl} "$@"\n`;
    await writeFile(join(home, 'bin/curl'), noted, { mode: 0o700 });
    await write(
      'import.sh',
      script.replace('http://localhost:3000', inject('origin')).replace(/event=\d+/, `event=${event_id}`),
    );
    await setToken(token.token);
    await write(`${TODAY}.csv`, FILE);
  });

  afterAll(() => rm(home, { recursive: true }));

  it('is prepared with a token that only its owner can read', async () => {
    expect((await stat(file('token'))).mode & 0o777).toBe(0o600);
  });

  it('imports the file of the day, once however often it runs', async () => {
    const first = await run(TODAY);
    expect(first).toEqual({ code: 0, log: expect.stringMatching(/"return_count":2} repeated: \n$/) });
    const imported = [
      { name: 'Taxi', amount: 40 },
      { name: 'Flowers', amount: 12.5 },
    ];
    expect(await lines()).toEqual(imported);
    expect(await run(TODAY)).toEqual({ code: 0, log: first.log.replace('repeated: ', 'repeated: true') });
    expect(await lines()).toEqual(imported);
  });

  it('has the token neither in arguments nor in the environment', async () => {
    await run(TODAY);
    const noted = await readFile(join(home, 'noted'), 'utf8');
    expect(noted).toContain('@token');
    expect(noted).not.toContain('ebt_');
  });

  it('imports another file of the day, and the same file of another day', async () => {
    const before = (await lines()) ?? [];
    await write(`${TODAY}.csv`, 'name,amount\nBand,800\n');
    await write(`${TOMORROW}.csv`, FILE);
    expect([(await run(TODAY)).code, (await run(TOMORROW)).code]).toEqual([0, 0]);
    expect((await lines())?.slice(before.length).map(({ name }) => name)).toEqual([
      'Band',
      'Taxi',
      'Flowers',
    ]);
  });

  it('says what is wrong, and fails', async () => {
    const before = await lines();
    await write('2027-07-06.csv', 'name,amount\nBand,much\n');
    expect(await run('2027-07-06')).toEqual({ code: 22, log: expect.stringContaining('"line":2') });
    const missing = await run('2027-07-07');
    expect(missing.code).not.toBe(0);
    expect(missing.log).toContain('2027-07-07.csv');

    await setToken((await newToken('read')).token);
    const narrow = await run(TODAY);
    expect(narrow).toEqual({ code: 22, log: expect.stringContaining('"code":"insufficient_scope"') });

    await setToken(token.token);
    await ada.POST('/account/tokens/end/{id}', { params: { path: { id: token.id } } });
    const ended = await run(TODAY);
    expect(ended).toEqual({ code: 22, log: expect.stringContaining('Missing or invalid token.') });
    expect(await lines()).toEqual(before);
  });
});
