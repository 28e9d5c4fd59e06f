import { isDeepStrictEqual } from 'node:util';
import { Put } from '../dynamodb/changes.ts';
import { equals } from '../dynamodb/conditions.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { type EventReference, eventKey, versionPath } from '../dynamodb/keys.ts';
import { writeEvent } from './change-event.ts';
import { foundIn, getFound } from './repository.ts';

/** Returns whether an event's item is as this version stores it, and not as version 0.4 did. Throws `OldEventError`. */
export const isUpgraded = (item: Attributes): boolean => isDeepStrictEqual(foundIn(item).item, item);

/**
 * Stores an event as this version does. That is no change of the event: it keeps its version, time and author, and gets no entry
 * in its history. Doing it again does no harm. Throws `not_found`.
 */
export const upgradeEvent = (reference: EventReference): Promise<void> =>
  writeEvent(
    { author: undefined, find: () => getFound(reference) },
    {
      decide: ({ item, version }) => {
        const upgraded = new Put(eventKey(reference), item).require(equals(versionPath, version));
        return { changes: [upgraded], result: undefined };
      },
    },
  );
