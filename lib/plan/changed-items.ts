import { isDeepStrictEqual } from 'node:util';
import { type Change, Delete, Put, Update } from '../dynamodb/changes.ts';
import { anyOf, equals, isAbsent, isAtMost } from '../dynamodb/conditions.ts';
import type { Attributes } from '../dynamodb/items.ts';
import {
  budgetPath,
  eventKey,
  headPath,
  invitationKey,
  linkKey,
  openDayPath,
  sharedKey,
  structureVersionPath,
  versionPath,
} from '../dynamodb/keys.ts';
import { remember, writeIdsAfter } from '../dynamodb/write-ids.ts';
import { type Author, storedAuthor } from './access.ts';
import type { Budget } from './budget.ts';
import { type Event, MAX_BUDGETS, referenceTo, storedEvent } from './event.ts';
import { type Membership, toLinkItem } from './head.ts';
import { type Invitation, toInvitationItem } from './invitation.ts';
import { alreadyMember, type FoundEvent } from './repository.ts';
import { budgetVersionPath, isMap, storedBudget, storedMap } from './stored-budget.ts';
import { SUMS } from './sums.ts';

/** A write of an event, as it was decided. */
interface Decided {
  found: FoundEvent;
  after: Event;
  /** Id of the write. */
  writeId: string;
  /** Author of the write, or `undefined` if nothing of its account may remain. */
  author: Author | undefined;
}

/** A decision on one budget. */
type DecidedBudget = Decided & { author: Author };

/**
 * The changes that make one event of another, give it another owner, or delete it: that of its item, and those of the items that
 * follow from it. They require the event's version.
 */
export const changedItems = ({
  after,
  ...others
}: Omit<Decided, 'after'> & { after: Event | undefined }): [Change, ...Change[]] => {
  const { event: before } = others.found;
  const put = after && putOf({ ...others, after });
  const isMoved = isHandedOver(before, after);
  const change = put && !isMoved ? put : new Delete(eventKey(referenceTo(before)));
  return [
    change.require(equals(versionPath, before.version)),
    ...(put && isMoved ? [put.require(isAbsent(['PK']), alreadyMember)] : []),
    ...pointerChanges(before, after),
    ...invitationChanges(before, after),
    ...linkChanges(before, after),
  ];
};

/** Returns whether an event gets another owner, and so another key. All that leads to it has to lead to the new one then. */
const isHandedOver = (before: Event, after: Event | undefined): after is Event =>
  after !== undefined && after.ownerId !== before.ownerId;

/** Puts the event whole. It raises the frame, because it may change any budget. */
function putOf({ found: { event: before, item, writes }, after, writeId, author }: Decided): Put {
  const [was, is] = [new Set(before.budgets), new Set(after.budgets)];
  // The others are stored as they are.
  const changed = withDifference(
    item,
    storedEvent({ ...before, budgets: before.budgets.filter((budget) => !is.has(budget)) }),
    storedEvent({
      ...after,
      frame: before.frame + 1,
      budgets: after.budgets.filter((budget) => !was.has(budget)),
    }),
  );
  return new Put(eventKey(referenceTo(after)), {
    ...changed,
    writes: writeIdsAfter(writes, writeId),
    author: author && storedAuthor(author),
  });
}

/** Applies the difference of two items to the stored one. Attributes of a newer version of the service stay. */
function withDifference(stored: Attributes, was: Attributes, is: Attributes): Attributes {
  const changed = { ...stored };
  for (const name of Object.keys({ ...was, ...is })) {
    const [value, before, after] = [stored[name], was[name], is[name]];
    if (isMap(value) && isMap(before) && isMap(after)) changed[name] = withDifference(value, before, after);
    else if (!isDeepStrictEqual(before, after)) changed[name] = after;
  }
  return changed;
}

/** Changes a budget, or deletes it. Requires its version and the frame. */
export function changedBudgetOf(decided: DecidedBudget, was: Budget, is: Budget | undefined): Update {
  const { item } = decided.found;
  const path = budgetPath(was.id);
  const update = updateOf(decided).require(equals(budgetVersionPath(was.id), was.version));
  // A deletion raises it so that a create of the budget, which arrives late, does nothing.
  if (!is) return update.remove(path).increase(structureVersionPath, 1);
  const stored = storedMap.parse(storedMap.parse(item['budgets'])[was.id]);
  return update.set(path, withDifference(stored, storedBudget(was), storedBudget(is)));
}

/** Adds a budget. Requires the frame, that its id is free and that there is room for it, and maybe the event's version. */
export function addedBudget(decided: DecidedBudget, budget: Budget, needsVersion: boolean): Update {
  const path = budgetPath(budget.id);
  const update = updateOf(decided)
    .require(isAbsent(path))
    .require(isAtMost(headPath('budgets_count'), MAX_BUDGETS - 1))
    .set(path, storedBudget(budget));
  return needsVersion ? update.require(equals(versionPath, decided.found.version)) : update;
}

/** The common part of a budget's changes: they add to the sums, so that other budgets may be changed at the same time. */
function updateOf({ found, after, writeId, author }: DecidedBudget): Update {
  const { event: before } = found;
  const update = new Update(eventKey(referenceTo(before)))
    .require(equals(structureVersionPath, before.frame))
    .increase(versionPath, 1)
    .set(headPath('updated_at'), after.updated_at)
    .set(['author'], storedAuthor(author));
  for (const name of SUMS) {
    const by = after[name] - before[name];
    if (by !== 0) update.add(headPath(name), by);
  }
  for (const day of Object.keys({ ...before.open_days, ...after.open_days })) {
    const by = (after.open_days[day] ?? 0) - (before.open_days[day] ?? 0);
    if (by !== 0) update.add(openDayPath(day), by);
  }
  return remember(update, writeId);
}

/** A pointer is there exactly while its account is a member. */
function pointerChanges(before: Event, after: Event | undefined): Change[] {
  const { id, members } = before;
  const { ownerId, members: is } = after ?? { ...before, members: [] };
  const isMoved = isHandedOver(before, after);
  const isSame = (one: Membership, other: Membership) => one.accountId === other.accountId;
  const pointer = (member: Membership) => ({
    head_id: id,
    head: { owner_id: ownerId, membership_id: member.id },
  });
  const isOurs = anyOf(isAbsent(['PK']), equals(headPath('owner_id'), before.ownerId));
  return [
    ...(isMoved
      ? // Even one that leads to another event of this id would be in the way.
        [new Delete(sharedKey(ownerId, id)).require(isOurs, alreadyMember)]
      : without(members, is, isSame).map(({ accountId }) => new Delete(sharedKey(accountId, id)))),
    ...without(is, isMoved ? [] : members, isSame).map((member) =>
      new Put(sharedKey(member.accountId, id), pointer(member)).require(isOurs, alreadyMember),
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
    // After a handover, the items that are there lead to the former owner.
    ...without(is, isHandedOver(before, after) ? [] : was, isSame).map((invitation) =>
      new Put(
        invitationKey(invitation.email, invitation.id),
        toInvitationItem(after ?? before, invitation),
      ).require(anyOf(isAbsent(['PK']), equals(['owner_id'], before.ownerId))),
    ),
  ];
}

/** The item of a share link is there exactly while the event names the link, until that expires. */
function linkChanges({ share_link: was }: Event, after: Event | undefined): Change[] {
  const is = after?.share_link;
  if (was?.id === is?.id) return [];
  return [
    ...(was ? [new Delete(linkKey(was.id))] : []),
    ...(after && is
      ? [new Put(linkKey(is.id), toLinkItem(referenceTo(after), is)).require(isAbsent(['PK']))]
      : []),
  ];
}

const without = <Entry>(
  some: Entry[],
  others: Entry[],
  isSame: (one: Entry, other: Entry) => boolean,
): Entry[] => some.filter((one) => !others.some((other) => isSame(one, other)));
