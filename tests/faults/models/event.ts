import type { Role } from '../../../lib/auth/roles.ts';
import { roleOf, type SharedEvent } from './stored-event.ts';

export type Kind =
  | ('invite' | 'accept' | 'decline' | 'setRole' | 'remove' | 'leave' | 'listMembers' | 'listInvitations')
  | ('create' | 'rename' | 'deleteEvent' | 'restore' | 'deleteForGood' | 'view' | 'list' | 'listTrash')
  | ('createBudget' | 'updateBudget' | 'deleteBudget' | 'listBudgets')
  | ('signup' | 'deleteAccount' | 'erase');

/** A call on an event, by the account with an e-mail address. */
export interface Act {
  kind: Kind;
  accountId: string;
  email: string;
  /** Of an invitation, a membership or a budget. */
  id: number;
  /** Whose e-mail address is invited. */
  guest: string;
  /** The ids of the accounts of that address. */
  guestIds: readonly string[];
  role: Role;
  /** The name of the event. */
  name: string;
  cents: number;
}

/** An event after a call, which is the same if the call changed nothing; or why it was refused. */
type Result = SharedEvent | 'deleted' | 403 | 404 | 409;

type Rule = (event: SharedEvent, act: Act, made: number) => Result;

const byMembers =
  (rule: Rule): Rule =>
  (event, act, made) =>
    roleOf(event, act.accountId) ? rule(event, act, made) : 404;

const byEditors = (rule: Rule): Rule =>
  byMembers((event, act, made) => (roleOf(event, act.accountId) === 'viewer' ? 403 : rule(event, act, made)));

const byOwner = (rule: Rule): Rule =>
  byMembers((event, act, made) => (roleOf(event, act.accountId) === 'owner' ? rule(event, act, made) : 403));

const inTrash =
  (rule: Rule): Rule =>
  (event, act, made) =>
    event.isInTrash && act.accountId === event.ownerId ? rule(event, act, made) : 404;

const without = <Value>(all: Record<string, Value>, left: (key: string, value: Value) => boolean) =>
  Object.fromEntries(Object.entries(all).filter(([key, value]) => !left(key, value)));

const memberWith = ({ roles }: SharedEvent, id: number) =>
  Object.entries(roles).find(([, { m }]) => m === id);
const reading = byMembers((event) => event);
const nothing: Rule = () => 404;

const invited =
  (rule: (event: SharedEvent, act: Act, role: Role) => Result): Rule =>
  (event, act) => {
    const invitation = event.invitations[act.email];
    if (invitation?.i !== act.id) return 404;
    const invitations = without(event.invitations, (email) => email === act.email);
    return rule({ ...event, invitations }, act, invitation.r);
  };

const join = invited((event, { accountId, id }, r) =>
  event.roles[accountId] ? 409 : { ...event, roles: { ...event.roles, [accountId]: { r, m: id } } },
);

/** What each call makes of an event. `made` is the id of what it created. */
const rules: Record<Exclude<Kind, 'create'>, Rule> = {
  invite: byOwner((event, { guest, guestIds, role: r }, made) =>
    event.invitations[guest] || guestIds.some((id) => roleOf(event, id))
      ? 409
      : { ...event, invitations: { ...event.invitations, [guest]: { i: made, r } } },
  ),
  // Again, it changes nothing.
  accept: (event, act, made) => (event.roles[act.accountId]?.m === act.id ? event : join(event, act, made)),
  decline: invited((event) => event),
  setRole: byOwner((event, { id, role: r }) => {
    const [accountId] = memberWith(event, id) ?? [];
    return accountId ? { ...event, roles: { ...event.roles, [accountId]: { r, m: id } } } : 404;
  }),
  remove: byMembers((event, { accountId, id }) => {
    const isOwner = accountId === event.ownerId;
    const invitations = without(event.invitations, (_, { i }) => i === id);
    if (Object.keys(invitations).length < Object.keys(event.invitations).length)
      return isOwner ? { ...event, invitations } : 403;
    const [memberId] = memberWith(event, id) ?? [];
    if (!memberId) return 404;
    if (!isOwner && memberId !== accountId) return 403;
    return { ...event, roles: without(event.roles, (each) => each === memberId) };
  }),
  leave: (event, act, made) => rules.remove(event, act, made),
  deleteEvent: byOwner((event) => ({ ...event, isInTrash: true, roles: {}, invitations: {} })),
  restore: inTrash((event) => ({ ...event, isInTrash: false })),
  deleteForGood: inTrash(() => 'deleted'),
  rename: byEditors((event, { name }) => ({ ...event, name })),
  createBudget: byEditors((event, { cents }, made) => withBudget(event, made, { a: cents, r: 0 })),
  updateBudget: byEditors((event, { id, cents }) => {
    const before = event.budgets[id];
    return before ? withBudget(event, id, { a: cents, r: before.r + 1 }) : 404;
  }),
  deleteBudget: byEditors((event, { id }) =>
    id in event.budgets ? { ...event, budgets: without(event.budgets, (each) => Number(each) === id) } : 404,
  ),
  view: reading,
  listBudgets: reading,
  listMembers: reading,
  list: nothing,
  listTrash: nothing,
  listInvitations: nothing,
  signup: nothing,
  deleteAccount: nothing,
  erase: ({ ownerId }, { accountId }) => (ownerId === accountId ? 'deleted' : 404),
};

const withBudget = (event: SharedEvent, id: number, budget: SharedEvent['budgets'][string]): SharedEvent => ({
  ...event,
  budgets: { ...event.budgets, [id]: budget },
});

/** What a call makes of an event. */
export function resultOf(event: SharedEvent | undefined, act: Act, made = 0): Result {
  const { kind, accountId: ownerId, name } = act;
  if (kind !== 'create') return event ? rules[kind](event, act, made) : 404;
  if (event) return 409;
  const nothing = { budgets: {}, roles: {}, invitations: {} };
  return { id: made, ownerId, version: 0, name, isInTrash: false, ...nothing };
}

/** Calls that do the same as a call. An erasure also declines and leaves. */
function actsOf(event: SharedEvent | undefined, act: Act): Act[] {
  if (act.kind !== 'erase') return [act];
  const id = event?.roles[act.accountId]?.m ?? 0;
  const invitationId = event?.invitations[act.email]?.i ?? 0;
  return [{ ...act, kind: 'decline', id: invitationId }, { ...act, kind: 'leave', id }, act];
}

/** What a call may write in place of an event, of which `made` is new. */
export const writesOf = (
  event: SharedEvent | undefined,
  act: Act,
  made?: number,
): (SharedEvent | undefined)[] =>
  actsOf(event, act)
    .map((each) => resultOf(event, each, made))
    .filter((result) => typeof result !== 'number')
    .map((result) => (result === 'deleted' ? undefined : { ...result, version: result.version + 1 }));
