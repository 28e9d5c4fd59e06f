import * as z from 'zod/mini';
import type { Role } from '../auth/roles.ts';
import { notFound, Rejection } from '../errors.ts';
import { problem } from '../problem.ts';
import { type EventHead, isInTrash } from './head.ts';

/** The author of a write of an event. */
export interface Author {
  accountId: string;
  /** Id of the access token that was used. */
  tokenId?: string | undefined;
  /** The version whose write it undoes. */
  undoes?: number | undefined;
  /** Id of the account's membership then, in entries of the history. The owner has none. */
  membershipId?: number | undefined;
}

/** Stored in an event's item and in entries of its history. */
export const storedAuthor = ({ accountId, tokenId, undoes, membershipId }: Author) => ({
  a: accountId,
  t: tokenId,
  u: undoes,
  m: membershipId,
});

export const authorIn: z.ZodMiniType<Author> = z.pipe(
  z.object({ a: z.string(), t: z.optional(z.string()), u: z.optional(z.int()), m: z.optional(z.int()) }),
  z.transform(({ a, t, u, m }): Author => ({ accountId: a, tokenId: t, undoes: u, membershipId: m })),
);

export interface EventCaller extends Author {
  /** Roles that suffice in an event of another account. */
  roles: readonly Role[];
}

/** Accounts that have access to an event, unless it is in the trash. */
export type SharedWith = Pick<EventHead, 'ownerId' | 'members' | 'deleted_at'>;

export const memberWith = (accountId: string | undefined, { members }: Pick<SharedWith, 'members'>) =>
  members.find((member) => member.accountId === accountId);

export const hasAccess = (accountId: string, event: SharedWith): boolean =>
  !isInTrash(event) && (event.ownerId === accountId || memberWith(accountId, event) !== undefined);

/** Throws `not_found`, and `forbidden` to a member whose role doesn't suffice. */
export function requireAccess({ accountId, roles }: EventCaller, event: SharedWith): void {
  if (!hasAccess(accountId, event)) throw notFound();
  const member = memberWith(accountId, event);
  if (event.ownerId !== accountId && member && !roles.includes(member.role)) throw notAllowed(roles);
}

/** The error for a member who has none of these roles. */
export function notAllowed(roles: readonly Role[]) {
  const who = roles.includes('editor') ? 'owner and editors' : 'owner';
  const text = `Only the ${who} can do this.`;
  return new Rejection('forbidden', { field: 'event', problem: problem('forbidden', text) });
}
