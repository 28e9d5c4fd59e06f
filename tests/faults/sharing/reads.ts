import { isDeepStrictEqual as isSame } from 'node:util';
import * as z from 'zod/mini';
import type { Outcome } from '../../support/call.ts';
import type { Kind } from '../operations/events.ts';
import { roleOf, type SharedEvent } from '../stored.ts';
import type { Account, Called, SharingWorld } from './world.ts';

const role = z.enum(['viewer', 'editor']);
const single = z.object({ id: z.int(), name: z.string() });
const budgets = z.array(z.object({ id: z.int(), amount: z.number() }));
const events = z.array(z.object({ id: z.int(), name: z.string(), role: z.optional(role) }));
const invitations = z.array(z.object({ id: z.int(), role }));
const members = z.array(
  z.object({ id: z.optional(z.int()), email: z.optional(z.string()), role: z.string(), state: z.string() }),
);

/** What is wrong with the response to a read; `undefined` if it was right at some time of its call. */
export function problemWithRead(world: SharingWorld, called: Called): string | undefined {
  switch (called.kind) {
    case 'view':
    case 'listBudgets':
      return problemWithView(world, called);
    case 'listMembers':
      return problemWithMembers(world, called);
    case 'list':
    case 'listTrash':
      return problemWithList(world, called);
    default:
      return problemWithInvitations(world, called);
  }
}

/** The version that was read tells what there was, and who might read it. */
function problemWithView({ record }: SharingWorld, called: Called): string | undefined {
  const { kind, accountId, eventId, start, end, answer } = called;
  const found = record
    .during(eventId, start, end)
    .find((event) => event && `"${event.version}"` === answer.headers['etag']);
  if (!found) return 'a version of another time';
  if (!roleOf(found, accountId)) return 'read without a role';
  return isShown(kind, answer, [found]) ? undefined : 'a wrong name or budget';
}

/** Whether a response shows the budgets of an event, or else the names of events. */
export function isShown(
  kind: Kind,
  { body: { data } }: Pick<Outcome, 'body'>,
  found: SharedEvent[],
): boolean {
  const [shown, stored] =
    kind === 'listBudgets'
      ? [
          budgets.parse(data).map(({ id, amount }) => `${id} ${Math.round(amount * 100)}`),
          found.flatMap((event) => Object.entries(event.budgets).map(([id, { a }]) => `${id} ${a}`)),
        ]
      : [
          z
            .array(single)
            .parse([data].flat())
            .map(({ id, name }) => `${id} ${name}`),
          found.map(({ id, name }) => `${id} ${name}`),
        ];
  return isSame(shown.sort(), stored.sort());
}

function problemWithMembers({ record, accounts }: SharingWorld, called: Called): string | undefined {
  const { accountId, eventId, start, end, answer } = called;
  const rows = members.parse(answer.body.data);
  const isRight = (event: SharedEvent | undefined): boolean => {
    const who = event && roleOf(event, accountId);
    if (!event || !who) return false;
    const active = rows.filter(({ id, state }) => state === 'active' && id !== undefined);
    const shown = new Map(active.map(({ id, role }) => [id, role]));
    const invited = rows
      .filter(({ state }) => state === 'invited')
      .map(({ id, email, role }) => [email, id, role]);
    const open = Object.entries(event.invitations).map(([email, { i, r }]) => [email, i, r]);
    return (
      [...shown.keys()].every((id) => Object.values(event.roles).some(({ m }) => m === id)) &&
      Object.entries(event.roles).every(([id, { m, r }]) =>
        shown.has(m) ? shown.get(m) === r : isLeaving(accounts.get(id), end),
      ) &&
      isSame(invited.sort(), who === 'owner' ? open.sort() : []) &&
      rows.every(({ email }) => (email !== undefined) === (who === 'owner'))
    );
  };
  return record.during(eventId, start, end).some(isRight) ? undefined : 'members that nobody might see';
}

/** Each event was in the list at some time, or not. */
function problemWithList({ record, accounts }: SharingWorld, called: Called): string | undefined {
  const { kind, accountId, start, end, answer } = called;
  const isOfTrash = kind === 'listTrash';
  const shown = new Map(events.parse(answer.body.data).map((event) => [event.id, event]));
  for (const eventId of new Set([...shown.keys(), ...record.moments.map((moment) => moment.eventId)])) {
    const row = shown.get(eventId);
    const isRight = record.during(eventId, start, end).some((event) => {
      const who = event && (isOfTrash ? trashRoleOf(event, accountId) : roleOf(event, accountId));
      if (row) return event?.name === row.name && who === (row.role ?? 'owner');
      return !event || !who || (!isOfTrash && isLeaving(accounts.get(event.ownerId), end));
    });
    if (!isRight) return `the event ${eventId} should${row ? ' not' : ''} be in the ${kind}`;
  }
  return undefined;
}

const trashRoleOf = ({ ownerId, isInTrash }: SharedEvent, accountId: string) =>
  isInTrash && ownerId === accountId ? 'owner' : undefined;

function problemWithInvitations({ record, accounts }: SharingWorld, called: Called): string | undefined {
  const { email, start, end, answer } = called;
  const shown = new Map(invitations.parse(answer.body.data).map((each) => [each.id, each.role]));
  const known = new Set<number>();
  for (const eventId of new Set(record.moments.map((moment) => moment.eventId))) {
    const times = record.during(eventId, start, end);
    const ids = times.map((event) => event?.invitations[email]?.i);
    for (const event of times) {
      const invitation = event?.invitations[email];
      if (shown.get(invitation?.i ?? 0) === invitation?.r) known.add(invitation?.i ?? 0);
    }
    const [first] = ids;
    const isHidden = first !== undefined && !shown.has(first) && ids.every((id) => id === first);
    const owner = accounts.get(times.find((event) => event)?.ownerId ?? '');
    if (isHidden && !isLeaving(owner, end)) return `the invitation ${first} is not in the list`;
  }
  return [...shown.keys()].every((id) => known.has(id)) ? undefined : 'an invitation of another time';
}

/** Lists leave out what belongs to an account that is being deleted. */
const isLeaving = (account: Account | undefined, end: number): boolean =>
  account?.leftFrom !== undefined && account.leftFrom < end;
