import type { Role } from '../../lib/auth/roles.ts';
import { type Change, exists, Update } from '../../lib/dynamodb/changes.ts';
import type { Path } from '../../lib/dynamodb/expression.ts';
import { getItem } from '../../lib/dynamodb/items.ts';
import { accountKey, eventKey, invitationKey, memberPath, sharedKey } from '../../lib/dynamodb/keys.ts';
import { FailedConditions, send } from '../../lib/dynamodb/send.ts';
import { nextId } from '../../lib/id.ts';
import { eventIn } from '../../lib/plan/event.ts';
import { putItem } from './put-items.ts';
import { accountIdOf, newBudget, newEvent, newToken, person, storedPerson } from './service.ts';

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
