import { startLambda } from '../../tests/support/lambda.ts';
import type { Contestant } from '../contestants.ts';
import type { Consumption } from '../counter.ts';
import type { Samples } from '../figures.ts';
import type { RunOptions } from '../measure-all.ts';
import { measureStubbed } from '../measures/calls.ts';
import { countRequests } from '../measures/requests.ts';
import { measure } from '../process.ts';
import { inRounds } from '../statistics.ts';
import { type CommitContestant, type Row, rowsOf } from './contestants.ts';
import { versionsSince } from './versions.ts';

interface CompareOptions extends RunOptions {
  /** Names of functions. Without any, all that both commits have. */
  only: string[];
}

export interface Comparison {
  rows: Row[];
  consumptions: Map<Contestant, Consumption>;
  cold: Samples;
  warm: Samples;
  onEmulator: Samples;
}

/** Measures the functions in the working directory and those of an earlier commit in one shuffled run. */
export async function compareWith(
  ref: string,
  { folder, emulator, only, quick, step }: CompareOptions,
): Promise<Comparison> {
  const rounds = (many: number): number => (quick ? 1 : many);
  step('bundles');
  const versions = await versionsSince(ref, folder, emulator);
  const lambda = await startLambda();
  const endpoints = { AWS_ENDPOINT_URL_DYNAMODB: emulator, AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint };
  step('requests');
  const rows = await rowsOf(folder, versions, only, endpoints);
  const contestants = rows.flatMap(({ before, now, copy }) => [before, now, copy]);
  const consumptions = await countRequests(folder, contestants, emulator, async () => undefined);
  step('cold');
  const cold = { rounds: rounds(21), warmUps: 0, calls: 0 };
  const coldSamples = await measureStubbed(folder, contestants, consumptions, cold);
  step('warm');
  const warm = { rounds: rounds(9), warmUps: quick ? 50 : 500, calls: quick ? 100 : 1_000 };
  const warmSamples = await measureStubbed(folder, contestants, consumptions, warm);
  step('on an emulator');
  const few = { warmUps: quick ? 20 : 100, calls: quick ? 50 : 300 };
  const onEmulator = await inRounds(rounds(9), contestants, async (contestant: CommitContestant) => {
    const { requests } = await contestant.prepare(1 + few.warmUps + few.calls);
    return measure(folder, { ...contestant, requests }, { ...few, variables: endpoints });
  });
  await lambda.stop();
  return { rows, consumptions, cold: coldSamples, warm: warmSamples, onEmulator };
}
