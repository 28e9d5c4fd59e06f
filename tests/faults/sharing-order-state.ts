import { expect } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { call } from '../support/call.ts';
import { allEvents, endpoints } from '../support/service.ts';
import { wholeTable } from '../support/whole-table.ts';
import { eventItem, idsOf } from './sharing-order-rules.ts';
import { operations } from './sharing-orders.ts';
import type { Subject } from './sharing-subject.ts';

const table = wholeTable();

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
