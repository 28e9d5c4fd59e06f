import type { Contestant } from '../contestants.ts';
import { type Consumption, startCounter } from '../counter.ts';
import { seed } from '../fixtures.ts';
import { measure } from '../process.ts';

/** What one call of each function consumes, counted by a proxy in front of the emulator. */
export async function countRequests(
  folder: string,
  contestants: Contestant[],
  emulator: string,
  prepare: () => Promise<void> = seed,
) {
  const counter = await startCounter(emulator);
  const consumptions = new Map<Contestant, Consumption>();
  for (const contestant of contestants) {
    await prepare();
    counter.taken();
    await measure(folder, contestant, { warmUps: 0, calls: 0, variables: counter.variables });
    consumptions.set(contestant, counter.taken());
  }
  await counter.stop();
  return consumptions;
}
