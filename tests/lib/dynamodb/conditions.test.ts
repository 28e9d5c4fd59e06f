import { describe, expect, it } from 'vitest';
import {
  allOf,
  anyOf,
  Check,
  type Condition,
  equals,
  exists,
  isAbove,
  isAbsent,
  isAtMost,
  isBelow,
} from '../../../lib/dynamodb/changes.ts';
import type { Attributes } from '../../../lib/dynamodb/items.ts';
import { FailedConditions, send } from '../../../lib/dynamodb/send.ts';
import { putItem } from '../../support/table.ts';

type Item = Attributes | undefined;

let keys = 0;

/** Whether a condition holds for an item, or without one. */
async function holds(condition: Condition, item: Item): Promise<boolean> {
  const key = { PK: `CONDITION#${++keys}`, SK: 'TEST' };
  if (item) await putItem(key, item);
  return !((await send(new Check(key).require(condition))) instanceof FailedConditions);
}

const x = (value: unknown) => ({ x: value });
const X = ['x'];
/** No item, no attribute, and what isn't a number. */
const noNumbers: Item[] = [undefined, {}, x(null), x(true), x('5'), x([5]), { y: 5 }];

describe.each<[name: string, condition: Condition, met: Item[], unmet: Item[]]>([
  ['exists', exists(X), [x(0), x(''), x(null), x({})], [undefined, {}, { y: 1 }]],
  ['exists, deeper', exists(['map', 'x']), [{ map: x(1) }], [undefined, x(1), { map: {} }, { map: 1 }]],
  ['is absent', isAbsent(X), [undefined, {}, { y: 1 }], [x(0), x(null)]],
  ['equals', equals(X, 5), [x(5)], [...noNumbers, x(4)]],
  ['equals text', equals(X, 'a'), [x('a')], [undefined, {}, x('A'), x('')]],
  ['is below', isBelow(X, 5), [x(4), x(-7)], [...noNumbers, x(5)]],
  ['is at most', isAtMost(X, 5), [x(5), x(0)], [...noNumbers, x(6)]],
  ['is above', isAbove(X, 5), [x(6)], [...noNumbers, x(5)]],
  ['all of', allOf(isAbove(X, 1), isBelow(X, 5)), [x(2), x(4)], [...noNumbers, x(1), x(5)]],
  ['any of', anyOf(isAbsent(X), equals(X, 5)), [undefined, {}, x(5)], [x(4), x('5')]],
  [
    'all of any of',
    allOf(anyOf(equals(X, 1), equals(X, 2)), exists(['y'])),
    [
      { x: 1, y: 1 },
      { x: 2, y: 1 },
    ],
    [x(1), { x: 3, y: 1 }],
  ],
])('%s', (_, condition, met, unmet) => {
  it('holds', async () => {
    for (const item of met) expect(await holds(condition, item), JSON.stringify(item)).toBe(true);
  });

  it('does not hold', async () => {
    for (const item of unmet) expect(await holds(condition, item), JSON.stringify(item)).toBe(false);
  });
});
