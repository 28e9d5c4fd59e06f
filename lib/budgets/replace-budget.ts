import { isDeepStrictEqual } from 'node:util';
import { equals } from '../dynamodb/conditions.ts';
import { budgetPath, budgetVersionPath, versionPath } from '../dynamodb/keys.ts';
import { type Budget, storedOf } from '../events/budget.ts';
import { EventUpdate, type Target } from '../events/event-update.ts';

/** Writes what has changed of a budget that was read. Requires that it has no other version since. */
export function replaceBudget(target: Target, before: Budget, after: Budget): EventUpdate {
  const path = budgetPath(before.id);
  const version = budgetVersionPath(before.id);
  const [old, stored] = [storedOf(before), storedOf(after)];
  const update = new EventUpdate(target)
    .require(equals(version, before.version))
    // The event's new version, which a resend knows even if the first response was lost.
    .setToSum(version, versionPath, 1)
    .changeSums([old], [stored]);
  const [had, has] = [new Map(Object.entries(old)), new Map(Object.entries(stored))];
  for (const [name, value] of has) {
    if (!isDeepStrictEqual(value, had.get(name))) update.set([...path, name], value);
  }
  for (const name of had.keys()) {
    if (!has.has(name)) update.remove([...path, name]);
  }
  return update;
}
