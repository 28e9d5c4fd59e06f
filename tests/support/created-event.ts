import { newBudgetOf } from '../../lib/budgets/new-budget.ts';
import type { NewBudget } from '../../lib/budgets/request.ts';
import type { Author } from '../../lib/events/author.ts';
import type { EventCaller } from '../../lib/events/caller.ts';
import { addBudget } from '../../lib/events/change-budget.ts';
import type { Event } from '../../lib/events/event.ts';
import type { EventFields } from '../../lib/events/head.ts';
import { createEvent } from '../../lib/events/repository.ts';
import type { WriteOptions } from '../../lib/events/written-event.ts';

/** Creates an event and returns it. */
export const createdEvent = (
  owner: Author,
  fields: EventFields,
  claim?: WriteOptions<Event, Event>['claim'],
) => createEvent(owner, fields, { reply: (event) => event, claim });

/** Adds a budget to an event and returns it. */
export const addedBudget = (caller: EventCaller, eventId: number, body: NewBudget, versions?: number[]) =>
  addBudget(caller, eventId, {
    make: (terms, id) => newBudgetOf(body, terms, id),
    versions,
    reply: ({ budget }) => budget,
  });
