import type { Contestant } from '../contestants.ts';
import type { Consumption } from '../counter.ts';
import { measure } from '../process.ts';
import { inRounds } from '../statistics.ts';

type Consumptions = Map<Contestant, Consumption>;

/** Calls before any is measured, so that V8 has compiled what it will, and calls that are. */
export interface Amount {
  rounds: number;
  warmUps: number;
  calls: number;
}

/** With the database stubbed. Without any calls beyond it the first one of a process is measured, load and all. */
export const measureStubbed = (
  folder: string,
  contestants: Contestant[],
  consumptions: Consumptions,
  { rounds, ...amount }: Amount,
) =>
  inRounds(rounds, contestants, (contestant) =>
    measure(folder, contestant, { answers: consumptions.get(contestant)?.answers ?? {}, ...amount }),
  );

/** With an emulator in another process. */
export const measureOnEmulator = (
  folder: string,
  contestants: Contestant[],
  endpoint: string,
  { rounds, ...amount }: Amount,
) =>
  inRounds(rounds, contestants, (contestant) =>
    measure(folder, contestant, { variables: { AWS_ENDPOINT_URL_DYNAMODB: endpoint }, ...amount }),
  );
