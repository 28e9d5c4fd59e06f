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
export const memberMap = z.record(
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

/** The accounts of memberships that have ended, by the membership's id, until their pointers are deleted. */
export const endedMap = z.record(z.string(), z.string());

/** An event, and who wants to do something with it if that is not the owner. */
export interface EventAccess extends EventReference {
  member?: {
    accountId: string;
    /** Any of these roles suffices. */
    roles: readonly Role[];
  };
}

/** Whether the access is the owner's, or that of a member whose role suffices. */
export function isAllowed({ member }: EventAccess, members: z.output<typeof memberMap>): boolean {
  if (!member) return true;
  const found = members[member.accountId];
  return found !== undefined && member.roles.includes(found.r);
}
