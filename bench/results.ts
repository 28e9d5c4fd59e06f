import { cpus } from 'node:os';
import { bytesOf, type Contestant, type contestantsIn } from './contestants.ts';
import type { Consumption } from './counter.ts';
import { figureOf, type Quantity, type Samples } from './figures.ts';
import type { measureLists } from './measures/lists.ts';
import type { measureBcrypt, measureFailedLogins } from './measures/passwords.ts';
import type { countBySize } from './measures/sizes.ts';
import { type Figure, median } from './statistics.ts';

/** All measurements. */
export interface Measurements {
  contestants: ReturnType<typeof contestantsIn>;
  /** Functions, each with a bare handler that makes the same requests. */
  bare: [own: Contestant, bare: Contestant][];
  consumptions: Map<Contestant, Consumption>;
  cold: Samples;
  /** `GET /events/view/{id}` and `POST /events/update/{id}` of the service and its rivals. */
  warm: Samples;
  /** The same with a database that responds after 3 ms. */
  late: Samples;
  /** Every function, every call by an access token, and every rejected call. */
  others: Samples;
  onEmulator: Samples;
  sizes: Awaited<ReturnType<typeof countBySize>>;
  bySize: Samples;
  lists: Awaited<ReturnType<typeof measureLists>>;
  bcrypt: Awaited<ReturnType<typeof measureBcrypt>>;
  failedLogins: Awaited<ReturnType<typeof measureFailedLogins>>;
}

export type Results = Awaited<ReturnType<typeof resultsOf>>;
export type HandlerResult = Awaited<ReturnType<typeof handlerResult>>;

/** The report's columns with ratios, in order. */
export const columns = {
  coldCpu: 'cold CPU',
  firstCpu: 'first call: CPU',
  cpu: 'CPU a call',
  p50: 'p50',
  memory: 'memory',
  emulatorCpu: 'emulator: CPU a call',
  emulatorP50: 'emulator: p50',
  lateP50: 'after 3 ms: p50',
};

/** Computes the results from the measurements. */
export async function resultsOf(measurements: Measurements) {
  const { contestants, consumptions, cold, warm, others, onEmulator } = measurements;
  const { baseline, copy, view, update, functions } = contestants;
  const rows = (of: Contestant[], samples: Samples) =>
    Promise.all(of.map((contestant) => handlerResult(measurements, contestant, of[0] ?? baseline, samples)));
  return {
    machine: { cores: cpus().length, node: process.version, platform: `${process.platform}-${process.arch}` },
    handlers: await rows(view, warm),
    updates: await rows(update, warm),
    functions: await rows([baseline, copy, ...functions], others),
    bare: measurements.bare.map(([own, bare]) => ({
      name: own.name,
      baseline: figureOf('coldCpuMs', cold, bare, bare),
      coldCpu: figureOf('coldCpuMs', cold, own, bare),
      firstCpu: figureOf('firstCpuMs', cold, own, bare),
    })),
    byToken: contestants.byToken.map(({ contestant, success }) => ({
      name: contestant.name,
      ...consumptions.get(contestant),
      coldCpu: figureOf('coldCpuMs', cold, contestant, success),
      firstCpu: figureOf('firstCpuMs', cold, contestant, success),
      cpu: figureOf('cpuMs', others, contestant, success),
      p50: figureOf('p50Ms', others, contestant, success),
      emulatorP50: figureOf('p50Ms', onEmulator, contestant, success),
    })),
    refused: contestants.refused.map(({ contestant, reason, success }) => ({
      name: `${contestant.name}: ${reason}`,
      status: contestant.status,
      requests: consumptions.get(contestant)?.requests ?? 0,
      cpu: figureOf('cpuMs', others, contestant, success),
      p50: figureOf('p50Ms', others, contestant, success),
    })),
    lists: measurements.lists.map(({ name, length, samples, sdk, copy, list }) => ({
      name,
      length,
      sdk: figureOf('p50Ms', samples, sdk, sdk),
      copy: figureOf('p50Ms', samples, copy, sdk),
      time: figureOf('p50Ms', samples, list, sdk),
      copyCpu: figureOf('cpuMs', samples, copy, sdk),
      cpu: figureOf('cpuMs', samples, list, sdk),
    })),
    sizes: measurements.sizes.map(({ name, counted }) => ({
      name,
      units: counted.map((size) => size?.consumption.capacityUnits),
      cpu: counted.map(
        (size) =>
          size &&
          figureOf('cpuMs', measurements.bySize, size.contestant, counted[0]?.contestant ?? size.contestant),
      ),
    })),
    passwords: passwordResults(measurements),
  };
}

async function handlerResult(
  { consumptions, cold, onEmulator, late }: Measurements,
  contestant: Contestant,
  baseline: Contestant,
  samples: Samples,
) {
  const of = (quantity: Quantity, measured: Samples) =>
    measured.has(contestant) ? figureOf(quantity, measured, contestant, baseline) : undefined;
  const figures: Record<keyof typeof columns, Figure | undefined> = {
    coldCpu: of('coldCpuMs', cold),
    firstCpu: of('firstCpuMs', cold),
    cpu: of('cpuMs', samples),
    p50: of('p50Ms', samples),
    memory: of('memoryMb', samples),
    emulatorCpu: of('cpuMs', onEmulator),
    emulatorP50: of('p50Ms', onEmulator),
    lateP50: of('p50Ms', late),
  };
  const { requests = 0, capacityUnits = 0, invocations = 0 } = consumptions.get(contestant) ?? {};
  const { name } = contestant;
  const counts = { bytes: await bytesOf(contestant), requests, capacityUnits, invocations };
  return { name, figures, ...counts };
}

function passwordResults({ bcrypt, failedLogins }: Measurements) {
  const { cost, samples, compare, copy, login } = bcrypt;
  const [known, unknown] = [median(failedLogins.known), median(failedLogins.unknown)];
  return {
    cost,
    compare: figureOf('p50Ms', samples, compare, compare),
    copy: figureOf('p50Ms', samples, copy, compare),
    login: figureOf('p50Ms', samples, login, compare),
    failedLogins: { cost: failedLogins.cost, knownMs: known, unknownMs: unknown, ratio: unknown / known },
  };
}
