import type { Claim } from '../idempotency/claim.ts';
import { headFieldsOf, type NewEvent } from './request.ts';
import { newHead } from './head.ts';
import { putEvent } from './new-event.ts';

/** Creates an event and returns its id. Throws a `RefusalError`. */
export const createEvent = async (
  ownerId: string,
  fields: NewEvent,
  claim?: Claim,
): Promise<{ id: number }> => putEvent(ownerId, newHead(headFieldsOf(fields)), [], claim);
