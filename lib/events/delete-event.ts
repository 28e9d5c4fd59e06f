import { Delete } from '../dynamodb/changes.ts';
import { equals, exists, isEmpty, isOneOf } from '../dynamodb/conditions.ts';
import {
  type EventReference,
  eventKey,
  headPath,
  invitationKey,
  sharedKey,
  sharingPath,
  versionPath,
} from '../dynamodb/keys.ts';
import type { EventCaller } from './access.ts';
import { type Sharing, sharingIn } from './event.ts';
import { noEvent, otherVersion } from './event-update.ts';
import { writeEvent, writeUnread } from './write-event.ts';

/** Deletes the caller's event if it has one of these versions, or any if undefined. Throws a `RefusalError`. */
export async function deleteEvent(caller: EventCaller, eventId: number, versions?: number[]): Promise<void> {
  await writeEvent(caller, eventId, deletion(versions));
}

/** Deletes an event of any version, as the erasure of its owner's account does. Throws a `RefusalError`. */
export async function deleteAnyVersion(event: EventReference): Promise<void> {
  await writeUnread(event, deletion());
}

const deletion = (versions?: number[]) => ({
  parse: sharingIn,
  decide: (event: EventReference, found?: Sharing) => decisionOn(event, found, versions),
});

/** Assumes that the event is shared with nobody. */
function decisionOn(event: EventReference, found: Sharing | undefined, versions: number[] | undefined) {
  const change = new Delete(eventKey(event)).require(exists(versionPath), noEvent);
  if (versions) change.require(isOneOf(versionPath, versions), () => otherVersion(versions));
  const traces = found ? tracesOf(event, found) : [];
  if (found && traces.length > 0) change.require(equals(sharingPath, found.sharing));
  else change.require(isEmpty(headPath('roles'))).require(isEmpty(['invitations']));
  return { changes: [change, ...traces] as const, result: undefined, isDeletion: true };
}

/** Deletes what leads others to the event. */
const tracesOf = ({ eventId }: EventReference, { members, invitations }: Sharing): Delete[] => [
  ...members.map(({ accountId }) => new Delete(sharedKey(accountId, eventId))),
  ...invitations.map(({ email, id }) => new Delete(invitationKey(email, id))),
];
