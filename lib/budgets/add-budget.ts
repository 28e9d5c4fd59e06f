import type * as z from 'zod/mini';
import { writeAmounts } from '../events/access.ts';
import type { ClaimedId } from '../idempotency/claimed-id.ts';
import type { budgetsParameters, NewBudget } from './budget-fields.ts';
import { createBudget } from './budget-repository.ts';

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
