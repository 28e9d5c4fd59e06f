import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { nextMail } from '../support/received-mail.ts';
import { dayIn, party } from '../support/service.ts';
import { newAccount } from './account.ts';

const PATH = process.env['PATH'] ?? '';
const curl = PATH.split(delimiter)
  .map((folder) => join(folder, 'curl'))
  .find((file) => existsSync(file));
if (!curl) console.warn('curl is not installed here: what a shell runs is not tested.');

const guide = readFileSync('docs/api.md', 'utf8');

/** What a section has for a shell, line by line, and a document that a command reads in one with it. */
function linesOf(section: string): string[] {
  const [, text = ''] = new RegExp(`\\n## ${section}\\n([\\s\\S]*?)\\n##+ `).exec(guide) ?? [];
  const blocks = [...text.matchAll(/\n```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.match(/^.*<<END\n[\s\S]*?\nEND$|^.+$/gm) ?? []);
}

const atService = (line: string): string => line.replace('http://localhost:3000', inject('origin'));

/** A pattern of a documented response: `…` is anything, and ids and times are others. */
const patternOf = (documented: string): RegExp =>
  new RegExp(
    `^${atService(documented)
      .replace(/^→ /, '')
      .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      .replace(/\b\d{12,}\b/g, '\\d+')
      .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"[^"]*"')
      .replaceAll('…', '.*')}$`,
  );

describe.skipIf(!curl)('the guide', { shuffle: false }, () => {
  /** What the shell knows: the function and variables, whose values are those of the responses. */
  const known = [...linesOf('Start').slice(0, 1).map(atService), `DAY=${dayIn(30)}`];
  let answer = '';

  async function run(command: string): Promise<string> {
    const input = [...known, command].join('\n');
    return (await promisify(execFile)('sh', ['-c', input])).stdout.trim();
  }

  async function play(line: string): Promise<void> {
    const [, name, value = ''] = /^([A-Z]+)=(\S+)(?: +#.*)?$/.exec(line) ?? [];
    const [, id = ''] = /"id":(\d+)/.exec(answer) ?? [];
    if (line.startsWith('→ ')) expect(answer).toMatch(patternOf(line));
    else if (name === 'TOKEN') known.push(`TOKEN=${/"token":"([^"]+)"/.exec(answer)?.[1]}`);
    else if (name && /^\d+$/.test(value)) known.push(`${name}=${id}`);
    else if (!name && !line.startsWith('call() ')) {
      const recorded = async () => {
        answer = await run(line.replace(/\b\d{12,}\b/, id));
        return answer;
      };
      // A write is in the history a second later.
      await expect.poll(recorded, { timeout: 20_000 }).not.toContain('not_recorded');
    }
  }

  async function playSection(section: string): Promise<void> {
    const lines = linesOf(section);
    expect(lines).not.toEqual([]);
    for (const [n, line] of lines.entries()) {
      await play(line);
      const isShown = line.startsWith('→ ') || lines[n + 1]?.startsWith('→ ');
      if (!isShown && line.includes('call /')) expect(answer).toContain('"status":"success"');
    }
  }

  it('begins with calls of which each shows its response', () => {
    const calls = linesOf('Start').filter((line) => /^call ["/]/.test(line));
    expect(calls).toHaveLength(14);
    expect(linesOf('Start').filter((line) => line.startsWith('→ '))).toHaveLength(calls.length);
  });

  it.each(['Start', 'Many budgets and files', 'Trash', 'Access tokens'])('does as it says: %s', playSection);

  it('does as it says between two people: Sharing, Handing over', async () => {
    const ada = await newAccount('Ada', 'ada@example.com');
    const { token } = await nextMail('grace@example.com');
    await run(`call /auth/verify-email -d '{"token":"${token}"}'`);
    known.push(`ADA=${ada.token}`);
    await playSection('Sharing');
    await playSection('Handing over');
  });
});

const script = readFileSync('examples/import.sh', 'utf8');
const commented = (pattern: RegExp) =>
  [...script.matchAll(/^# {3}(.*)$/gm)].map(([, line = '']) => line).filter((line) => pattern.test(line));
const preparation = commented(/token|chmod/).join('\n');
const [command = ''] = commented(/^\d/).map((line) => line.replace(/^\d+ [\d,]+ \* \* \* /, ''));

describe.skipIf(!curl)('examples/import.sh', { shuffle: false }, () => {
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
