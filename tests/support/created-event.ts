import { newBudgetOf } from '../../lib/budgets/new-budget.ts';
import type { NewBudget } from '../../lib/budgets/request.ts';
import type { Author } from '../../lib/plan/author.ts';
import { addBudget } from '../../lib/plan/change-budget.ts';
import { type Event, newEventOf } from '../../lib/plan/event.ts';
import type { EventFields } from '../../lib/plan/head.ts';
import type { EventCaller } from '../../lib/plan/involvement.ts';
import { createEvent } from '../../lib/plan/repository.ts';
import type { WriteOptions } from '../../lib/plan/written-event.ts';

/** Creates an event and returns it. */
export const createdEvent = (
  owner: Author,
  fields: EventFields,
  claim?: WriteOptions<Event, Event>['claim'],
) => createEvent(owner, newEventOf(owner.accountId, fields), { reply: (event) => event, claim });

/** Adds a budget to an event and returns it. */
export const addedBudget = (caller: EventCaller, eventId: number, body: NewBudget, versions?: number[]) =>
  addBudget(caller, eventId, {
    make: (terms, id) => newBudgetOf(body, terms, id),
    versions,
    reply: ({ budget }) => budget,
  });
