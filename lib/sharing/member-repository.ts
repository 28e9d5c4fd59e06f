import * as z from 'zod/mini';
import { getItem } from '../dynamodb/items.ts';
import { type EventReference, eventKey, headPath, memberPath, rolePath } from '../dynamodb/keys.ts';
import { EventWrite, versionPath } from '../events/event-write.ts';
import { type EventAccess, endedMap, isAllowed, memberMap, type Role } from '../events/roles.ts';
import { type Invitation, invitationMap } from './invitation.ts';

/** Another account than the owner's that has a role in an event. */
export interface Member {
  /** Of the membership. */
  id: number;
  accountId: string;
  role: Role;
}

export interface SharedEvent {
  ownerId: string;
  version: number;
  /** Oldest first. */
  members: Member[];
  /** Those that have expired as well. */
  invitations: Invitation[];
}

const sharedItem = z.object({
  head: z.object({ roles: memberMap, version: z.int() }),
  invitations: invitationMap,
  ended: endedMap,
});

/** The members and invitations of an event; `undefined` if there is no such event, or the role of the caller doesn't suffice. */
export async function getMembers(event: EventAccess): Promise<SharedEvent | undefined> {
  const found = await readShared(event);
  return found && sharedEventIn(event, found);
}

type SharedItem = z.output<typeof sharedItem>;

export async function readShared(event: EventReference): Promise<SharedItem | undefined> {
  const item = await getItem(eventKey(event), [headPath('roles'), versionPath, ['invitations'], ['ended']]);
  return sharedItem.safeParse(item).data;
}

export function sharedEventIn(
  event: EventAccess,
  { invitations, head }: SharedItem,
): SharedEvent | undefined {
  const { roles, version } = head;
  if (!isAllowed(event, roles)) return undefined;
  const members = Object.entries(roles)
    .sort(([, one], [, other]) => one.s - other.s || one.m - other.m)
    .map(([accountId, { m, r }]) => ({ id: m, accountId, role: r }));
  return {
    ownerId: event.ownerId,
    version,
    members,
    invitations: Object.entries(invitations).map(([email, invitation]) => ({ email, ...invitation })),
  };
}

export type Outcome = 'done' | 'missing' | 'forbidden';

/** Gives a member another role. */
export async function setRole(event: EventAccess, id: number, role: Role): Promise<Outcome> {
  const shared = await getMembers(event);
  const member = shared?.members.find((other) => other.id === id);
  if (!member) return 'missing';
  return send(writeMember(event, member).set(rolePath(member.accountId), role));
}

/** A write that requires that the membership is still there. */
export const writeMember = (event: EventAccess, { accountId, id }: Member): EventWrite =>
  new EventWrite(event).ifEquals([...memberPath(accountId), 'm'], id);

/** Sends a write that fails if what it changes is missing. */
export async function send(write: EventWrite): Promise<Outcome> {
  const outcome = await write.sendIf(versionPath, undefined, () => 'missing');
  if (typeof outcome === 'object') return 'done';
  return outcome === 'forbidden' ? outcome : 'missing';
}
