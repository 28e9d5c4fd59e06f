import type { Role } from '../auth/roles.ts';
import type { EventReference } from '../dynamodb/keys.ts';
import { ForbiddenError } from '../errors.ts';
import { problem } from '../problem.ts';
import type { Membership } from './head.ts';

/** Who wants to do something with an event. */
export interface EventCaller {
  accountId: string;
  /** Any of these roles suffices in an event of another account. None does if there are none. */
  roles: readonly Role[];
}

/** A way to an event: the owner's, unless it names a member. */
export interface EventAccess extends EventReference {
  member?: EventCaller;
}

/** Whether the way is the owner's, or that of a member whose role suffices. */
export function isAllowed({ member }: EventAccess, { members }: { members: Membership[] }): boolean {
  if (!member) return true;
  const found = members.find(({ accountId }) => accountId === member.accountId);
  return found !== undefined && member.roles.includes(found.role);
}

/** The error for a member whose role is none of these, which suffice. */
export function notAllowed(roles: readonly Role[]): ForbiddenError {
  const who = roles.includes('editor') ? 'owner and editors can change this event' : 'owner can do this';
  return new ForbiddenError('event', problem('forbidden', `Only the ${who}.`));
}
