import type { Role } from '../../../lib/auth/roles.ts';
import { call, type Outcome } from '../../support/call.ts';
import type { GatewayRequest } from '../../support/gateway.ts';
import { catering, dayIn, endpoints, party, person, type Tested } from '../../support/service.ts';
import { roleOf, type SharedEvent } from '../stored.ts';

/** A call on an event, by the account with an e-mail address. */
export interface Act {
  kind: Kind;
  accountId: string;
  email: string;
  eventId: number;
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

/** An event after a call, which is the same if the call changed nothing; or why it was rejected. */
type Result = SharedEvent | 'deleted' | 403 | 404 | 409;

type Rule = (event: SharedEvent, act: Act, made: number) => Result;

/** An endpoint, what is sent to it, and what it makes of the event. `made` is the id of what it created. */
type Operation = [Tested, (act: Act) => Pick<GatewayRequest, 'path' | 'body'>, Rule];

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
  (rule: (event: SharedEvent, act: Act, role: Role | 'owner', made: number) => Result): Rule =>
  (event, act, made) => {
    const invitation = event.invitations[act.email];
    if (invitation?.i !== act.id) return 404;
    const invitations = without(event.invitations, (email) => email === act.email);
    return rule({ ...event, invitations }, act, invitation.r, made);
  };

/** `made` is the membership of the former owner. */
const handedOver = (event: SharedEvent, { accountId, id }: Act, made: number): Result => ({
  ...{ ...event, ownerId: accountId, offer: id, link: undefined },
  roles: {
    ...without(event.roles, (member) => member === accountId),
    [event.ownerId]: { r: 'editor', m: made },
  },
});

const join = invited((event, act, r, made) => {
  const { accountId, id } = act;
  if (r === 'owner') return handedOver(event, act, made);
  return roleOf(event, accountId) ? 409 : { ...event, roles: { ...event.roles, [accountId]: { r, m: id } } };
});

const removal = byMembers((event, { accountId, id }) => {
  const isOwner = accountId === event.ownerId;
  const invitations = without(event.invitations, (_, { i }) => i === id);
  if (Object.keys(invitations).length < Object.keys(event.invitations).length)
    return isOwner ? { ...event, invitations } : 403;
  const [memberId] = memberWith(event, id) ?? [];
  if (!memberId) return 404;
  if (!isOwner && memberId !== accountId) return 403;
  return {
    ...event,
    roles: without(event.roles, (each) => each === memberId),
    invitations: without(event.invitations, (_, { m }) => m === id),
  };
});

const withBudget = (event: SharedEvent, id: number, budget: SharedEvent['budgets'][string]): SharedEvent => ({
  ...event,
  budgets: { ...event.budgets, [id]: budget },
});

const toNothing = () => ({});
const toEvent = ({ eventId }: Act) => ({ path: { id: String(eventId) } });
const inEvent = ({ eventId }: Act) => ({ path: { event_id: String(eventId) } });
const toPart = ({ eventId, id }: Act) => ({ path: { event_id: String(eventId), id: String(id) } });
const toInvitation = ({ id }: Act) => ({ path: { id: String(id) } });
const amount = ({ cents }: Act) => cents / 100;

/** Whether an account has accepted an invitation. */
export const isAccepted = (event: SharedEvent | undefined, { accountId, id }: Act): boolean =>
  event?.roles[accountId]?.m === id || (event?.ownerId === accountId && event.offer === id);

/** The operations on events, and those on accounts that events follow from. */
const operations = {
  invite: [
    endpoints.inviteMember,
    (act) => ({ ...inEvent(act), body: { email: act.guest, role: act.role } }),
    byOwner((event, { guest, guestIds, role: r }, made) =>
      event.invitations[guest] || guestIds.some((id) => roleOf(event, id))
        ? 409
        : { ...event, invitations: { ...event.invitations, [guest]: { i: made, r } } },
    ),
  ],
  offer: [
    endpoints.handOver,
    (act) => ({ ...toEvent(act), body: { email: act.guest, password: person().password } }),
    byOwner((event, { guest, guestIds }, made) => {
      const isOffered = Object.values(event.invitations).some(({ r }) => r === 'owner');
      if (isOffered || guestIds.includes(event.ownerId)) return 409;
      const m = guestIds.flatMap((id) => event.roles[id]?.m ?? [])[0];
      const offer = { i: made, r: 'owner' as const, ...(m !== undefined && { m }) };
      return { ...event, invitations: { ...event.invitations, [guest]: offer } };
    }),
  ],
  accept: [
    endpoints.acceptInvitation,
    toInvitation,
    // Again, it changes nothing.
    (event, act, made) => (isAccepted(event, act) ? event : join(event, act, made)),
  ],
  decline: [endpoints.declineInvitation, toInvitation, invited((event) => event)],
  setRole: [
    endpoints.updateMember,
    (act) => ({ ...toPart(act), body: { role: act.role } }),
    byOwner((event, { id, role: r }) => {
      const [accountId] = memberWith(event, id) ?? [];
      return accountId ? { ...event, roles: { ...event.roles, [accountId]: { r, m: id } } } : 404;
    }),
  ],
  remove: [endpoints.removeMember, toPart, removal],
  leave: [endpoints.removeMember, toPart, removal],
  create: [endpoints.create, ({ name }) => ({ body: party({ name }) }), () => 409],
  rename: [
    endpoints.update,
    (act) => ({ ...toEvent(act), body: { name: act.name } }),
    byEditors((event, { name }) => ({ ...event, name })),
  ],
  deleteEvent: [
    endpoints.delete,
    toEvent,
    byOwner((event) => ({ ...event, isInTrash: true, roles: {}, invitations: {}, link: undefined })),
  ],
  restore: [endpoints.restore, toEvent, inTrash((event) => ({ ...event, isInTrash: false }))],
  deleteForGood: [endpoints.deleteForGood, toEvent, inTrash(() => 'deleted')],
  createBudget: [
    endpoints.createBudget,
    (act) => ({ ...inEvent(act), body: catering({ amount: amount(act) }) }),
    byEditors((event, { cents }, made) => withBudget(event, made, { a: cents, r: 0 })),
  ],
  updateBudget: [
    endpoints.updateBudget,
    (act) => ({ ...toPart(act), body: { amount: amount(act) } }),
    byEditors((event, { id, cents }) => {
      const before = event.budgets[id];
      return before ? withBudget(event, id, { a: cents, r: before.r + 1 }) : 404;
    }),
  ],
  deleteBudget: [
    endpoints.deleteBudget,
    toPart,
    byEditors((event, { id }) =>
      id in event.budgets
        ? { ...event, budgets: without(event.budgets, (each) => Number(each) === id) }
        : 404,
    ),
  ],
  createLink: [
    endpoints.createShareLink,
    (act) => ({ ...inEvent(act), body: { expires_on: dayIn(1) } }),
    byOwner((event, _, link) => ({ ...event, link })),
  ],
  endLink: [endpoints.endShareLink, inEvent, byOwner((event) => ({ ...event, link: undefined }))],
  view: [endpoints.view, toEvent, reading],
  listBudgets: [endpoints.listBudgets, inEvent, reading],
  listMembers: [endpoints.listMembers, inEvent, reading],
  list: [endpoints.list, toNothing, nothing],
  listTrash: [endpoints.listTrash, toNothing, nothing],
  listInvitations: [endpoints.listInvitations, toNothing, nothing],
  signup: [endpoints.signup, ({ email }) => ({ body: person({ email }) }), nothing],
  deleteAccount: [endpoints.deleteAccount, () => ({ body: { password: person().password } }), nothing],
} satisfies Record<string, Operation>;

/** An erasure is no endpoint. */
export type Kind = keyof typeof operations | 'erase';

export const isRead = (kind: Kind): boolean => kind !== 'erase' && operations[kind][0].method === 'GET';

/** Those of which an account that is being deleted is told that its address isn't verified. */
const FOR_VERIFIED: Kind[] = ['invite', 'offer', 'accept', 'decline', 'listInvitations'];

export const endpointOf = (kind: Exclude<Kind, 'erase'>): Tested => operations[kind][0];

export function send(
  { kind, ...act }: Act & { kind: Exclude<Kind, 'erase'> },
  token: string,
  headers = {},
): Promise<Outcome> {
  const [{ handler, method }, describe] = operations[kind];
  return call(handler, { method, headers, token: token || undefined, ...describe({ kind, ...act }) });
}

/** What a call makes of an event. */
export function resultOf(event: SharedEvent | undefined, act: Act, made = 0): Result {
  const { kind, accountId: ownerId, name } = act;
  if (kind === 'create' && !event) {
    const nothing = { budgets: {}, roles: {}, invitations: {} };
    return { id: made, ownerId, version: 0, name, isInTrash: false, ...nothing };
  }
  if (!event) return 404;
  if (kind === 'erase') return event.ownerId === ownerId ? 'deleted' : 404;
  return operations[kind][2](event, act, made);
}

/** What a call may respond that is rejected, or what it makes of the event, while accounts may be leaving. */
export const answersTo = (
  event: SharedEvent | undefined,
  act: Act,
  leaving: { isCaller: boolean; isOwner: boolean },
): (Result | 401)[] => [
  resultOf(event, act),
  ...(leaving.isCaller ? [401 as const] : []),
  ...(leaving.isCaller && FOR_VERIFIED.includes(act.kind) ? [403 as const] : []),
  ...(leaving.isOwner && act.kind !== 'decline' ? [404 as const] : []),
];

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
