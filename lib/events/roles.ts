import * as z from 'zod/mini';
import type { EventReference } from '../dynamodb/keys.ts';

/** What another account may be for an event. */
export const role = z.enum(['viewer', 'editor']);

export type Role = z.output<typeof role>;

const VIEWERS: readonly Role[] = ['viewer', 'editor'];
const EDITORS: readonly Role[] = ['editor'];
const NOBODY: readonly Role[] = [];

/** Who may do what with an event, by operation. The owner may do everything. */
export const rolesFor = {
  eventsView: VIEWERS,
  eventsUpdate: EDITORS,
  eventsDelete: NOBODY,
  eventsCopy: VIEWERS,
  budgetsList: VIEWERS,
  budgetsView: VIEWERS,
  budgetsCreate: EDITORS,
  budgetsUpdate: EDITORS,
  budgetsDelete: EDITORS,
  budgetsExport: VIEWERS,
  budgetsImport: EDITORS,
  membersList: VIEWERS,
  membersInvite: NOBODY,
  membersUpdate: NOBODY,
  /** Themselves. */
  membersRemove: VIEWERS,
} as const;

export type EventOperation = keyof typeof rolesFor;

/** The members of an event by account id. Short, because the index `heads` projects it. */
export const roleMap = z.record(
  z.string(),
  z.object({
    /** Role. */
    r: role,
    /** Id of the membership. */
    m: z.int(),
    /** Since when, in Unix time (seconds). */
    s: z.int(),
  }),
);

/** That another account than the owner's has a role in an event. */
export interface Membership {
  id: number;
  accountId: string;
  role: Role;
  /** Unix time in seconds. */
  since: number;
}

export const membershipsIn = (roles: z.output<typeof roleMap>): Membership[] =>
  Object.entries(roles).map(([accountId, { m, r, s }]) => ({ id: m, accountId, role: r, since: s }));

/** A way to an event: the owner's, unless it names a member. */
export interface EventAccess extends EventReference {
  member?: {
    accountId: string;
    /** Any of these roles suffices. */
    roles: readonly Role[];
  };
}

/** A member's way to an event of another account. */
export const accessOf = (
  operation: EventOperation,
  accountId: string,
  event: EventReference,
): EventAccess => ({ ...event, member: { accountId, roles: rolesFor[operation] } });

/** Whether the way is the owner's, or that of a member whose role suffices. */
export function isAllowed({ member }: EventAccess, { members }: { members: Membership[] }): boolean {
  if (!member) return true;
  const found = members.find(({ accountId }) => accountId === member.accountId);
  return found !== undefined && member.roles.includes(found.role);
}
