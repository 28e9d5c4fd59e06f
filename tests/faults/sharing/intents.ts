import { isErasureQueued } from '../erasing.ts';
import type { Kind } from '../operations/events.ts';
import { chosen } from '../operations/history.ts';
import { isMemberKind, isOwnerKind, type Operation } from '../operations/shared-history.ts';
import { roleOf, type SharedEvent } from '../stored.ts';
import type { Account, Intent, SharingWorld } from './world.ts';

/** Below the 20 invitations that an account may send in an hour, because faults may count some of them twice. */
const MAX_INVITATIONS = 12;

/** Does what an operation says, as far as there is something to do it with. */
export async function perform(world: SharingWorld, operation: Operation): Promise<void> {
  const { kind, choice } = operation;
  const who = world.people[operation.actor];
  if (!who) return;
  if (kind === 'rejoin') return rejoin(world, operation);
  if (kind === 'erase') {
    const leaving = chosen(
      [...world.accounts.values()].filter(({ id }) => isErasureQueued(id)),
      choice,
    );
    if (leaving) await world.act({ kind }, leaving);
    return;
  }
  const own = who.account ?? oldAccountOf(world, who.email, choice);
  if (!own) return world.signUp(who);
  const { intent, account } = aim(world, { ...operation, kind }, own);
  if (kind !== 'invite' || mayInvite(world, account)) await world.act(intent, account);
}

const mayInvite = ({ calls }: SharingWorld, { id }: Account): boolean =>
  calls.filter(({ kind, accountId }) => kind === 'invite' && accountId === id).length < MAX_INVITATIONS;

async function rejoin(world: SharingWorld, { event: which, choice, role }: Operation): Promise<void> {
  const { accounts, record } = world;
  const event = chosen(
    [...record.events.values()].filter(({ roles }) => Object.keys(roles).length > 0),
    which,
  );
  const [memberId = '', membership] = chosen(Object.entries(event?.roles ?? {}), choice) ?? [];
  const [owner, member] = [accounts.get(event?.ownerId ?? ''), accounts.get(memberId)];
  if (!event || !membership || !owner || !member || !mayInvite(world, owner)) return;
  const { id: eventId } = event;
  await world.act({ kind: 'remove', eventId, id: membership.m }, owner);
  await world.act({ kind: 'invite', eventId, guest: member.email, role }, owner);
  const invitation = record.events.get(eventId)?.invitations[member.email];
  if (invitation) await world.act({ kind: 'accept', eventId, id: invitation.i }, member);
}

/** A former account of somebody who has none, sometimes. Otherwise they get one. */
const oldAccountOf = ({ accounts }: SharingWorld, email: string, choice: number): Account | undefined =>
  choice % 4 === 0
    ? chosen(
        [...accounts.values()].filter((old) => old.email === email),
        choice,
      )
    : undefined;

type Aimed = Omit<Operation, 'kind'> & { kind: Kind };

function aim(world: SharingWorld, operation: Aimed, own: Account): { intent: Intent; account: Account } {
  const { record, accounts, people } = world;
  const { kind, event: which, guest, isMeant, isOld, choice, role } = operation;
  const events = isOld ? record.moments.flatMap(({ before }) => before ?? []) : [...record.events.values()];
  const living = [...accounts.values()].filter(({ leftFrom }) => leftFrom === undefined);
  const withEmail = (email: string) => living.find((each) => each.email === email);
  const fitting = isMeant ? events.filter((each) => isFitting(kind, each)) : [];
  const event = chosen(fitting.length > 0 ? fitting : events, which);
  if (!event) return { intent: { kind }, account: own };
  const { id: eventId, ownerId, roles, budgets, invitations } = event;
  const [invited, invitation] = chosen(Object.entries(invitations), choice) ?? [];
  const [memberId, member] = chosen(Object.entries(roles), choice) ?? [];
  const free = people.filter(
    ({ email, account }) => !(email in invitations) && !roleOf(event, account?.id ?? ''),
  );
  /** Who acts if it is whom the operation is meant for, and on what. */
  const meant = {
    ...(isOwnerKind(kind) && { accountId: ownerId }),
    ...(kind === 'leave' && { accountId: memberId }),
    ...(kind === 'accept' || kind === 'decline' ? { accountId: withEmail(invited ?? '')?.id } : {}),
    ...(isMemberKind(kind) && { accountId: chosen([ownerId, ...Object.keys(roles)], choice) }),
  };
  const budgetId = Number(chosen(Object.keys(budgets), choice));
  const ids: Partial<Record<Kind, number | undefined>> = {
    accept: invitation?.i,
    decline: invitation?.i,
    leave: member?.m,
    setRole: member?.m,
    remove: chosen(idsOfShares(event), choice),
    updateBudget: budgetId,
    deleteBudget: budgetId,
  };
  const insiders = [...Object.keys(roles), ...Object.keys(invitations).map((email) => withEmail(email)?.id)];
  const other = choice % 3 > 0 ? chosen(insiders, guest) : undefined;
  const account = accounts.get((isMeant ? meant.accountId : other) ?? '') ?? own;
  const guestEmail = (isMeant && chosen(free, guest)?.email) || (people[guest]?.email ?? '');
  return { intent: { kind, eventId, id: ids[kind] || 1, guest: guestEmail, role }, account };
}

/** Whether an event has what a kind of operation is about. */
function isFitting(kind: Kind, event: SharedEvent): boolean {
  if (kind === 'restore' || kind === 'deleteForGood') return event.isInTrash;
  if (kind === 'accept' || kind === 'decline') return Object.keys(event.invitations).length > 0;
  if (kind === 'remove') return idsOfShares(event).length > 0;
  return isOwnerKind(kind) && kind !== 'setRole' ? !event.isInTrash : Object.keys(event.roles).length > 0;
}

/** The ids of memberships and invitations. */
const idsOfShares = ({ roles, invitations }: SharedEvent): number[] => [
  ...Object.values(roles).map(({ m }) => m),
  ...Object.values(invitations).map(({ i }) => i),
];
