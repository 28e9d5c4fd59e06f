import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../lib/accounts/repository.ts';
import { eventKey, sharedKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { getOwnedHead, listEvents } from '../../../lib/plan/repository.ts';
import { newAccount } from '../../support/account.ts';
import { createdEvent } from '../../support/created-event.ts';
import { eventItem } from '../../support/event-item.ts';
import { putItem } from '../../support/table.ts';

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };

const listAll = async (ownerId: string, after?: number) =>
  (await Array.fromAsync(listEvents(ownerId, after))).flat();

describe('listEvents', () => {
  it('returns only the account’s events, oldest first, after a given id', async () => {
    const [ownerId, other] = [randomUUID(), randomUUID()];
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push((await createdEvent({ accountId: ownerId }, fields)).id);
      await createdEvent({ accountId: other }, fields);
    }
    expect((await listAll(ownerId)).map(({ id }) => id)).toEqual(ids);
    expect((await listAll(ownerId, ids[2])).map(({ id }) => id)).toEqual(ids.slice(3));
    expect(await listAll(ownerId, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  it('continues across DynamoDB’s pages of 1 MB', async () => {
    const ownerId = randomUUID();
    const large = { ...fields, description: '🎈'.repeat(2_000) };
    const created = await Promise.all(
      Array.from({ length: 400 }, () => createdEvent({ accountId: ownerId }, large)),
    );
    const ids = created.map(({ id }) => id);
    const pages = await Array.fromAsync(listEvents(ownerId));
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.flat().map(({ id }) => id))).toEqual(new Set(ids));
  });
});

/** Stores an event with one member, who has a pointer to it. */
async function sharedEvent(pointsTo?: string) {
  const [ownerId, memberId, eventId] = [randomUUID(), randomUUID(), nextId()];
  const { head, ...item } = eventItem(eventId, 1);
  const roles = { [memberId]: { r: 'viewer', m: 11, s: 100 } };
  await putItem(eventKey({ ownerId, eventId }), { ...item, head: { ...head, roles } });
  const pointer = { owner_id: pointsTo ?? ownerId, membership_id: 11 };
  await putItem(sharedKey(memberId, eventId), { head_id: eventId, head: pointer });
  await createAccount(newAccount({ account_id: ownerId }));
  return { ownerId, memberId, eventId };
}

describe('getOwnedHead', () => {
  it('finds the own event, and that of the owner for a member', async () => {
    const { ownerId, memberId, eventId } = await sharedEvent();
    const own = await getOwnedHead(ownerId, eventId);
    expect(own).toMatchObject({ id: eventId, ownerId, budgets_count: 1, members: [{ accountId: memberId }] });
    const shared = { role: 'viewer', owner: 'Ada Lovelace' };
    expect(await getOwnedHead(memberId, eventId)).toEqual({ ...own, shared });
  });

  it('finds nothing for a stranger, and where a pointer leads to nothing or gives no role', async () => {
    const { ownerId, eventId } = await sharedEvent();
    const stranger = randomUUID();
    expect(await getOwnedHead(stranger, eventId)).toBeUndefined();
    const pointer = { owner_id: ownerId, membership_id: 11 };
    await putItem(sharedKey(stranger, eventId), { head_id: eventId, head: pointer });
    expect(await getOwnedHead(stranger, eventId)).toBeUndefined();
    const lost = await sharedEvent('nobody-else');
    expect(await getOwnedHead(lost.memberId, lost.eventId)).toBeUndefined();
  });
});
