import * as z from 'zod/mini';
import { eventResponse, toEventResponse } from '../events/response.ts';
import { instant, toInstant } from '../instant.ts';
import { cursorOf, type Position, positionIn, sortedAfter } from '../lists/cursor.ts';
import { pageOf } from '../lists/page.ts';
import { type Event, withoutLink } from '../plan/event.ts';
import { type EventHead, expiryOf } from '../plan/head.ts';
import { allTrashed } from '../plan/repository.ts';

const { id, name, event_date, currency, total_amount, budgets_count } = eventResponse.shape;

export const trashedEvent = z
  .object({
    id,
    name,
    event_date,
    currency,
    total_amount,
    budgets_count,
    deleted_at: instant.check(z.meta({ description: 'When it was deleted' })),
    expires_at: instant.check(z.meta({ description: 'Until when you can restore it' })),
  })
  .check(
    z.meta({
      id: 'TrashedEvent',
      examples: [
        {
          id: 114640874095021,
          name: 'Summer party',
          event_date: '2027-07-04',
          total_amount: 2050.5,
          budgets_count: 2,
          deleted_at: '2027-02-03T09:30:00.000Z',
          expires_at: '2027-03-05T09:30:00.000Z',
        },
      ],
    }),
  );

function toTrashedEvent(event: EventHead) {
  const { id, name, event_date, currency, total_amount, budgets_count } = toEventResponse(event);
  const { deleted_at = 0 } = event;
  return {
    id,
    name,
    event_date,
    currency,
    total_amount,
    budgets_count,
    deleted_at: toInstant(deleted_at),
    expires_at: toInstant(expiryOf(deleted_at)),
  };
}

const newestFirst = {
  positionOf: ({ id, deleted_at }: EventHead): Position => ({ id, value: String(deleted_at) }),
  compare: (one: Position, other: Position) => Number(other.value) - Number(one.value) || other.id - one.id,
};

/** A page of an account's trash, last deleted first. */
export function pageOfTrash(accountId: string, cursor: string | undefined) {
  const list = JSON.stringify([accountId, 'trash']);
  const after = cursor === undefined ? undefined : positionIn(cursor, list);
  return pageOf(sortedTrash(accountId, after), toTrashedEvent, {
    cursorAfter: (event) => cursorOf(newestFirst.positionOf(event), list),
  });
}

async function* sortedTrash(accountId: string, after: Position | undefined): AsyncGenerator<EventHead[]> {
  yield sortedAfter(await allTrashed(accountId), newestFirst, after);
}

/** The event in the trash. Nobody has a role in it, and no link shows it. */
export const trashed = (event: Event): Event => ({
  ...withoutLink(event),
  deleted_at: Date.now(),
  members: [],
  invitations: [],
});

export const restored = (event: Event): Event => ({ ...event, deleted_at: undefined });
