import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTable } from '../local/database.js';
import { tableDefinition } from '../resources/definitions.ts';
import { dynoxideIsInstalled, startEmulator } from '../tests/support/emulators.ts';
import { buildContestants, contestantsIn } from './contestants.ts';
import { environment } from './environment.ts';
import { seed } from './fixtures.ts';
import { goalsOf } from './goals.ts';
import { reportOf } from './markdown.ts';
import { measureOnEmulator, measureStubbed } from './measures/calls.ts';
import { countCapacity } from './measures/capacity.ts';
import { measureLists } from './measures/lists.ts';
import { measureBcrypt, measureFailedLogins } from './measures/passwords.ts';
import { countRequests } from './measures/requests.ts';
import { resultsOf } from './results.ts';

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    // One round of everything, as a smoke test.
    quick: { type: 'boolean', default: false },
  },
});
const rounds = (many: number): number => (options.quick ? 1 : many);

const step = (name: string) =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${name}`);

const folder = await mkdtemp(join(tmpdir(), 'event-budget-bench-'));
if (dynoxideIsInstalled) process.env['EMULATOR'] = 'dynoxide';
const { endpoint, stop } = await startEmulator();
try {
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
  await createTable({ ...tableDefinition, TableName: environment.TABLE_NAME }, endpoint);
  step('bundles');
  await buildContestants(folder);
  const contestants = contestantsIn(folder);
  const { baseline, copy, rivals, view, functions } = contestants;
  const refused = contestants.refused.map(({ contestant }) => contestant);
  step('requests');
  const consumptions = await countRequests(folder, [...rivals, ...functions, ...refused], endpoint);
  step('capacity');
  const capacity = await countCapacity(folder, contestants.succeeding, endpoint);
  step('cold');
  const cold = { rounds: rounds(21), warmUps: 0, calls: 0 };
  const coldSamples = await measureStubbed(folder, [...rivals, ...functions], consumptions, cold);
  step('warm');
  const warm = { rounds: rounds(9), warmUps: 2_000, calls: 3_000 };
  const warmSamples = await measureStubbed(folder, [...rivals, view], consumptions, warm);
  step('every function');
  const few = { rounds: rounds(5), warmUps: 500, calls: 1_000 };
  const others = [baseline, copy, ...functions, ...refused];
  const othersSamples = await measureStubbed(folder, others, consumptions, few);
  step('on an emulator');
  await seed();
  const onEmulator = await measureOnEmulator(folder, [...rivals, view], endpoint, few);
  step('lists');
  const lists = await measureLists(folder, rounds(3), endpoint);
  step('passwords');
  const bcrypt = await measureBcrypt(folder, rounds(5), endpoint);
  const failedLogins = await measureFailedLogins(folder, endpoint);
  step('done');
  const results = await resultsOf({
    contestants,
    consumptions,
    cold: coldSamples,
    warm: warmSamples,
    others: othersSamples,
    onEmulator,
    capacity,
    lists,
    bcrypt,
    failedLogins,
  });
  const goals = goalsOf(results);
  console.log(reportOf(results, goals));
  if (options.json) await writeFile(options.json, JSON.stringify({ ...results, goals }, null, 2));
} finally {
  await stop();
  await rm(folder, { recursive: true });
}
