import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { invitationKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { type Client, clientOf, newVerifiedClient } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';
import { putItems } from '../../support/table.ts';

let guest: Awaited<ReturnType<typeof newVerifiedClient>>;
beforeEach(async () => {
  guest = await newVerifiedClient();
});

const received = z.array(z.looseObject({ id: z.int() }));
const data = z.looseObject({ id: z.int() });

/** One page of the guest's list. */
async function page(cursor?: string, limit?: string) {
  const { status, body } = await guest.listInvitations({
    ...(cursor && { cursor }),
    ...(limit && { limit }),
  });
  const ids = received.parse(body.data).map(({ id }) => id);
  expect([status, body['return_count']]).toEqual([200, ids.length]);
  return { ids, next: body.next_cursor };
}

const ids = async (): Promise<number[]> => (await page()).ids;

const inviter = async (): Promise<Client> => clientOf((await newVerified()).token);
const inviters = (count: number): Promise<Client[]> => Promise.all(Array.from({ length: count }, inviter));

/** Invites the guest to another event each time, oldest first. */
async function invitedBy(client: Client, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const event = await client.newEvent();
    const { body } = await client.inviteMember(event, { email: guest.email, role: 'viewer' });
    all.push(data.parse(body.data).id);
  }
  return all;
}

/** Invites the guest once, and stores further invitations like that one: this many of each inviter, oldest first. */
async function manyInvitedBy(clients: Client[], each: number): Promise<number[]> {
  const [first, ...others] = Array.from({ length: each }, () => clients).flat();
  const [id = 0] = first ? await invitedBy(first, 1) : [];
  const item = await getItem(invitationKey(guest.email, id));
  const items = others.map(({ token }) => {
    const invitation_id = nextId();
    const owner_id = accountIdOf(token);
    return { ...item, ...invitationKey(guest.email, invitation_id), invitation_id, owner_id };
  });
  await putItems(items);
  return [id, ...items.map(({ invitation_id }) => invitation_id)];
}

const newestFirst = (all: number[]): number[] => all.toSorted((one, other) => other - one);

describe('the list of invitations', () => {
  it.each(['older', 'newer'])('has an honest one that is %s than those of busy inviters', async (age) => {
    const [friend, busy] = [await inviter(), await inviters(6)];
    if (age === 'newer') await manyInvitedBy(busy, 20);
    const [honest] = await invitedBy(friend, 1);
    if (age === 'older') await manyInvitedBy(busy, 20);
    const { ids: found, next } = await page();
    expect(found).toContain(honest);
    expect([found.length, next]).toEqual([1 + 6 * 3, undefined]);
  });

  it('has 250 in pages of 100, each once', async () => {
    const all = newestFirst(await manyInvitedBy(await inviters(125), 2));
    const first = await page();
    expect(first.ids).toEqual(all.slice(0, 100));
    // What comes meanwhile is on a first page, not on later ones.
    const [late] = await invitedBy(await inviter(), 1);
    const second = await page(first.next);
    expect(second.ids).toEqual(all.slice(100, 200));
    expect(await page(second.next)).toEqual({ ids: all.slice(200), next: undefined });
    expect((await ids())[0]).toBe(late);
  });

  it('has no next page after exactly 100', async () => {
    const all = await manyInvitedBy(await inviters(50), 2);
    expect(await page()).toEqual({ ids: newestFirst(all), next: undefined });
  });

  it('reads 1,000 of 1,100 for a page, and the others for the next', async () => {
    const [loud, honest] = [await inviter(), await inviter()];
    const first = await invitedBy(honest, 1);
    const all = newestFirst(await manyInvitedBy([loud], 1_100));
    takeRequests();
    const { ids: found, next } = await page();
    expect(takeRequests().names.filter((name) => name === 'QueryCommand')).toHaveLength(10);
    expect(found).toEqual(all.slice(0, 3));
    expect(await page(next)).toEqual({ ids: [...all.slice(1_000, 1_003), ...first], next: undefined });
  });

  it('has as many on a page as `limit` says', async () => {
    const [one, other] = [await inviter(), await inviter()];
    const all = [...(await invitedBy(one, 1)), ...(await invitedBy(other, 1)), ...(await invitedBy(one, 1))];
    const { ids: found, next } = await page(undefined, '2');
    expect(found).toEqual(newestFirst(all).slice(0, 2));
    expect((await page(next)).ids).toEqual(all.slice(0, 1));
  });

  it('begins before its cursor, which is an id', async () => {
    const [id = 0] = await invitedBy(await inviter(), 1);
    expect(await page(String(id))).toEqual({ ids: [], next: undefined });
    expect(await page(String(id + 1))).toEqual({ ids: [id], next: undefined });
    for (const cursor of ['', '0', '-1', '1.5', '1e3', 'x', '9007199254740992']) {
      const { codes, body } = await guest.listInvitations({ cursor });
      expect([codes, body.message]).toEqual([[422, 'cursor invalid'], 'Invitations failed to load']);
    }
  });

  it('shows the event as it was when the invitation was sent', async () => {
    const host = await inviter();
    const fields = { name: 'Garden party', event_date: '2027-06-01' };
    const event = await host.newEvent(fields);
    await host.inviteMember(event, { email: guest.email, role: 'viewer' });
    await host.update(event, { name: 'Moved', event_date: '2027-06-02' });
    const { body } = await guest.listInvitations();
    expect(body.data).toMatchObject([{ event_name: fields.name, event_date: fields.event_date }]);
  });
});

describe('of one inviter, the list of invitations', () => {
  it.each(['acceptInvitation', 'declineInvitation'] as const)(
    'has the newest three, and the next one after %s',
    async (end) => {
      const [oldest, older, ...newest] = await invitedBy(await inviter(), 5);
      expect(await ids()).toEqual(newestFirst(newest));
      const [first, ended, last] = newest;
      expect((await guest[end]({ id: String(ended) })).status).toBe(200);
      expect(await ids()).toEqual([last, first, older]);
      // One that isn't listed can be answered all the same, as from its mail.
      await guest[end]({ id: String(older) });
      expect(await ids()).toEqual([last, first, oldest]);
    },
  );

  it('has three on each page', async () => {
    const [loud, others] = [await inviter(), await inviters(100)];
    const old = await invitedBy(loud, 4);
    const all = [...old.slice(1), ...(await manyInvitedBy(others, 1)), ...(await invitedBy(loud, 2))];
    const first = await page();
    const second = await page(first.next);
    expect([...first.ids, ...second.ids]).toEqual(newestFirst(all));
    expect(second.ids).toHaveLength(5);
  });

  it('tells the inviter nothing', async () => {
    const host = await inviter();
    const outlines = new Set<string>();
    for (let n = 0; n < 5; n += 1) {
      const event = await host.newEvent();
      const { status, headers, body } = await host.inviteMember(event, {
        email: guest.email,
        role: 'viewer',
      });
      // Of their own mail, the inviter is told.
      const { id: _, created_at: __, mailed: ___, ...shown } = data.parse(body.data);
      outlines.add(JSON.stringify([status, Object.keys(headers), { ...body, data: shown }]));
    }
    expect([...outlines]).toEqual([expect.stringMatching(/^\[201,/)]);
    expect(await ids()).toHaveLength(3);
  });
});
