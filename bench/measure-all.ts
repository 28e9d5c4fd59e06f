import { runPermitted } from '../lib/aws/call.ts';
import { buildContestants, contestantsIn } from './contestants.ts';
import { seed } from './fixtures.ts';
import { measureOnEmulator, measureStubbed } from './measures/calls.ts';
import { measureLists } from './measures/lists.ts';
import { measureBcrypt, measureFailedLogins } from './measures/passwords.ts';
import { countRequests } from './measures/requests.ts';
import { countBySize, measureBySize } from './measures/sizes.ts';
import type { Measurements } from './results.ts';

const STEPS = [
  'bundles',
  'requests',
  'capacity units',
  'cold',
  'warm',
  'after 3 ms',
  'every function',
  'sizes of events',
  'on an emulator',
  'lists',
  'passwords',
] as const;

export interface RunOptions {
  /** For bundles and the files of processes. */
  folder: string;
  /** One round with few calls. */
  quick: boolean;
  /** Reports progress. */
  step: (name: string) => void;
}

/** Measures the functions in the working directory and everything that they are compared with. */
export async function measureAll({
  folder,
  emulator,
  quick,
  step: report,
}: RunOptions & { emulator: string }): Promise<Measurements> {
  const step = (name: (typeof STEPS)[number]) =>
    report(`${STEPS.indexOf(name) + 1} of ${STEPS.length}: ${name}`);
  const rounds = (many: number): number => (quick ? 1 : many);
  step('bundles');
  await buildContestants(folder);
  const contestants = contestantsIn(folder);
  const { baseline, copy, view, update, functions } = contestants;
  const rivals = [...view, ...update].filter((contestant) => !functions.includes(contestant));
  const refused = contestants.refused.map(({ contestant }) => contestant);
  const byToken = contestants.byToken.map(({ contestant }) => contestant);
  step('requests');
  const counted = [...rivals, ...functions, ...byToken, ...refused];
  const consumptions = await countRequests(folder, counted, emulator);
  const bare = contestants.bare(consumptions);
  for (const [own, same] of bare) {
    const counted = consumptions.get(own);
    if (counted && !consumptions.has(same)) consumptions.set(same, counted);
  }
  step('capacity units');
  const sizes = await countBySize(folder, contestants.calling, emulator);
  step('cold');
  const cold = { rounds: rounds(15), warmUps: 0, calls: 0 };
  const started = new Set([...rivals, ...functions, ...byToken, ...bare.map(([, same]) => same)]);
  const coldSamples = await measureStubbed(folder, [...started], consumptions, cold);
  step('warm');
  const warm = { rounds: rounds(7), warmUps: quick ? 100 : 1_500, calls: quick ? 100 : 2_000 };
  const warmSamples = await measureStubbed(folder, [...view, ...update], consumptions, warm);
  step('after 3 ms');
  const late = { rounds: rounds(3), warmUps: quick ? 50 : 200, calls: quick ? 50 : 200, delay: 3 };
  const lateSamples = await measureStubbed(folder, [...view, ...update], consumptions, late);
  step('every function');
  const few = { rounds: rounds(5), warmUps: quick ? 50 : 300, calls: quick ? 100 : 500 };
  const others = [baseline, copy, ...functions, ...byToken, ...refused];
  const othersSamples = await measureStubbed(folder, others, consumptions, few);
  step('sizes of events');
  const bySize = await measureBySize(folder, sizes, { ...few, rounds: rounds(3) });
  step('on an emulator');
  await seed();
  const onEmulator = await measureOnEmulator(folder, [...view, ...update, ...byToken], emulator, few);
  step('lists');
  const lists = await runPermitted(() => measureLists(folder, rounds(3), emulator));
  step('passwords');
  const bcrypt = await measureBcrypt(folder, rounds(5), emulator);
  const failedLogins = await measureFailedLogins(folder, emulator);
  return {
    contestants,
    bare,
    consumptions,
    cold: coldSamples,
    warm: warmSamples,
    late: lateSamples,
    others: othersSamples,
    onEmulator,
    sizes,
    bySize,
    lists,
    bcrypt,
    failedLogins,
  };
}
