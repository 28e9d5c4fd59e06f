import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { createTable } from '../local/table.js';
import { tableDefinition } from '../resources/definitions.ts';
import { dynoxideIsInstalled, startEmulator } from '../tests/support/emulators.ts';
import { compareWith } from './commits/compare.ts';
import { comparisonReport, comparisonResults } from './commits/markdown.ts';
import { environment } from './environment.ts';
import { goalsOf } from './goals.ts';
import { reportOf } from './markdown.ts';
import { measureAll, type RunOptions } from './measure-all.ts';
import { buildChild } from './process.ts';
import { resultsOf } from './results.ts';

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    // One round of everything, as a smoke test.
    quick: { type: 'boolean', default: false },
    // Compares with this commit instead.
    before: { type: 'string' },
    // Names of functions for it, comma-separated.
    only: { type: 'string' },
  },
});

const step = (name: string) =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${name}`);

async function everything(run: RunOptions) {
  const { endpoint, stop } = await startEmulator();
  try {
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
    await createTable({ ...tableDefinition, TableName: environment.TABLE_NAME }, endpoint);
    const results = await resultsOf(await measureAll({ ...run, emulator: endpoint }));
    const goals = goalsOf(results);
    const met = goals.filter(({ outcome }) => outcome === 'met').length;
    step(styleText(met === goals.length ? 'green' : 'yellow', `${met} of ${goals.length} goals met`));
    return { report: reportOf(results, goals), results: { ...results, goals } };
  } finally {
    await stop();
  }
}

async function comparison(ref: string, run: RunOptions) {
  const only = options.only?.split(',') ?? [];
  const results = await comparisonResults(await compareWith(ref, { ...run, only }));
  return { report: comparisonReport(results), results };
}

const folder = await mkdtemp(join(tmpdir(), 'event-budget-bench-'));
if (dynoxideIsInstalled) process.env['EMULATOR'] = 'dynoxide';
try {
  await buildChild(folder);
  const run = { folder, quick: options.quick, step };
  const { report, results } = options.before ? await comparison(options.before, run) : await everything(run);
  step('done');
  console.log(report);
  if (options.json) await writeFile(options.json, JSON.stringify(results, null, 2));
} finally {
  await rm(folder, { recursive: true });
}
