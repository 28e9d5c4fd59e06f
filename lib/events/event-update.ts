import { Update } from '../dynamodb/changes.ts';
import { anyOf, equals, exists, isAbsent, isOneOf } from '../dynamodb/conditions.ts';
import type { Path } from '../dynamodb/expression.ts';
import { eventKey, headPath, rolePath, sharingPath, versionPath } from '../dynamodb/keys.ts';
import { once } from '../dynamodb/marks.ts';
import { NotFoundError, PreconditionError } from '../errors.ts';
import { DEFAULT_DIGITS, type Digits } from '../money/amount.ts';
import { type EventAccess, notAllowed } from './access.ts';

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
