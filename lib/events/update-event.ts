import { assumedDigits, DEFAULT_DIGITS, type Digits, minorUnits, requireDigits } from '../amount.ts';
import type { Conditions } from '../dynamodb/conditions.ts';
import { headPath } from '../dynamodb/keys.ts';
import { ConflictError, eventTooLarge } from '../errors.ts';
import { problem } from '../problem.ts';
import type { EventChanges } from './event-fields.ts';
import { EventWrite, versionPath, type WriteOutcome } from './event-write.ts';
import { type Head, headItem } from './head.ts';
import type { EventAccess } from './roles.ts';

const CURRENCY = headPath('currency');
const LIMIT = headPath('limit_cents');

const currencyInUse = () =>
  new ConflictError('currency', problem('in_use', "can't be changed while the event has budgets"));

const limitMissing = () =>
  new ConflictError(
    'limit_amount',
    problem('blank', 'must be sent with another currency, because the event has a limit'),
  );

/** Why an event may not take changes. */
export const updateConflicts = [eventTooLarge, currencyInUse, limitMissing];

/** The amounts of changes whose digits are not known yet: those without a currency. */
export const amountsOf = ({ currency, limit_amount }: EventChanges) =>
  currency === undefined ? { limit_amount } : {};

/**
 * Updates an event if it has one of these versions, or any if undefined. Assumes the digits of its currency if the changes
 * don't set it. Throws {@link ConflictError} if the currency can't be changed.
 */
export async function updateEvent(
  event: EventAccess,
  changes: EventChanges,
  versions?: number[],
  digits = digitsFor(changes),
): Promise<WriteOutcome | 'no event'> {
  const { currency, limit_amount, ...texts } = changes;
  requireDigits({ limit_amount }, digits);
  const write = new EventWrite(event);
  for (const [name, value] of Object.entries(texts)) write.set(headPath(name), value);
  if (currency !== undefined) setCurrency(write, changes);
  else if (typeof limit_amount === 'number') write.ifDigits(digits, { limit_amount });
  if (limit_amount === null) write.remove(LIMIT);
  if (typeof limit_amount === 'number') write.set(LIMIT, minorUnits(limit_amount, digits));
  const outcome = await write.sendIf(versionPath, versions, (item, isCurrent) => {
    if (!isCurrent) return undefined;
    const { head } = headItem.parse(item);
    requireChangeable(head, changes);
    return write.otherDigits(item);
  });
  if (outcome === 'missing') return 'no event';
  if (typeof outcome !== 'object' || 'version' in outcome) return outcome;
  return updateEvent(event, changes, versions, outcome.digits);
}

const digitsFor = ({ currency, limit_amount }: EventChanges): Digits =>
  currency === undefined ? assumedDigits({ limit_amount }) : (currency?.digits ?? DEFAULT_DIGITS);

/** Sets or clears the currency if the event has no amounts in another one. */
function setCurrency(write: EventWrite, { currency, limit_amount }: EventChanges): void {
  if (currency) write.set(CURRENCY, currency.code).set(headPath('digits'), currency.digits);
  else write.remove(CURRENCY).remove(headPath('digits'));
  const isSame = (head: Conditions) =>
    currency
      ? head.ifEquals(CURRENCY, currency.code).ifEquals(headPath('digits'), currency.digits)
      : head.ifAbsent(CURRENCY);
  const isWithoutAmounts = (head: Conditions) => {
    head.ifEquals(headPath('budgets_count'), 0);
    if (limit_amount === undefined) head.ifAbsent(LIMIT);
  };
  write.ifAny(isSame, isWithoutAmounts);
}

function requireChangeable(head: Head, { currency, limit_amount }: EventChanges): void {
  const isSame = head.currency === currency?.code && head.digits === currency?.digits;
  if (currency === undefined || isSame) return;
  if (head.budgets_count > 0) throw currencyInUse();
  if (limit_amount === undefined && head.limit_cents !== undefined) throw limitMissing();
}
