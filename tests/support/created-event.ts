import { newBudgetOf } from '../../lib/budgets/new-budget.ts';
import type { NewBudget } from '../../lib/budgets/request.ts';
import type { Author, EventCaller } from '../../lib/plan/access.ts';
import { addBudget } from '../../lib/plan/change-event.ts';
import { type Event, newEventOf, type WriteOptions } from '../../lib/plan/event.ts';
import type { EventFields } from '../../lib/plan/head.ts';
import { createEvent } from '../../lib/plan/repository.ts';

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
