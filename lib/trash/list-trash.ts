import { cursorOf, positionIn } from '../lists/cursor.ts';
import { type Position, sortedAfter } from '../lists/order.ts';
import { pageOf } from '../lists/page.ts';
import type { EventHead } from '../plan/head.ts';
import { allTrashed } from '../plan/repository.ts';
import { toTrashedEvent } from './response.ts';

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
