import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tableDefinition } from '../../resources/definitions.ts';
import { scenarios } from '../faults/operations/writes.ts';
import { expectLinks } from '../faults/stored.ts';
import { alike } from '../faults/writes/alike.ts';
import { refillRetries } from '../support/database-errors.ts';
import { startProxy } from '../support/database-proxy.ts';
import { newTable } from '../support/new-table.ts';
import { historyLength, scaled } from '../support/scale.ts';
import { wholeTable } from '../support/whole-table.ts';

/** The number of kills. OPERATIONS overrides it. */
const KILLS = historyLength(scaled(42, 6));
/** The latest that a process is killed, in milliseconds: after a transaction arrived, or after its write began. */
const LATEST = { request: 8, write: 1 };

/** Each has one transaction. */
const FLOWS = [
  ...['authSignup', 'authVerifyEmail, of a new address', 'accountDelete'],
  ...[
    'eventsCreate, with a key',
    'eventsCopy, with a key',
    'budgetsCreate, with a key',
    'budgetsImport, with a key',
  ],
  ...['membersInvite', 'invitationsAccept', 'invitationsDecline', 'eventsDelete'],
  ...['membersRemove', 'membersRemove, of an invited person', 'membersRemove, of oneself'],
];

const folder = await mkdtemp(join(tmpdir(), 'event-budget-'));
let child: ChildProcess;
let endpoint = '';

/** Starts the embedded database of the folder as a process. */
async function start(): Promise<void> {
  child = fork('tests/local/dynalite/killed-database-process.ts', [folder]);
  const [message] = await once(child, 'message');
  endpoint = String(message);
}

/** How long after what the next transaction kills the database. */
let next: { after: 'request' | 'write'; delay: number } | undefined;

async function killSoon({ after, delay }: NonNullable<typeof next>): Promise<void> {
  if (after === 'write') {
    child.send(delay);
    await once(child, 'message');
  } else setTimeout(() => child.kill('SIGKILL'), delay);
}

const proxy = await startProxy(
  () => endpoint,
  async ({ operation, execute }) => {
    const kill = operation === 'TransactWriteItems' ? next : undefined;
    if (kill) {
      next = undefined;
      await killSoon(kill);
    }
    return execute();
  },
);
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint;
const table = wholeTable(proxy.endpoint);

beforeAll(async () => {
  await start();
  await newTable(endpoint, String(process.env['TABLE_NAME']), tableDefinition);
});
afterAll(async () => {
  child.kill('SIGKILL');
  proxy.stop();
  await rm(folder, { recursive: true });
});

/** All items but the counters of rate limits, of which a call has several. */
const stateOf = async () => alike((await table.items()).filter((item) => !('attempts' in item)));

async function prepared(flow: string) {
  await table.empty();
  const act = await scenarios[flow]?.();
  if (!act) throw new Error(`There is no ${flow}`);
  return { act, before: await stateOf() };
}

it('a flow whose database is killed is whole or not there after the next start', {
  timeout: 60_000 + 5_000 * KILLS,
}, async () => {
  const found: Record<'answered' | 'done' | 'not done', number> = { answered: 0, done: 0, 'not done': 0 };
  const property = fc.asyncProperty(
    fc.constantFrom(...FLOWS),
    fc.constantFrom('request', 'write'),
    fc.nat({ max: 1_000 }),
    async (flow, moment, thousandths) => {
      await refillRetries();
      const usual = await prepared(flow);
      expect((await usual.act()).status).toBeLessThan(300);
      const after = await stateOf();
      expect(after).not.toBe(usual.before);

      const { act, before } = await prepared(flow);
      expect(before).toBe(usual.before);
      const exit = once(child, 'exit');
      next = { after: moment, delay: (LATEST[moment] * thousandths) / 1_000 };
      const { status } = await act();
      await exit;
      await start();
      const state = await stateOf();
      const isAnswered = status !== 503;
      expect([before, after]).toContain(state);
      if (isAnswered) expect([status < 300, state]).toEqual([true, after]);
      found[isAnswered ? 'answered' : state === after ? 'done' : 'not done'] += 1;
      expectLinks(await table.items());
    },
  );
  await fc.assert(property, { numRuns: KILLS, endOnFailure: true, plugins: [fc.unbiased()] });
  if (process.env['OPERATIONS']) console.info(found);
});
