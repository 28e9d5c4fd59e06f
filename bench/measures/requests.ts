import type { Contestant } from '../contestants.ts';
import { type Consumption, startCounter } from '../counter.ts';
import { seed } from '../fixtures.ts';
import { measure } from '../process.ts';

/** What one call of each asks of DynamoDB, counted on its way to the emulator. */
export async function countRequests(folder: string, contestants: Contestant[], emulator: string) {
  const counter = await startCounter(emulator);
  const variables = { AWS_ENDPOINT_URL_DYNAMODB: counter.endpoint };
  const consumptions = new Map<Contestant, Consumption>();
  for (const contestant of contestants) {
    await seed();
    await measure(folder, contestant, { warmUps: 0, calls: 0, variables });
    consumptions.set(contestant, counter.taken());
  }
  counter.stop();
  return consumptions;
}
