import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tableDefinition } from '../../../resources/definitions.ts';
import { call } from '../../support/call.ts';
import { newTable } from '../../support/new-table.ts';
import { endpoints, party, person } from '../../support/service.ts';
import { wholeTable } from '../../support/whole-table.ts';

const PRLIMIT = '/usr/bin/prlimit';
/** So many KiB may each of its files have. What doesn't fit is cut off and fails, as on a full disk. */
const KIBIBYTES = 128;
const PROCESS = 'tests/support/database-process.ts';

let database: ChildProcess;
let printed: Promise<string>;

/** Starts the database of a folder, and returns its endpoint. */
async function start(folder: string, limit: number | 'unlimited') {
  const parameters = ['-c', `ulimit -S -f ${limit} && exec "$0" ${PROCESS} "$1"`, process.execPath, folder];
  database = spawn('bash', parameters, { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  if (database.stderr) printed = text(database.stderr);
  const [endpoint] = await once(database, 'message');
  return String(endpoint);
}

async function stop() {
  database.disconnect();
  await once(database, 'exit');
}

const tokenIn = z.object({ token: z.string() });
const named = z.object({ name: z.string() });
const names = z.object({ data: z.array(named) });

it.skipIf(!existsSync(PRLIMIT))(
  'on a full disk writes get 503, reads their answer, and all that was confirmed is there afterwards',
  async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'event-budget-')), 'database');
    const endpoint = await start(folder, KIBIBYTES);
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
    await newTable(endpoint, String(process.env['TABLE_NAME']), tableDefinition);
    const { token } = tokenIn.parse((await call(endpoints.signup.handler, { body: person() })).body);
    const create = async (name: string) => {
      const body = party({ name, description: 'x'.repeat(1_000) });
      return (await call(endpoints.create.handler, { token, body })).status;
    };
    const namesOfAll = async () => {
      const { body } = await call(endpoints.list.handler, { method: 'GET', token });
      return names.parse(body).data.map(({ name }) => name);
    };

    const confirmed: string[] = [];
    let status = 201;
    for (let n = 0; status === 201; n += 1) {
      status = await create(`Event ${n}`);
      if (status === 201) confirmed.push(`Event ${n}`);
    }
    expect(status).toBe(503);
    // LevelDB would confirm a write after the one that was cut off, and lose it.
    await promisify(execFile)(PRLIMIT, ['--pid', String(database.pid), '--fsize=unlimited']);
    expect(await create('There is room again')).toBe(503);
    expect(await namesOfAll()).toEqual(confirmed);
    await stop();
    expect(
      (await printed).match(/The database can't be written\. IO error: .*\. Calls that write/g),
    ).toHaveLength(1);

    const later = wholeTable(await start(folder, 'unlimited'));
    const heads = (await later.items()).flatMap(({ head }) => (head ? [named.parse(head).name] : []));
    expect(heads.sort()).toEqual(confirmed.sort());
    await stop();
    await rm(join(folder, '..'), { recursive: true });
  },
);
