import type { Contestant } from '../contestants.ts';
import type { Consumption } from '../counter.ts';
import { measure } from '../process.ts';
import { inRounds } from '../statistics.ts';

type Consumptions = Map<Contestant, Consumption>;

/** Warm-up calls, so that V8 has compiled the code, and measured calls. */
export interface Amount {
  rounds: number;
  warmUps: number;
  calls: number;
  /** Of each response of the database (ms). */
  delay?: number;
}

/** With a stubbed database. Without further calls, it measures a process's first call, including loading. */
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
