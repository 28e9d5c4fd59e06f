import * as z from 'zod/mini';
import type { Role } from '../../lib/events/roles.ts';

const role = z.enum(['viewer', 'editor']);
const eventItem = z.object({
  PK: z.string(),
  head_id: z.int(),
  head: z.object({
    name: z.string(),
    version: z.int(),
    roles: z.record(z.string(), z.object({ r: role, m: z.int() })),
  }),
  budgets: z.record(z.string(), z.object({ amount_cents: z.int() })),
  invitations: z.record(z.string(), z.object({ i: z.int(), r: role })),
});

export interface SharedEvent {
  id: number;
  ownerId: string;
  version: number;
  name: string;
  /** Amounts by id. */
  budgets: Record<string, number>;
  /** By account id. */
  roles: Record<string, { r: Role; m: number }>;
  /** By e-mail address. */
  invitations: Record<string, { i: number; r: Role }>;
}

/** The event that an item is; `undefined` if there is none, or only its tombstone. */
export function sharedEventIn(item: unknown): SharedEvent | undefined {
  const found = eventItem.safeParse(item);
  if (!found.success) return undefined;
  const { PK, head_id, head, budgets, invitations } = found.data;
  const amounts = Object.entries(budgets).map(([id, { amount_cents }]) => [id, amount_cents] as const);
  return {
    id: head_id,
    ownerId: PK.replace('ACCOUNT#', ''),
    ...head,
    budgets: Object.fromEntries(amounts),
    invitations,
  };
}

export type Who = Role | 'owner' | undefined;

export const roleOf = ({ ownerId, roles }: SharedEvent, accountId: string): Who =>
  accountId === ownerId ? 'owner' : roles[accountId]?.r;

/** The ids of an event, its budgets and its invitations. */
export const idsIn = (event: SharedEvent | undefined): number[] =>
  event
    ? [
        event.id,
        ...Object.keys(event.budgets).map(Number),
        ...Object.values(event.invitations).map(({ i }) => i),
      ]
    : [];
