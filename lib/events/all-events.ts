import { ConflictError } from '../errors.ts';
import { problem } from '../problem.ts';
import { listEvents } from './repository.ts';
import type { FoundEvent } from './found-events.ts';

/** Requests to DynamoDB for one response. Each reads up to 1 MB. */
export const MAX_READS = 10;

export const eventsTooLarge = () =>
  new ConflictError('events', problem('too_large', 'have more than 10 MB together, without their budgets'));

/** All own and shared events of an account, oldest first. Throws this error if they have more than 10 MB. */
export async function allEvents(
  accountId: string,
  tooLarge: () => Error = eventsTooLarge,
  shared?: boolean,
): Promise<FoundEvent[]> {
  const events: FoundEvent[] = [];
  let reads = 0;
  for await (const page of listEvents(accountId, undefined, { shared })) {
    reads += 1;
    if (reads > MAX_READS) throw tooLarge();
    events.push(...page);
  }
  return events;
}
