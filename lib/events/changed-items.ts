import { type Change, Check, Delete, Put, Update } from '../dynamodb/changes.ts';
import { anyOf, equals, isAbsent, isAtMost } from '../dynamodb/conditions.ts';
import type { Path } from '../dynamodb/expression.ts';
import type { Attributes } from '../dynamodb/items.ts';
import {
  budgetPath,
  eventKey,
  framePath,
  headPath,
  invitationKey,
  openDayPath,
  sharedKey,
  versionPath,
} from '../dynamodb/keys.ts';
import { remember } from '../dynamodb/marks.ts';
import { type Author, storedAuthor } from './author.ts';
import type { Budget } from './budget.ts';
import { type Event, MAX_BUDGETS, storedFields, storedPlace } from './event.ts';
import { type Membership, storedRoles } from './head.ts';
import { type Invitation, storedInvitations, toInvitationItem } from './invitation.ts';
import { alreadyMember } from './pointer.ts';
import { budgetVersionPath, storedBudget, storedMap } from './stored-budget.ts';
import { ESTIMATE_SUMS, SUMS } from './sums.ts';

/** More are written as whole maps, because DynamoDB limits the length of an expression. */
const MAX_SINGLE_DAYS = 58;

/** So many days take as much of an expression as one budget. */
const DAYS_OF_A_BUDGET = 7;

/** A decision on an event. */
interface Comparison {
  before: Event;
  /** The item that it was read from. */
  item: Attributes;
  after: Event | undefined;
  /** Of the write. */
  mark: string;
  /** Of the write; `undefined` for what is to leave nothing of its account. */
  author: Author | undefined;
  /** Whether more was decided on than the frame and the changed budgets. */
  needsVersion: boolean;
}

/**
 * The changes that make one event of another, delete it or leave it as it is: that of its item, and those of the items that
 * follow from it.
 */
export const changedItems = (comparison: Comparison): [Change, ...Change[]] => [
  changeOf(comparison),
  ...pointerChanges(comparison.before, comparison.after),
  ...invitationChanges(comparison.before, comparison.after),
];

const keyOf = ({ ownerId, id }: Event) => eventKey({ ownerId, eventId: id });

function changeOf({ before, after, ...others }: Comparison): Change {
  const isCurrent = equals(versionPath, before.version);
  if (!after) return new Delete(keyOf(before)).require(isCurrent);
  // A claim is stored only if the event is still as it was read.
  if (after === before) return new Check(keyOf(before)).require(isCurrent);
  return updateOf({ before, after, ...others });
}

/**
 * Sets only what differs. The change of a few budgets requires the frame and the versions of these budgets, so that changes
 * of different budgets at once don't meet. Any other requires the event's version.
 */
function updateOf({
  before,
  item,
  after,
  mark,
  author,
  needsVersion,
}: Comparison & { after: Event }): Update {
  const now = Date.now();
  const update = new Update(keyOf(before)).increase(versionPath, 1).set(headPath('updated_at'), now);
  remember(update, mark);
  if (author) update.set(['author'], storedAuthor(author));
  else update.remove(['author']);
  const budgets = changedBudgets(before, after, now);
  const isFrameChanged = setFrame(update, before, after);
  // A deletion raises it so that a create of the budget, which arrives late, does nothing.
  if (isFrameChanged || budgets.some(({ is }) => !is)) update.increase(framePath, 1);
  const days = changedDays(before, after);
  const areFew = DAYS_OF_A_BUDGET * budgets.length + days.length <= MAX_SINGLE_DAYS;
  if (areFew) {
    for (const budget of budgets) setBudget(update, budget);
  } else {
    update.set(['budgets'], budgetsAfter(item, budgets));
  }
  addSums(update, before, after);
  if (areFew) {
    for (const day of days) addOpenDay(update, day);
  } else if (days.length > 0) {
    update.set(headPath('open_days'), after.open_days);
  }
  if (isFrameChanged || needsVersion || !areFew || budgets.length === 0)
    return update.require(equals(versionPath, before.version));
  update.require(equals(framePath, before.frame));
  return requireUnchanged(update, budgets);
}

/** Sets all that isn't a budget. Returns whether anything differs. */
function setFrame(update: Update, before: Event, after: Event): boolean {
  const parts: [Path, Attributes, Attributes][] = [
    [[], storedPlace(before), storedPlace(after)],
    [['head'], storedFields(before), storedFields(after)],
    [headPath('roles'), storedRoles(before.members), storedRoles(after.members)],
    [['invitations'], storedInvitations(before.invitations), storedInvitations(after.invitations)],
  ];
  return parts.map(([path, was, is]) => update.setChanged(path, was, is)).includes(true);
}

/** A budget before and after. A new one was not there, and a deleted one is not. */
interface ChangedBudget {
  id: number;
  was: Budget | undefined;
  is: Budget | undefined;
}

/** A decision leaves the others as the same objects. */
function changedBudgets(before: Event, after: Event, now: number): ChangedBudget[] {
  if (before.budgets === after.budgets) return [];
  const was = byId(before.budgets);
  const is = byId(after.budgets);
  return [...new Map([...was, ...is]).keys()]
    .map((id) => ({ id, was: was.get(id), is: is.get(id) }))
    .filter(({ was, is }) => was !== is)
    .map(({ id, was, is }) => ({ id, was, is: was && is ? { ...is, updated_at: now } : is }));
}

const byId = (budgets: Budget[]) => new Map(budgets.map((budget) => [budget.id, budget]));

function setBudget(update: Update, { id, was, is }: ChangedBudget): void {
  if (!is) update.remove(budgetPath(id));
  else if (was) update.setChanged(budgetPath(id), storedBudget(was), storedBudget(is));
  else update.set(budgetPath(id), storedBudget(is));
}

/** All budgets as they are to be stored. What a newer version of the service stores in them stays. */
function budgetsAfter(item: Attributes, changed: ChangedBudget[]): Attributes {
  const budgets: Attributes = storedMap.parse(item['budgets']);
  for (const { id, is } of changed) {
    budgets[id] = is && { ...storedMap.parse(budgets[id] ?? {}), ...storedBudget(is) };
  }
  return budgets;
}

function addSums(update: Update, before: Event, after: Event): void {
  for (const name of SUMS) {
    const by = after[name] - before[name];
    if (by !== 0) update.increase(headPath(name), by);
  }
  for (const name of ESTIMATE_SUMS) {
    const by = after[name] - before[name];
    if (by !== 0) update.add(headPath(name), by);
  }
}

/** A day on which other amounts are open than before. */
interface ChangedDay {
  day: string;
  was: number;
  is: number;
}

function changedDays({ open_days: before }: Event, { open_days: after }: Event): ChangedDay[] {
  if (before === after) return [];
  return Object.keys({ ...before, ...after })
    .map((day) => ({ day, was: before[day] ?? 0, is: after[day] ?? 0 }))
    .filter(({ was, is }) => was !== is);
}

/** A day goes with its last open amount, unless another write has just added one. */
function addOpenDay(update: Update, { day, was, is }: ChangedDay): void {
  const path = openDayPath(day);
  if (is === 0) update.remove(path).require(equals(path, was));
  else update.add(path, is - was);
}

function requireUnchanged(update: Update, budgets: ChangedBudget[]): Update {
  for (const { id, was } of budgets) {
    update.require(was ? equals(budgetVersionPath(id), was.version) : isAbsent(budgetPath(id)));
  }
  const added = budgets.filter(({ was }) => !was).length;
  return added > 0 ? update.require(isAtMost(headPath('budgets_count'), MAX_BUDGETS - added)) : update;
}

/** A pointer is there exactly while its account is a member. */
function pointerChanges({ ownerId, id, members }: Event, after: Event | undefined): Change[] {
  const is = after?.members ?? [];
  const isSame = (one: Membership, other: Membership) => one.accountId === other.accountId;
  const pointer = (member: Membership) => ({
    head_id: id,
    head: { owner_id: ownerId, membership_id: member.id },
  });
  return [
    ...without(members, is, isSame).map(({ accountId }) => new Delete(sharedKey(accountId, id))),
    ...without(is, members, isSame).map((member) =>
      new Put(sharedKey(member.accountId, id), pointer(member)).require(
        anyOf(isAbsent(['PK']), equals(headPath('owner_id'), ownerId)),
        alreadyMember,
      ),
    ),
  ];
}

/** The item of an invitation is there exactly while the event has it. */
function invitationChanges(before: Event, after: Event | undefined): Change[] {
  const was = before.invitations;
  const is = after?.invitations ?? [];
  const isSame = (one: Invitation, other: Invitation) => one.id === other.id;
  return [
    ...without(was, is, isSame).map(({ email, id }) => new Delete(invitationKey(email, id))),
    ...without(is, was, isSame).map((invitation) =>
      new Put(invitationKey(invitation.email, invitation.id), toInvitationItem(before, invitation)).require(
        isAbsent(['PK']),
      ),
    ),
  ];
}

const without = <Entry>(
  some: Entry[],
  others: Entry[],
  isSame: (one: Entry, other: Entry) => boolean,
): Entry[] => some.filter((one) => !others.some((other) => isSame(one, other)));
