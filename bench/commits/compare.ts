import { join } from 'node:path';
import type { Contestant } from '../contestants.ts';
import type { Consumption } from '../counter.ts';
import type { Samples } from '../figures.ts';
import type { RunOptions } from '../measure-all.ts';
import { measureStubbed } from '../measures/calls.ts';
import { countRequests } from '../measures/requests.ts';
import { measure } from '../process.ts';
import { inRounds } from '../statistics.ts';
import { checkOut, copyOf, type Version, versionOf } from './versions.ts';

/** Writes that can be repeated on an emulator, and leave as much in the table as before. */
const REPEATABLE = [
  'authLogin',
  'authRefresh',
  'accountUpdate',
  'eventsUpdate',
  'budgetsCreate',
  'budgetsUpdate',
  'membersUpdate',
];

interface CompareOptions extends RunOptions {
  /** Names of functions. Without any, all that both commits have. */
  only: string[];
}

/** A function before and now, and a copy of it now. */
type Row = Record<'before' | 'now' | 'copy', Contestant>;

export interface Comparison {
  rows: Row[];
  consumptions: Map<Contestant, Consumption>;
  cold: Samples;
  warm: Samples;
  onEmulator: Samples;
}

/** Compares the functions in the working directory with those of an earlier commit. */
export async function compareWith(ref: string, options: CompareOptions): Promise<Comparison> {
  const { folder, step } = options;
  step('bundles');
  const sources = join(folder, 'sources');
  await checkOut(ref, sources);
  const before = await versionOf(sources, join(folder, 'before'));
  const now = await versionOf('.', join(folder, 'now'));
  try {
    return await compare(before, now, await copyOf(now, join(folder, 'copy')), options);
  } finally {
    await Promise.all([before.stop(), now.stop()]);
  }
}

/** Measures all of them in turns. */
async function compare(
  before: Version,
  now: Version,
  copy: Version,
  { folder, only, quick, step }: CompareOptions,
): Promise<Comparison> {
  const rounds = (many: number): number => (quick ? 1 : many);
  const names = namesIn(before, now, only);
  const all = [before, now, copy].flatMap((version) =>
    names.map((name) => ({ name, version, contestant: functionOf(version, name) })),
  );
  const contestants = all.map(({ contestant }) => contestant);
  step('requests');
  const consumptions = new Map<Contestant, Consumption>();
  for (const version of [before, now]) {
    const own = names.map((name) => functionOf(version, name));
    for (const counted of await countRequests(folder, own, version.emulator, version.seed))
      consumptions.set(...counted);
  }
  for (const name of names) {
    const counted = consumptions.get(functionOf(now, name));
    if (counted) consumptions.set(functionOf(copy, name), counted);
  }
  step('cold');
  const once = { rounds: rounds(15), warmUps: 0, calls: 0 };
  const cold = await measureStubbed(folder, contestants, consumptions, once);
  step('warm');
  const many = { rounds: rounds(7), warmUps: quick ? 50 : 300, calls: quick ? 100 : 500 };
  const warm = await measureStubbed(folder, contestants, consumptions, many);
  step('on an emulator');
  const few = { warmUps: quick ? 20 : 100, calls: quick ? 50 : 300 };
  const repeatable = all.filter(
    ({ name, contestant }) => REPEATABLE.includes(name) || contestant.name.startsWith('GET'),
  );
  const samples = await inRounds(rounds(7), repeatable, async ({ contestant, version }) => {
    await version.seed();
    const variables = { AWS_ENDPOINT_URL_DYNAMODB: version.emulator };
    return measure(folder, contestant, { ...few, variables });
  });
  return {
    rows: names.map((name) => ({
      before: functionOf(before, name),
      now: functionOf(now, name),
      copy: functionOf(copy, name),
    })),
    consumptions,
    cold,
    warm,
    onEmulator: new Map([...samples].map(([{ contestant }, measured]) => [contestant, measured])),
  };
}

/** The functions that both commits have, or those of them with one of these names. */
function namesIn(before: Version, now: Version, only: string[]): string[] {
  const unknown = only.find((name) => !now.functions.has(name));
  if (unknown) throw new Error(`There is no function ${unknown}.`);
  return [...now.functions.keys()].filter(
    (name) => before.functions.has(name) && (only.length === 0 || only.includes(name)),
  );
}

function functionOf({ functions }: Version, name: string): Contestant {
  const found = functions.get(name);
  if (!found) throw new Error(`There is no function ${name}.`);
  return found;
}
