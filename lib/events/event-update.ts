import { Update } from '../dynamodb/changes.ts';
import { anyOf, equals, exists, isAbsent, isOneOf } from '../dynamodb/conditions.ts';
import type { Path } from '../dynamodb/expression.ts';
import { eventKey, headPath, rolePath, sharingPath, versionPath } from '../dynamodb/keys.ts';
import { once } from '../dynamodb/marks.ts';
import { NotFoundError, PreconditionError } from '../errors.ts';
import { DEFAULT_DIGITS, type Digits } from '../money/amount.ts';
import { type EventAccess, notAllowed } from './access.ts';
import { type StoredBudget, sumChanges } from './budget.ts';

/** An event that is about to be written. */
export interface Target extends EventAccess {
  /** Of the write. Among the event's last writes it prevents that one is done twice, and tells that it was done. */
  mark: string;
}

/** Changes an event, or something that belongs to it. */
export class EventUpdate extends Update {
  constructor({ ownerId, eventId, member, mark }: Target) {
    super(eventKey({ ownerId, eventId }));
    once(this.require(exists(versionPath), noEvent), mark);
    if (member)
      this.require(isOneOf(rolePath(member.accountId), member.roles), () => notAllowed(member.roles));
    this.increase(versionPath, 1).set(headPath('updated_at'), Date.now());
  }

  /** Requires that the event's amounts have these digits. */
  assumeDigits(digits: Digits): this {
    const path = headPath('digits');
    return this.require(
      digits === DEFAULT_DIGITS ? anyOf(isAbsent(path), equals(path, digits)) : equals(path, digits),
    );
  }

  /** Requires that the event has so many guests. */
  assumeGuests(guests: number): this {
    const path = headPath('guests');
    return this.require(guests === 0 ? anyOf(isAbsent(path), equals(path, 0)) : equals(path, guests));
  }

  /** Takes what budgets added to the event's sums out of them, and adds what they add now. */
  changeSums(before: StoredBudget[], after: StoredBudget[]): this {
    for (const { sum, removed, added } of sumChanges(before, after)) {
      this.add(headPath(`${sum}_added`), added).add(headPath(`${sum}_removed`), removed);
    }
    return this;
  }

  /** For a change of the members or the invited. */
  raiseSharing(): this {
    return this.increase(sharingPath, 1);
  }

  /** Requires one of the versions that a caller names, or any if undefined. */
  requireVersion(path: Path, versions: readonly number[] | undefined): this {
    return versions ? this.require(isOneOf(path, versions), () => otherVersion(versions)) : this;
  }
}

export const noEvent = (): NotFoundError => new NotFoundError('There is no such event');

export const otherVersion = (versions: readonly number[]): PreconditionError =>
  new PreconditionError(versions);
