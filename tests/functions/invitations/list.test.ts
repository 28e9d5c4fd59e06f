import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { invitationKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { putItems } from '../../support/put-items.ts';
import { endpoints, newEvent } from '../../support/service.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';

const { inviteMember, listInvitations, acceptInvitation, declineInvitation } = endpoints;

type Person = Awaited<ReturnType<typeof newVerified>>;

let guest: Person;
/** How many invitations the guest has of each inviter. */
let sent: Map<Person, number>;
beforeEach(async () => {
  guest = await newVerified();
  sent = new Map();
});

const received = z.array(z.looseObject({ id: z.int(), invited_by: z.string(), created_at: z.string() }));

const listed = (cursor?: string) =>
  call(listInvitations.handler, {
    ...{ method: 'GET', token: guest.token },
    ...(cursor !== undefined && { query: { cursor } }),
  });

/** One page of the guest's list. */
async function page(cursor?: string) {
  const { status, body } = await listed(cursor);
  expect(status).toBe(200);
  const ids = received.parse(body.data).map(({ id }) => id);
  expect(body['return_count']).toBe(ids.length);
  return { ids, next: body.next_cursor };
}

const ids = async (): Promise<number[]> => (await page()).ids;

const events = new Map<Person, { id: string }[]>();

/** Invites the guest to another event of the inviter. */
async function invite(inviter: Person) {
  const { token } = inviter;
  const own = events.get(inviter) ?? [];
  events.set(inviter, own);
  const number = sent.get(inviter) ?? 0;
  sent.set(inviter, number + 1);
  own[number] ??= await newEvent(token);
  const body = { email: guest.email, role: 'viewer' };
  return call(inviteMember.handler, { token, path: { event_id: own[number].id }, body });
}

async function invitedBy(inviter: Person): Promise<number> {
  const { status, body } = await invite(inviter);
  expect(status).toBe(201);
  return z.object({ id: z.int() }).parse(body.data).id;
}

async function allInvitedBy(inviter: Person, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n += 1) all.push(await invitedBy(inviter));
  return all;
}

/** Invites the guest once, and stores further invitations like that one: this many of each inviter, oldest first. */
async function manyInvitedBy(inviters: Person[], each: number): Promise<number[]> {
  const [first, ...others] = Array.from({ length: each }, () => inviters).flat();
  if (!first) throw new Error('Nobody invites');
  const id = await invitedBy(first);
  const item = await getItem(invitationKey(guest.email, id));
  const items = others.map(({ token }) => {
    const invitation_id = nextId();
    const owner_id = accountIdOf(token);
    return { ...item, ...invitationKey(guest.email, invitation_id), invitation_id, owner_id };
  });
  await putItems(items);
  return [id, ...items.map(({ invitation_id }) => invitation_id)];
}

const inviters = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => newVerified()));

const known: Person[] = [];

/** Inviters who are the same in each test. */
async function knownInviters(count: number): Promise<Person[]> {
  known.push(...(await inviters(Math.max(0, count - known.length))));
  return known.slice(0, count);
}

const newestFirst = (all: number[]): number[] => all.toSorted((one, other) => other - one);

describe('the list of invitations', () => {
  it('has the newest first', async () => {
    const [one, other] = [await newVerified(), await newVerified()];
    const invited = [await invitedBy(one), await invitedBy(other), await invitedBy(one)];
    expect(await ids()).toEqual(newestFirst(invited));
  });

  it.each(['older', 'newer'])('has an honest one that is %s than those of busy inviters', async (age) => {
    const [friend, busy] = [await newVerified(), await inviters(6)];
    const junk = () => manyInvitedBy(busy, 20);
    if (age === 'newer') await junk();
    const honest = await invitedBy(friend);
    if (age === 'older') await junk();
    const { ids: found, next } = await page();
    expect(found).toContain(honest);
    expect(found).toHaveLength(1 + 6 * 3);
    expect(next).toBeUndefined();
  });

  it('has 250 in pages of 100, each once', async () => {
    const all = await manyInvitedBy(await knownInviters(125), 2);
    const first = await page();
    expect(first.ids).toEqual(newestFirst(all).slice(0, 100));
    // What comes meanwhile is on a first page, not on later ones.
    const late = await invitedBy(await newVerified());
    const second = await page(first.next);
    const third = await page(second.next);
    expect([second.ids, third.ids]).toEqual([newestFirst(all).slice(100, 200), newestFirst(all).slice(200)]);
    expect(third.next).toBeUndefined();
    expect((await ids())[0]).toBe(late);
  });

  it('reads 1,000 of 1,100 for a page, and the others for the next', async () => {
    const [loud, honest] = [await newVerified(), await newVerified()];
    const first = await invitedBy(honest);
    const all = await manyInvitedBy([loud], 1_100);
    takeRequests();
    const { ids: found, next } = await page();
    expect(takeRequests().names.filter((name) => name === 'QueryCommand')).toHaveLength(10);
    expect(found).toEqual(newestFirst(all).slice(0, 3));
    const last = await page(next);
    expect(last).toEqual({ ids: [...newestFirst(all).slice(1_000, 1_003), first], next: undefined });
  });

  it('has as many on a page as `limit` says', async () => {
    const all = await allInvitedBy(await newVerified(), 3);
    const { body } = await call(listInvitations.handler, {
      method: 'GET',
      token: guest.token,
      query: { limit: '2' },
    });
    expect(received.parse(body.data).map(({ id }) => id)).toEqual(newestFirst(all).slice(0, 2));
    expect((await page(body.next_cursor)).ids).toEqual(all.slice(0, 1));
    const zero = await call(listInvitations.handler, {
      method: 'GET',
      token: guest.token,
      query: { limit: '0' },
    });
    expect(zero.status).toBe(422);
  });

  it('has no next page after exactly 100', async () => {
    const all = await manyInvitedBy(await knownInviters(50), 2);
    expect(await page()).toEqual({ ids: newestFirst(all), next: undefined });
  });

  it.each(['', '0', '-1', '1.5', '1e3', 'x', '9007199254740992'])('has no page at %j', async (cursor) => {
    await invitedBy(await newVerified());
    const { status, body } = await listed(cursor);
    expect([status, body]).toEqual([
      422,
      {
        ...{ status: 'error', message: 'Invitations failed to load' },
        errors: [expect.objectContaining({ field: 'cursor', code: 'invalid' })],
      },
    ]);
  });

  it('shows the event as it was when the invitation was sent', async () => {
    const inviter = await newVerified();
    const { id: event } = await newEvent(inviter.token, { name: 'Garden party', event_date: '2027-06-01' });
    events.set(inviter, [{ id: event }]);
    const id = await invitedBy(inviter);
    const body = { name: 'Moved', event_date: '2027-06-02' };
    await call(endpoints.update.handler, { token: inviter.token, path: { id: event }, body });
    expect((await listed()).body.data).toMatchObject([
      { id, event_name: 'Garden party', event_date: '2027-06-01' },
    ]);
  });

  it('is empty before the first one', async () => {
    const id = await invitedBy(await newVerified());
    expect(await page(String(id))).toEqual({ ids: [], next: undefined });
    expect(await page(String(id + 1))).toEqual({ ids: [id], next: undefined });
  });
});

describe('of one inviter, the list of invitations', () => {
  it.each([
    ['accepted', acceptInvitation],
    ['declined', declineInvitation],
  ])('has the newest three, and the next one when one is %s', async (_, { handler }) => {
    const inviter = await newVerified();
    const [oldest, older, ...newest] = await allInvitedBy(inviter, 5);
    expect(await ids()).toEqual(newestFirst(newest));
    const [, ended] = newest;
    const answer = await call(handler, { token: guest.token, path: { id: String(ended) } });
    expect(answer.status).toBe(200);
    expect(await ids()).toEqual([newest[2], newest[0], older]);
    // One that isn't listed can be answered all the same, as from its mail.
    await call(handler, { token: guest.token, path: { id: String(older) } });
    expect(await ids()).toEqual([newest[2], newest[0], oldest]);
  });

  it('has three on each page', async () => {
    const [loud, others] = [await newVerified(), await knownInviters(100)];
    const old = await allInvitedBy(loud, 4);
    const middle = await manyInvitedBy(others, 1);
    const young = await allInvitedBy(loud, 2);
    const first = await page();
    const second = await page(first.next);
    expect([...first.ids, ...second.ids]).toEqual(newestFirst([...old.slice(1), ...middle, ...young]));
    expect(second.ids).toHaveLength(5);
  });

  it('tells the inviter nothing', async () => {
    const inviter = await newVerified();
    const outlines = new Set<string>();
    for (let n = 0; n < 5; n += 1) {
      const { status, headers, body } = await invite(inviter);
      // The inviter's own mail is told.
      const { id: _, created_at: __, mailed: ___, ...data } = z.looseObject({}).parse(body.data);
      outlines.add(JSON.stringify([status, Object.keys(headers), { ...body, data }]));
    }
    expect([...outlines]).toEqual([expect.stringMatching(/^\[201,/)]);
    expect(await ids()).toHaveLength(3);
  });
});
