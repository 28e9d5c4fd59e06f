import { stat } from 'node:fs/promises';
import { cpus } from 'node:os';
import { markdownTable } from '../build/markdown-table.ts';
import type { Measured } from './child.ts';
import { BUDGETS, type Contestant, type contestantsIn, EVENTS } from './contestants.ts';
import type { Consumption } from './counter.ts';
import { type Panel, pictureOf } from './picture.ts';

export type Samples = Map<Contestant, Measured[]>;

interface Results extends ReturnType<typeof contestantsIn> {
  consumptions: Map<Contestant, Consumption>;
  cold: Samples;
  warm: Samples;
}

type Time = 'cold' | 'first' | 'warm';

const COLUMNS = { cold: 'cold CPU', first: 'first call: CPU', warm: 'CPU a call' };

/** Outside of this range, a copy of the baseline shows that a column is too noisy to count. */
const QUIET = [0.95, 1.05] as const;

/** Formats all results as Markdown tables. */
export async function reportOf(results: Results): Promise<string> {
  const { view, update, list, functions, growing } = results;
  const units = growing.map(([least, ...more]) => [
    least?.name ?? '',
    ...[least, ...more].map((each) => (each && results.consumptions.get(each)?.units) ?? ''),
  ]);
  const times = growing.map(([least, ...more]) => [
    least?.name ?? '',
    least ? milliseconds('warm', results, least) : '',
    ...more.map((each) => (least && each ? shown(ratioOf('warm', results, each, least)) : '')),
  ]);
  const sizes = BUDGETS.map((budgets) => `${budgets} budgets each`);
  return [
    `${cpus().length} cores, Node ${process.version}, ${process.platform}-${process.arch}. Ratios to the first row of their table: median (quartiles).`,
    await rowsOf('GET /events/view/{id}', view, results),
    await rowsOf('POST /events/update/{id}', update, results),
    await rowsOf('every function, and rejected calls', functions, results),
    await rowsOf(`GET /events with ${EVENTS} events`, list, results),
    markdownTable(['capacity units with 40 events', ...sizes], units),
    markdownTable(['CPU of a warm call', ...sizes], times),
  ].join('\n\n');
}

/** Draws how a function and its rivals compare with the bare handler. */
export function comparisonOf(results: Results): string {
  const panels = (['cold', 'warm'] as const).flatMap((time) =>
    [results.view, results.update].map(([bare, copy, _builtAlike, ...others]): Panel => {
      const title = others.at(-1)?.name ?? '';
      const bars = [bare, ...others].map((each) => ({
        name: each.name === title ? 'this service' : each.name.replace(/ \+.*/, ''),
        ratio: ratioOf(time, results, each, bare)[0],
      }));
      const counts = copy && isQuiet(time, results, copy, bare);
      const quiet = { cold: 'cold, with loading', warm: 'warm' };
      return { title, measure: counts ? quiet[time] : `${time}, too noisy`, bars };
    }),
  );
  return pictureOf(panels);
}

async function rowsOf(title: string, contestants: Contestant[], results: Results): Promise<string> {
  const [baseline, copy] = contestants;
  if (!baseline || !copy) return '';
  const columns: Time[] = ['cold', 'first', 'warm'];
  const rows = contestants.map(async (each) => {
    const { requests, units, invocations } = results.consumptions.get(each) ?? {};
    const times = columns.map((time) =>
      each === baseline ? milliseconds(time, results, each) : shown(ratioOf(time, results, each, baseline)),
    );
    const { size } = await stat(each.bundle);
    return [each.name, size, ...times, ...[requests, units, invocations].map((count) => count ?? '')];
  });
  const noisy = columns.filter((time) => !isQuiet(time, results, copy, baseline));
  const head = [title, 'bytes', ...columns.map((time) => COLUMNS[time])];
  const table = markdownTable(
    [...head, 'requests', 'capacity units', 'invocations'],
    await Promise.all(rows),
  );
  const names = noisy.map((time) => COLUMNS[time]).join(', ');
  return `${table}\n\n${names ? `Too noisy to count: ${names}.` : 'Quiet enough.'}`;
}

const valuesOf = (time: Time, { cold, warm }: Results, contestant: Contestant): number[] =>
  ((time === 'warm' ? warm : cold).get(contestant) ?? []).map((measured) => measured[time]);

/** The median and quartiles of a time's ratios to the baseline's in the same round. */
function ratioOf(time: Time, results: Results, contestant: Contestant, baseline: Contestant) {
  const others = valuesOf(time, results, baseline);
  const ratios = valuesOf(time, results, contestant).map(
    (value, round) => value / (others[round] ?? Number.NaN),
  );
  return [quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75)] as const;
}

function isQuiet(time: Time, results: Results, copy: Contestant, baseline: Contestant): boolean {
  const [ratio] = ratioOf(time, results, copy, baseline);
  return ratio >= QUIET[0] && ratio <= QUIET[1];
}

const shown = ([ratio, low, high]: ReturnType<typeof ratioOf>): string =>
  `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;

function milliseconds(time: Time, results: Results, contestant: Contestant): string {
  const value = quantile(valuesOf(time, results, contestant), 0.5);
  return `${value < 100 ? value.toPrecision(3) : value.toFixed(0)} ms`;
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
