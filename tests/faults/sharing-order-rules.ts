import { expect } from 'vitest';
import * as z from 'zod/mini';
import { getItem } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { memberMap } from '../../lib/events/roles.ts';
import { invitationMap } from '../../lib/sharing/invitation.ts';
import { call } from '../support/call.ts';
import { allEvents, endpoints } from '../support/service.ts';
import { wholeTable } from '../support/whole-table.ts';
import { type Name, operations, type Subject } from './sharing-orders.ts';

const table = wholeTable();

const eventItem = z.object({
  head: z.object({ version: z.int(), roles: memberMap }),
  invitations: invitationMap,
});
type StoredEvent = z.output<typeof eventItem>;

/** What the event was after a step of the operation `by`, a number. */
export interface Moment {
  by: number | undefined;
  event: StoredEvent | undefined;
}

export async function momentOf({ event }: Subject, by?: number): Promise<Moment> {
  return { by, event: eventItem.safeParse(await getItem(eventKey(event))).data };
}

const membershipsOf = (event: StoredEvent | undefined) =>
  Object.values(event?.head.roles ?? {}).map(({ m }) => m);
const idsOf = (event: StoredEvent | undefined) => Object.values(event?.invitations ?? {}).map(({ i }) => i);

/** Only editors write, an invitation makes one membership, and what was deleted stays deleted. */
export function expectAllowed({ guest }: Subject, names: Name[], [first, ...moments]: Moment[]): void {
  let before = first?.event;
  const used = new Set(before?.head.roles[guest.accountId] ? [before.head.roles[guest.accountId]?.m] : []);
  for (const { by, event } of moments) {
    if (before === undefined) expect(event).toBeUndefined();
    const [role, next] = [before?.head.roles[guest.accountId], event?.head.roles[guest.accountId]];
    const isChanged = event && event.head.version !== before?.head.version;
    if (isChanged && /^(?:create|update)/.test(names[by ?? -1] ?? '')) expect(role?.r).toBe('editor');
    if (next && next.m !== role?.m) {
      expect([role, used.has(next.m), idsOf(before).includes(next.m)]).toEqual([undefined, false, true]);
      used.add(next.m);
    }
    expect(idsOf(event).filter((id) => used.has(id))).toEqual([]);
    before = event;
  }
}

/** What a success without a change of its own needs: another call has done the same. */
const reached: Partial<Record<Name, (subject: Subject, moments: Moment[]) => boolean>> = {
  accept: ({ id }, moments) => moments.some((each) => membershipsOf(each.event).includes(id)),
  'accept at other address': ({ otherId }, moments) =>
    moments.some((each) => membershipsOf(each.event).includes(otherId)),
  removal: ({ id }, moments) => !membershipsOf(moments.at(-1)?.event).includes(id),
  leaving: ({ id }, moments) => !membershipsOf(moments.at(-1)?.event).includes(id),
  'deletion of the event': (_, moments) => moments.at(-1)?.event === undefined,
};

/** A success changed the event once, and an error didn't. */
export function expectHonest(
  name: Name,
  number: number,
  status: number,
  subject: Subject,
  moments: Moment[],
): void {
  expect([200, 201, 401, 403, 404, 409], `${name} answered ${status}`).toContain(status);
  if (/erasure|own event|and accept/.test(name)) return;
  const versions = moments.map(({ event }) => event?.head.version);
  const changes = moments.filter(({ by }, index) => by === number && versions[index] !== versions[index - 1]);
  const isSuccess = status < 300;
  const isReached = changes.length === 0 && reached[name]?.(subject, moments) === true;
  const isHonest = isSuccess ? changes.length === 1 || isReached : changes.length === 0;
  expect([name, status, isHonest]).toEqual([name, status, true]);
}

const item = z.looseObject({ PK: z.string(), SK: z.string() });
const storedPointer = z.object({ head: z.object({ owner_id: z.string(), membership_id: z.int() }) });
const storedInvitation = z.object({ invitation_id: z.int() });

/**
 * Each role has its pointer, each invitation its item, and the other way round. A crash may leave the item of an invitation
 * that isn't there, which expires.
 */
export async function expectLinked({ event }: Subject, hasCrashed: boolean): Promise<void> {
  const items = z.array(item).parse(await table.items());
  const { PK, SK } = eventKey(event);
  const found = eventItem.safeParse(items.find((each) => each.PK === PK && each.SK === SK)).data;
  const pointers = items
    .filter((each) => each.SK.startsWith('SHARED#'))
    .map((each) => [each.PK, storedPointer.parse(each).head.membership_id]);
  const roles = Object.entries(found?.head.roles ?? {});
  expect(pointers).toEqual(roles.map(([accountId, { m }]) => [`ACCOUNT#${accountId}`, m]));
  const leading = items
    .filter((each) => each.SK.startsWith('INVITATION#'))
    .map((each) => storedInvitation.parse(each).invitation_id);
  const open = idsOf(found).sort();
  expect(hasCrashed ? leading.filter((id) => open.includes(id)).sort() : leading.sort()).toEqual(open);
}

/** Each account can open what it sees in its list, and a stranger neither. */
export async function expectSeen({ owner, guest, stranger, event }: Subject): Promise<void> {
  const path = { id: String(event.eventId) };
  const inside = { event_id: path.id };
  for (const { token } of [owner, guest, stranger]) {
    const { status } = await call(endpoints.view.handler, { method: 'GET', token, path });
    if (status === 401) continue;
    const listed = (await allEvents(token)).map(({ id }) => id);
    expect([status, listed]).toEqual(status === 200 ? [200, [event.eventId]] : [404, []]);
    const { handler } = endpoints.listBudgets;
    expect((await call(handler, { method: 'GET', token, path: inside })).status).toBe(status);
  }
  const { token } = stranger;
  expect((await call(endpoints.view.handler, { method: 'GET', token, path })).status).toBe(404);
  const { handler } = endpoints.listMembers;
  expect((await call(handler, { method: 'GET', token, path: inside })).status).toBe(404);
}

/** When guest and owner are erased, nothing of them is left in the table. */
export async function expectNothingLeft(subject: Subject, hasCrashed: boolean): Promise<void> {
  const { guest, owner, otherEmail, event } = subject;
  const left = async () => {
    const items = z.array(item).parse(await table.items());
    return JSON.stringify(items.filter(({ SK }) => !hasCrashed || !SK.startsWith('INVITATION#')));
  };
  expect((await operations['erasure of the guest'](subject)).status).toBe(200);
  expect(await left()).not.toContain(guest.accountId);
  expect((await operations['erasure of the owner'](subject)).status).toBe(200);
  const rest = await left();
  for (const text of [owner.accountId, owner.email, guest.email, otherEmail, String(event.eventId)])
    expect(rest).not.toContain(text);
}
