import { markdownTable } from '../../build/markdown-table.ts';
import { bytesOf, type Contestant } from '../contestants.ts';
import { figureOf, type Quantity, type Samples } from '../figures.ts';
import { measured, ratio } from '../markdown.ts';
import type { Comparison } from './compare.ts';

/** The comparison as data: what each function consumes, and its times before, now to before, and a copy to now. */
export async function comparisonResults({ rows, consumptions, cold, warm, onEmulator }: Comparison) {
  const counts = async (contestant: Contestant) => {
    const { requests = 0, capacityUnits = 0, invocations = 0 } = consumptions.get(contestant) ?? {};
    return { requests, capacityUnits, invocations, bytes: await bytesOf(contestant) };
  };
  return Promise.all(
    rows.map(async ({ before, now, copy }) => {
      const figures = (quantity: Quantity, samples: Samples) =>
        samples.has(now)
          ? {
              before: figureOf(quantity, samples, before, before),
              now: figureOf(quantity, samples, now, before),
              copy: figureOf(quantity, samples, copy, now),
            }
          : undefined;
      return {
        name: now.name,
        before: await counts(before),
        now: await counts(now),
        coldCpu: figures('coldCpuMs', cold),
        firstCpu: figures('firstCpuMs', cold),
        cpu: figures('cpuMs', warm),
        p50: figures('p50Ms', onEmulator),
      };
    }),
  );
}

type Results = Awaited<ReturnType<typeof comparisonResults>>;

/** Formats the comparison as Markdown tables. */
export const comparisonReport = (results: Results): string =>
  [
    markdownTable(
      ['before → now', 'requests', 'capacity units', 'invocations', 'bytes'],
      results.map(({ name, before, now }) => [
        name,
        `${before.requests} → ${now.requests}`,
        `${before.capacityUnits} → ${now.capacityUnits}`,
        `${before.invocations} → ${now.invocations}`,
        `${before.bytes} → ${now.bytes}`,
      ]),
    ),
    'Ratios: now to before, and a copy of now to now, which shows the noise. Medians (quartiles).',
    ...times.map(([quantity, title]) =>
      markdownTable(
        [title, 'before', 'now', 'copy'],
        results.flatMap(({ name, [quantity]: figures }) =>
          figures ? [[name, measured(figures.before), ratio(figures.now), ratio(figures.copy)]] : [],
        ),
      ),
    ),
  ].join('\n\n');

const times = [
  ['coldCpu', 'cold CPU'],
  ['firstCpu', 'CPU of the first call, without loading'],
  ['cpu', 'CPU of a warm call'],
  ['p50', 'p50 on an emulator'],
] as const;
