import { newBudgetOf } from '../../lib/budgets/new-budget.ts';
import type { NewBudget } from '../../lib/budgets/request.ts';
import type { EventCaller } from '../../lib/plan/access.ts';
import type { Author } from '../../lib/plan/author.ts';
import { addBudget } from '../../lib/plan/change-budget.ts';
import { type Event, newEventOf } from '../../lib/plan/event.ts';
import type { EventFields } from '../../lib/plan/head.ts';
import { createEvent } from '../../lib/plan/repository.ts';
import type { WriteOptions } from '../../lib/plan/written-event.ts';

/** Creates an event and returns it. */
export const createdEvent = (
  owner: Author,
  fields: EventFields,
  idempotencyRecord?: WriteOptions<Event, Event>['idempotencyRecord'],
) => createEvent(owner, newEventOf(owner.accountId, fields), { reply: (event) => event, idempotencyRecord });

/** Adds a budget to an event and returns it. */
export const addedBudget = (caller: EventCaller, eventId: number, body: NewBudget, versions?: number[]) =>
  addBudget(caller, eventId, {
    make: (context, id) => newBudgetOf(body, context, id),
    versions,
    reply: ({ budget }) => budget,
  });
