import type * as z from 'zod/mini';
import { type Event, newEventOf } from '../plan/event.ts';
import type { newEvent } from './request.ts';
import { changedEvent } from './update-event.ts';

/** The event that a body makes: a change of an empty one. Throws `invalid`, such as for a limit that doesn't fit the currency. */
export const eventBy = (accountId: string, body: z.output<typeof newEvent>): Event =>
  changedEvent(newEventOf(accountId, { name: '', description: '', event_date: '' }), body);
