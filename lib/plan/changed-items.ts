import { isDeepStrictEqual } from 'node:util';
import {
  anyOf,
  type Change,
  Delete,
  equals,
  isAbsent,
  isAtMost,
  Put,
  remember,
  Update,
  writeIdsAfter,
} from '../dynamodb/changes.ts';
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
import { type Author, storedAuthor } from './access.ts';
import type { Budget } from './budget.ts';
import { type Event, MAX_BUDGETS, referenceTo, storedEvent } from './event.ts';
import { toLinkItem } from './head.ts';
import { toInvitationItem } from './invitation.ts';
import { alreadyMember, type FoundEvent } from './repository.ts';
import { budgetVersionPath, isMap, storedBudget, storedMap } from './stored-budget.ts';
import { SUMS } from './sums.ts';

interface Decided {
  found: FoundEvent;
  after: Event;
  writeId: string;
  /** `undefined` if nothing of its account may remain. */
  author: Author | undefined;
}

type DecidedBudget = Decided & { author: Author };

/**
 * Returns the changes of the event's item, and of the items that follow from it. They require the event's version. Without an
 * `after`, it is deleted.
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

/** With another owner, an event has another key, and all that leads to it has to lead there. */
const isHandedOver = (before: Event, after: Event | undefined): after is Event =>
  after !== undefined && after.ownerId !== before.ownerId;

/** Raises the structure's version, because any budget may change. */
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

/** Changes a budget, or deletes it. Requires its version and the structure's. */
export function changedBudgetOf(decided: DecidedBudget, was: Budget, is: Budget | undefined): Update {
  const { item } = decided.found;
  const path = budgetPath(was.id);
  const update = updateOf(decided).require(equals(budgetVersionPath(was.id), was.version));
  // A create of the budget that arrives late does nothing then.
  if (!is) return update.remove(path).increase(structureVersionPath, 1);
  const stored = storedMap.parse(storedMap.parse(item['budgets'])[was.id]);
  return update.set(path, withDifference(stored, storedBudget(was), storedBudget(is)));
}

/** Requires the structure's version, that the id is free, that there is room, and maybe the event's version. */
export function addedBudget(decided: DecidedBudget, budget: Budget, needsVersion: boolean): Update {
  const path = budgetPath(budget.id);
  const update = updateOf(decided)
    .require(isAbsent(path))
    .require(isAtMost(headPath('budgets_count'), MAX_BUDGETS - 1))
    .set(path, storedBudget(budget));
  return needsVersion ? update.require(equals(versionPath, decided.found.version)) : update;
}

/** Adds to the sums, so that other budgets may be changed at the same time. */
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

/** A pointer exists exactly while its account is a member. */
function pointerChanges(before: Event, after: Event | undefined): Change[] {
  const { id, members } = before;
  const { ownerId, members: is } = after ?? { ...before, members: [] };
  const isMoved = isHandedOver(before, after);
  const isOurs = anyOf(isAbsent(['PK']), equals(headPath('owner_id'), before.ownerId));
  return [
    ...(isMoved
      ? // Even one that leads to another event of this id would conflict.
        [new Delete(sharedKey(ownerId, id)).require(isOurs, alreadyMember)]
      : without(members, is, 'accountId').map(({ accountId }) => new Delete(sharedKey(accountId, id)))),
    ...without(is, isMoved ? [] : members, 'accountId').map((member) =>
      new Put(sharedKey(member.accountId, id), {
        head_id: id,
        head: { owner_id: ownerId, membership_id: member.id },
      }).require(isOurs, alreadyMember),
    ),
  ];
}

/** The item of an invitation exists exactly while the event has it. */
function invitationChanges(before: Event, after: Event | undefined): Change[] {
  const was = before.invitations;
  const is = after?.invitations ?? [];
  return [
    ...without(was, is, 'id').map(({ email, id }) => new Delete(invitationKey(email, id))),
    // After a handover, the items lead to the former owner.
    ...without(is, isHandedOver(before, after) ? [] : was, 'id').map((invitation) =>
      new Put(
        invitationKey(invitation.email, invitation.id),
        toInvitationItem(after ?? before, invitation),
      ).require(anyOf(isAbsent(['PK']), equals(['owner_id'], before.ownerId))),
    ),
  ];
}

/** The item of a share link exists exactly while the event names the link, until that expires. */
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

/** Returns those of which no other has the same value under this key. */
const without = <Entry>(some: Entry[], others: Entry[], key: keyof Entry): Entry[] =>
  some.filter((one) => !others.some((other) => other[key] === one[key]));
