import type * as z from 'zod/mini';
import { eventTooLarge } from '../errors.ts';
import { writeAmounts } from '../events/access.ts';
import type { ClaimedId } from '../idempotency/claimed-id.ts';
import type { NewBudget } from './budget-fields.ts';
import { createBudget, eventFull } from './budget-repository.ts';
import type { budgetsParameters } from './parameters.ts';

/** Why a budget may not fit into its event. */
export const addConflicts = [eventFull, eventTooLarge];

interface Addition {
  path: z.output<typeof budgetsParameters>;
  headers: { 'if-match'?: number[] | undefined };
  body: NewBudget;
}

/** What adds a budget to the caller's event, or to one that is shared with the caller. */
export const addBudget =
  (callerId: string, { path, headers, body }: Addition) =>
  (claim?: ClaimedId) =>
    writeAmounts('budgetsCreate', callerId, path.event_id, body.amounts, (event) =>
      createBudget(event, body, headers['if-match'], claim),
    );
