import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { Delete } from '../../../lib/dynamodb/changes.ts';
import { type Attributes, getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey, invitationKey, sharedKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { NotFoundError, PreconditionError } from '../../../lib/errors.ts';
import type { EventCaller } from '../../../lib/events/access.ts';
import { changeEvent, changeEventOf } from '../../../lib/events/change-event.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { answeringDatabase } from '../../support/answering-database.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { asOwner } from '../../support/event-callers.ts';
import { putItem } from '../../support/put-items.ts';
import { tableContent } from '../../support/table-content.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };

const database = await answeringDatabase();

let ownerId: string;
let eventId: number;
beforeEach(async () => {
  ownerId = randomUUID();
  ({ id: eventId } = await createEvent(ownerId, fields));
});

const event = () => getEvent({ ownerId, eventId });
const deleteEvent = (caller: EventCaller, id: number, versions?: number[]) =>
  changeEvent(caller, id, () => ({ event: undefined, result: undefined }), { versions });

/** Shares the event with so many members and invited people. */
async function share(members: number, invited: number): Promise<void> {
  const stored = Object(await getItem(eventKey({ ownerId, eventId })));
  const [roles, invitations]: [Attributes, Attributes] = [{}, {}];
  for (let n = 1; n <= members; n += 1) {
    roles[`member-${n}-of-${eventId}`] = { r: 'viewer', m: n, s: 100 };
    const head = { owner_id: ownerId, membership_id: n };
    await putItem(sharedKey(`member-${n}-of-${eventId}`, eventId), { head_id: eventId, head });
  }
  for (let n = 1; n <= invited; n += 1) {
    invitations[`guest-${n}@example.com`] = { i: n, r: 'viewer', s: 100 };
    const item = {
      owner_id: ownerId,
      event_id: eventId,
      invitation_id: n,
      role: 'viewer',
      expires_at: 2 ** 31,
    };
    await putItem(invitationKey(`guest-${n}@example.com`, n), item);
  }
  const { frame, version } = stored.head;
  const head = { ...stored.head, roles, frame: frame + 1, version: version + 1 };
  await putItem(eventKey({ ownerId, eventId }), { ...stored, head, invitations });
}

const traces = async () => Object.keys(await tableContent()).filter((key) => /SHARED#|INVITATION#/.test(key));

describe('the deletion of an event', () => {
  it('deletes an event that nobody shares in a read and a write, once', async () => {
    takeRequests();
    await deleteEvent(asOwner(ownerId), eventId);
    expect(takeRequests().names).toEqual(['GetItemCommand', 'DeleteItemCommand']);
    expect(await event()).toBeUndefined();
    await expect(deleteEvent(asOwner(ownerId), eventId)).rejects.toThrow(NotFoundError);
  });

  it('deletes no event of another account, and none with another version', async () => {
    const before = await tableContent();
    await expect(deleteEvent(asOwner(randomUUID()), eventId)).rejects.toThrow(NotFoundError);
    await expect(deleteEvent(asOwner(ownerId), eventId, [0, 2, -1])).rejects.toThrow(PreconditionError);
    expect(await tableContent()).toEqual(before);
    await deleteEvent(asOwner(ownerId), eventId, [7, 1]);
    expect(await event()).toBeUndefined();
  });

  it.each([
    [1, 0],
    [0, 1],
    [3, 2],
  ])('deletes what leads %d members and %d invited to it in one transaction', async (members, invited) => {
    await share(members, invited);
    expect(await traces()).toHaveLength(members + invited);
    takeRequests();
    await deleteEvent(asOwner(ownerId), eventId);
    expect(takeRequests().names).toEqual(['GetItemCommand', 'TransactWriteItemsCommand']);
    expect([await event(), await traces()]).toEqual([undefined, []]);
  });

  // Such as after a restore from a backup.
  it('deletes an event to which a member has no pointer', async () => {
    await share(2, 0);
    await send(new Delete(sharedKey(`member-1-of-${eventId}`, eventId)));
    await deleteEvent(asOwner(ownerId), eventId);
    expect([await event(), await traces()]).toEqual([undefined, []]);
  });

  it('deletes what leads those to it who join in between', async () => {
    await share(1, 0);
    database.let(['pass', { before: () => share(2, 1), end: 'pass' }]);
    await deleteEvent(asOwner(ownerId), eventId);
    expect([await event(), await traces()]).toEqual([undefined, []]);
  });

  it('deletes an event that somebody leaves in between', async () => {
    await share(2, 1);
    database.let(['pass', { before: () => share(0, 0), end: 'pass' }]);
    await deleteEvent(asOwner(ownerId), eventId);
    expect(await event()).toBeUndefined();
  });

  it('deletes nothing of a shared event with another version', async () => {
    await share(1, 1);
    const before = await tableContent();
    await expect(deleteEvent(asOwner(ownerId), eventId, [7])).rejects.toThrow(PreconditionError);
    expect(await tableContent()).toEqual(before);
  });
});

it('an event is deleted for the erasure of its owner’s account', async () => {
  await share(1, 1);
  const erase = () => changeEventOf({ ownerId, eventId }, () => undefined);
  await erase();
  expect(await event()).toBeUndefined();
  await expect(erase()).rejects.toThrow(NotFoundError);
});
