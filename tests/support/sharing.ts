import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Role } from '../../lib/auth/roles.ts';
import { type Change, exists, Update } from '../../lib/dynamodb/changes.ts';
import type { Path } from '../../lib/dynamodb/expression.ts';
import { getItem } from '../../lib/dynamodb/items.ts';
import { accountKey, eventKey, invitationKey, memberPath, sharedKey } from '../../lib/dynamodb/keys.ts';
import { FailedConditions, send } from '../../lib/dynamodb/send.ts';
import { nextId } from '../../lib/id.ts';
import { eventIn } from '../../lib/plan/event.ts';
import { headSums } from '../../lib/plan/sums.ts';
import { call } from './call.ts';
import {
  accountIdOf,
  dayIn,
  endpoints,
  newBudget,
  newEvent,
  newToken,
  person,
  storedPerson,
} from './service.ts';
import { putItem } from './table.ts';

export { accountIdOf };

/** Where an account's event is. */
export const referenceOf = (owner: string, { id }: { id: string }) => ({
  ownerId: accountIdOf(owner),
  eventId: Number(id),
});

/** Stores a value in an event's item. */
export async function setInEvent(owner: string, event: { id: string }, path: Path, value: unknown) {
  await make(new Update(eventKey(referenceOf(owner, event))).require(exists(['head'])).set(path, value));
}

/** Stores a value in the item of an invitation. */
export async function setInInvitation(email: string, id: number, path: Path, value: unknown): Promise<void> {
  await make(new Update(invitationKey(email, id)).require(exists(['PK'])).set(path, value));
}

async function make(change: Change): Promise<void> {
  if ((await send(change)) instanceof FailedConditions) throw new Error('There is no such item');
}

/** Lets an invitation to an event expire. */
export async function expire(owner: string, event: { id: string }, email: string): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  await setInEvent(owner, event, ['invitations', email, 's'], now - 14 * 86_400);
  const { invitations } = eventIn(await getItem(eventKey(referenceOf(owner, event))));
  const id = invitations.find((each) => each.email === email)?.id ?? 0;
  await setInInvitation(email, id, ['expires_at'], now);
}

/** Gives an account a role, or another one. */
export async function giveRole(owner: string, event: { id: string }, member: string, role: Role) {
  const value = { r: role, m: nextId(), s: Math.floor(Date.now() / 1_000) };
  await setInEvent(owner, event, memberPath(accountIdOf(member)), value);
  return value;
}

export async function takeRole(owner: string, event: { id: string }, member: string): Promise<void> {
  const key = eventKey(referenceOf(owner, event));
  await make(new Update(key).require(exists(['head'])).remove(memberPath(accountIdOf(member))));
}

/** Stores a pointer alone. */
export async function pointAt(owner: string, { id }: { id: string }, member: string, membership_id = 1) {
  const head = { owner_id: accountIdOf(owner), membership_id };
  const item = { head_id: Number(id), head };
  await putItem(sharedKey(accountIdOf(member), Number(id)), item);
}

/** Makes an account a member of an event. Returns the id of the membership. */
export async function share(owner: string, event: { id: string }, member: string, role: Role) {
  const { m } = await giveRole(owner, event, member, role);
  await pointAt(owner, event, member, m);
  return String(m);
}

/** Somebody whose e-mail address is verified. */
export async function newVerified(email = person().email) {
  const token = await storedPerson({ email, email_verified: true });
  return { email, password: person().password, token };
}

/** Verifies an account's e-mail address without a mail. */
export async function verify(token: string): Promise<void> {
  await make(
    new Update(accountKey(accountIdOf(token))).require(exists(['PK'])).set(['email_verified'], true),
  );
}

/** An event with a budget, the tokens of its owner and of two members, and the ids of their memberships. */
export async function sharedEvent() {
  const [{ token: owner }, editor, viewer] = [await newVerified(), await newToken(), await newToken()];
  const event = await newEvent(owner);
  const budget = await newBudget(owner, event);
  const ids = {
    editor: await share(owner, event, editor, 'editor'),
    viewer: await share(owner, event, viewer, 'viewer'),
  };
  return { owner, editor, viewer, event, budget, ids };
}

const offered = z.object({ id: z.int() });

/** Offers an event to an address, and returns the response. */
export const offer = (token: string, path: { id: string }, email: string, fields = {}) =>
  call(endpoints.handOver.handler, { token, path, body: { email, password: person().password, ...fields } });

/** Makes the offer of an event some hours old. */
export async function ageOffer(owner: string, event: { id: string }, hours: number): Promise<void> {
  const { invitations } = eventIn(await getItem(eventKey(referenceOf(owner, event))));
  const [offer] = invitations.filter(({ role }) => role === 'owner');
  if (!offer) throw new Error('There is no offer');
  const since = Math.floor(Date.now() / 1_000) - hours * 3_600;
  await setInEvent(owner, event, ['invitations', offer.email, 's'], since);
  await setInInvitation(offer.email, offer.id, ['expires_at'], since + 14 * 86_400);
}

/** Offers an event so that it can be accepted at once. Returns the id of the offer. */
export async function offeredLongAgo(owner: string, event: { id: string }, email: string): Promise<string> {
  const { body } = await offer(owner, event, email);
  await ageOffer(owner, event, 24);
  return String(offered.parse(body.data).id);
}

export const accept = (token: string, id: string) =>
  call(endpoints.acceptInvitation.handler, { token, path: { id } });

/** Hands an event over to an account. Returns the id of the offer. */
export async function handOver(
  from: string,
  event: { id: string },
  to: { email: string; token: string },
): Promise<string> {
  const id = await offeredLongAgo(from, event, to.email);
  const { status } = await accept(to.token, id);
  if (status !== 200) throw new Error(`It was not accepted: ${status}`);
  return id;
}

const created = z.object({
  url: z.string(),
  token: z.string(),
  expires_on: z.string(),
  shows: z.enum(['budgets', 'categories']),
});

/** Creates the share link of an event, which works for a month and shows budgets unless the body says otherwise. */
export async function newShareLink(
  token: string,
  path: { event_id: string },
  body: Record<string, unknown> = {},
): Promise<z.output<typeof created>> {
  const request = { token, path, body: { expires_on: dayIn(30), ...body } };
  const answer = await call(endpoints.createShareLink.handler, request);
  return created.parse(answer.body.data);
}

/** What whoever has the token gets. */
export const viewShared = (
  token: string | undefined,
  headers: Record<string, string> = {},
  query: Record<string, string> = {},
) => call(endpoints.viewSharedEvent.handler, { method: 'GET', token, headers, query });

/** Expects the sums in an event's head to be those of its budgets. */
export async function expectSums(owner: string, path: { id: string }): Promise<void> {
  const event = eventIn(await getItem(eventKey(referenceOf(owner, path))));
  expect(event).toMatchObject(headSums(event.budgets));
}
