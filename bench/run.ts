import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDatabase } from '../local/dynalite/database.js';
import { createTable } from '../local/table.js';
import { tableDefinition } from '../resources/definitions.ts';
import { dynoxideIsInstalled, startDynoxide } from '../tests/support/emulators.ts';
import { BUDGETS, buildContestants, type Contestant, contestantsIn, EVENTS } from './contestants.ts';
import { type Consumption, countRequests } from './counter.ts';
import { environment } from './environment.ts';
import { seed, seedMany } from './fixtures.ts';
import { measure } from './process.ts';
import { comparisonOf, reportOf, type Samples } from './report.ts';

// One round of everything, as a smoke test.
const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values;

const STEPS = ['bundles', 'requests', 'capacity units', 'a long list', 'cold', 'warm', 'done'] as const;
const step = (name: (typeof STEPS)[number]) => {
  const seconds = (performance.now() / 1_000).toFixed(0).padStart(4);
  console.error(`${seconds} s  ${STEPS.indexOf(name) + 1} of ${STEPS.length}: ${name}`);
};

async function report(folder: string, emulator: string): Promise<string> {
  step('bundles');
  await buildContestants(folder);
  const contestants = contestantsIn(folder);
  const { view, update, list, functions, growing } = contestants;
  const rows = [...new Set([...view, ...update, ...functions])];
  step('requests');
  const consumptions = await countRequests(folder, rows, emulator, seed);
  step('capacity units');
  for (const [column, budgets] of BUDGETS.entries()) {
    const sized = growing.flatMap((calls) => calls[column] ?? []);
    const counted = await countRequests(folder, sized, emulator, () => seed({ events: 40, budgets }));
    for (const [contestant, consumption] of counted) consumptions.set(contestant, consumption);
  }
  step('a long list');
  await seedMany(EVENTS);
  const listed = await countRequests(folder, list, emulator, async () => undefined);
  const long = await inRounds(folder, list, listed, { rounds: 5, warmUps: 5, calls: 10 });
  step('cold');
  const cold = await inRounds(folder, rows, consumptions, { rounds: 15, warmUps: 0, calls: 0 });
  step('warm');
  const warm = await inRounds(folder, rows, consumptions, { rounds: 5, warmUps: 300, calls: 500 });
  const sized = growing.flat().flatMap((each) => each ?? []);
  // Fewer, because the largest take fifty times as long.
  const grown = await inRounds(folder, sized, consumptions, { rounds: 5, warmUps: 150, calls: 250 });
  step('done');
  const results = {
    ...contestants,
    consumptions: new Map([...consumptions, ...listed]),
    cold: new Map([...cold, ...long]),
    warm: new Map([...warm, ...grown, ...long]),
  };
  const picture = comparisonOf(results);
  if (!quick) await writeFile('docs/performance.svg', picture);
  return reportOf(results);
}

/** Measures each contestant once a round, in a new random order, with the responses that were recorded. */
async function inRounds(
  folder: string,
  contestants: Contestant[],
  consumptions: Map<Contestant, Consumption>,
  { rounds, warmUps, calls }: Record<'rounds' | 'warmUps' | 'calls', number>,
): Promise<Samples> {
  const samples: Samples = new Map(contestants.map((contestant) => [contestant, []]));
  const amount = quick ? { warmUps: warmUps / 10, calls: calls / 10 } : { warmUps, calls };
  for (let round = 0; round < (quick ? 1 : rounds); round += 1) {
    for (const contestant of shuffled(contestants)) {
      const answers = consumptions.get(contestant)?.answers;
      samples.get(contestant)?.push(await measure(folder, contestant, { answers, ...amount }));
    }
  }
  return samples;
}

const shuffled = <Item>(items: Item[]): Item[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);

const folder = await mkdtemp(join(tmpdir(), 'event-budget-bench-'));
const { endpoint, stop } = await (dynoxideIsInstalled ? startDynoxide() : startDatabase());
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
try {
  await createTable({ ...tableDefinition, TableName: environment.TABLE_NAME }, endpoint);
  console.log(await report(folder, endpoint));
} finally {
  await stop();
  await rm(folder, { recursive: true });
}
