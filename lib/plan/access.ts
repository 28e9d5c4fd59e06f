import * as z from 'zod/mini';
import type { Role } from '../auth/roles.ts';
import { Rejection } from '../errors.ts';
import { problem } from '../problem.ts';
import { type EventHead, isInTrash } from './head.ts';

/** The author of a write of an event. */
export interface Author {
  accountId: string;
  /** Id of the access token that makes it, if one does. */
  tokenId?: string | undefined;
  /** The version whose write it takes back, if it does. */
  undoes?: number | undefined;
  /** Id of the account's membership then, for entries of the history. The owner has none. */
  membershipId?: number | undefined;
}

/** Stored form of an author, in an event's item and in entries of its history. */
export const storedAuthor = ({ accountId, tokenId, undoes, membershipId }: Author) => ({
  a: accountId,
  t: tokenId,
  u: undoes,
  m: membershipId,
});

/** The author that is stored so. */
export const authorIn: z.ZodMiniType<Author> = z.pipe(
  z.object({ a: z.string(), t: z.optional(z.string()), u: z.optional(z.int()), m: z.optional(z.int()) }),
  z.transform(({ a, t, u, m }): Author => ({ accountId: a, tokenId: t, undoes: u, membershipId: m })),
);

/** A caller of an operation on an event. */
export interface EventCaller extends Author {
  /** Any of these roles suffices in an event of another account. If the list is empty, only the owner may. */
  roles: readonly Role[];
}

/** Accounts that have access to an event, unless it is in the trash. */
export type SharedWith = Pick<EventHead, 'ownerId' | 'members' | 'deleted_at'>;

export const memberWith = (accountId: string | undefined, { members }: Pick<SharedWith, 'members'>) =>
  members.find((member) => member.accountId === accountId);

/** Returns whether an account is the owner or a member of an event that isn't in the trash. */
export const hasAccess = (accountId: string, event: SharedWith): boolean =>
  !isInTrash(event) && (event.ownerId === accountId || memberWith(accountId, event) !== undefined);

/** Throws `forbidden` to a member whose role doesn't suffice. */
export function requireRole({ accountId, roles }: EventCaller, event: SharedWith): void {
  const member = memberWith(accountId, event);
  if (event.ownerId !== accountId && member && !roles.includes(member.role)) throw notAllowed(roles);
}

/** The error for a member whose role is none of these, which suffice. */
export function notAllowed(roles: readonly Role[]) {
  const who = roles.includes('editor') ? 'owner and editors can change this event' : 'owner can do this';
  return new Rejection('forbidden', { field: 'event', problem: problem('forbidden', `Only the ${who}.`) });
}

export const noEvent = () => new Rejection('not_found');
