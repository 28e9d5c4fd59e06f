import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import {
  DEFAULT_DIGITS,
  type Digits,
  digits,
  digitsOf,
  type RequestedAmounts,
  requireDigits,
} from '../amount.ts';
import { ConditionFailedError } from '../dynamodb/client.ts';
import { type Path, valueAt } from '../dynamodb/expression.ts';
import { eventKey, headPath, rolePath } from '../dynamodb/keys.ts';
import { Update } from '../dynamodb/update.ts';
import { UnavailableError } from '../errors.ts';
import { type EventAccess, isAllowed, memberMap } from './roles.ts';

/** How many of its last writes an event remembers. */
const REMEMBERED_WRITES = 4;

/** The path of an event's version. */
export const versionPath = headPath('version');

/** The outcome of a write: the event's new version, or why nothing was written. */
export type WriteOutcome = { version: number } | 'missing' | 'changed' | 'forbidden';

const changedAttributes = z.object({ head: z.object({ version: z.int() }) });
const writtenItem = z.object({
  head: z.object({ version: z.int(), roles: memberMap, digits: z.optional(digits) }),
  writes: z.array(z.string()),
});

/** A random mark that tells a retried write from others. */
export const newMark = (): string => randomBytes(9).toString('base64url');

/** The `writes` of a new event. */
export const firstWrites = (mark: string): string[] => Array(REMEMBERED_WRITES).fill(mark);

/**
 * One `UpdateItem` of an event or one of its budgets. The SDK retries it after a lost response. Its mark among the event's
 * last writes prevents that it is done twice.
 */
export class EventWrite extends Update {
  readonly #mark = newMark();
  readonly #event: EventAccess;
  #amounts: RequestedAmounts = {};
  #digits: Digits | undefined;

  constructor(event: EventAccess) {
    super(eventKey(event));
    this.#event = event;
    const { member } = event;
    if (member) this.ifOneOf(rolePath(member.accountId), [...member.roles]);
    this.increase(versionPath, 1).set(headPath('updated_at'), Date.now()).set(['writes', 0], this.#mark);
    for (let n = 1; n < REMEMBERED_WRITES; n += 1) this.copy(['writes', n], ['writes', n - 1]);
  }

  /** Whether a write that failed was sent more than once, so that an earlier attempt may have succeeded. */
  resent = false;
  /** Whether it failed because there is no such event, or none that is shared with the member. */
  foundNoEvent = false;

  /** Requires these digits of the event. If amounts don't fit those that it has, the write throws `InvalidFieldsError`. */
  ifDigits(required: Digits, amounts: RequestedAmounts): this {
    this.#digits = required;
    this.#amounts = amounts;
    const path = headPath('digits');
    if (required !== DEFAULT_DIGITS) return this.ifEquals(path, required);
    return this.ifAny(
      (head) => head.ifAbsent(path),
      (head) => head.ifEquals(path, required),
    );
  }

  /** The digits that the event of a failed write has, if they aren't those that it required. */
  otherDigits(item: unknown): { digits: Digits } | undefined {
    const found = digitsOf(writtenItem.parse(item).head);
    return this.#digits === undefined || this.#digits === found ? undefined : { digits: found };
  }

  /**
   * Sends the write if the version at `path` exists and is one of `versions`, or any if undefined. `explain` interprets the
   * failure of another condition. Throws {@link UnavailableError} if it can't know whether the write was done.
   */
  async sendIf<Other = never>(
    path: Path,
    versions: number[] | undefined,
    explain: (item: unknown, isCurrent: boolean) => Other | undefined = () => undefined,
  ): Promise<WriteOutcome | Other> {
    this.ifExists(path).ifLacks(['writes'], this.#mark).ifOneOf(path, versions);
    const outcome = await this.sendAndReturn();
    if (!(outcome instanceof ConditionFailedError)) return changedAttributes.parse(outcome).head;
    const { item, retried } = outcome;
    this.resent = retried;
    const existing = writtenItem.safeParse(item);
    const { member } = this.#event;
    this.foundNoEvent = !existing.success;
    if (!existing.success) return 'missing';
    const { head, writes } = existing.data;
    const age = writes.indexOf(this.#mark);
    if (age >= 0) return { version: head.version - age };
    this.foundNoEvent = member !== undefined && !head.roles[member.accountId];
    if (this.foundNoEvent) return 'missing';
    requireDigits(this.#amounts, digitsOf(head));
    const version = valueAt(item, path);
    if (version === undefined) return 'missing';
    if (!isAllowed(this.#event, head.roles)) return 'forbidden';
    const isCurrent = !versions || versions.some((expected) => expected === version);
    const explanation = explain(item, isCurrent);
    if (explanation !== undefined) return explanation;
    if (!versions || isCurrent) throw new Error('A condition failed for an unknown reason');
    // What names no version is -1.
    const oldest = head.version - REMEMBERED_WRITES;
    if (retried && versions.some((named) => named >= 0 && named < oldest)) throw unknownOutcome();
    return 'changed';
  }
}

const unknownOutcome = () =>
  new UnavailableError('An event was changed too often to tell whether a retried write was done');
