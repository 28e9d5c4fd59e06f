import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Check, Put } from '../../../lib/dynamodb/changes.ts';
import {
  allOf,
  anyOf,
  type Condition,
  equals,
  exists,
  hasAtMost,
  isAbove,
  isAbsent,
  isAtMost,
  isBelow,
  isEmpty,
  isOneOf,
  lacks,
} from '../../../lib/dynamodb/conditions.ts';
import { Expression, type Path } from '../../../lib/dynamodb/expression.ts';
import { type Attributes, getItem } from '../../../lib/dynamodb/items.ts';
import { Failure, send } from '../../../lib/dynamodb/send.ts';
import { putItem } from '../../support/put-items.ts';
import { scaled } from '../../support/scale.ts';

let keys = 0;
const newKey = () => ({ PK: `CONDITION#${++keys}`, SK: 'TEST' });

type Item = Attributes | undefined;

/** Stores an item under a new key. */
async function stored(item: Item) {
  const key = newKey();
  if (item) await putItem(key, item);
  return { key, item: await getItem(key) };
}

/** Expects that a condition holds or not, to DynamoDB and of the item at hand, be it read or returned by a write. */
async function expectToHold(condition: Condition, given: Item, expected: boolean): Promise<void> {
  const { key, item } = await stored(given);
  const check = new Check(key).require(condition);
  const outcome = await send(check);
  expect([!(outcome instanceof Failure), condition.holds(item)], inspect(given)).toEqual([
    expected,
    expected,
  ]);
  if (outcome instanceof Failure) expect(outcome.itemOf(check)).toEqual(item);
}

const x = (value: unknown) => ({ x: value });
const X = ['x'];
/** No item, no attribute, and what isn't a number. */
const noNumbers = [undefined, {}, x(null), x(true), x('5'), x(''), x([]), x([5]), x({}), { y: 5 }];

describe.each<[name: string, condition: Condition, met: Item[], unmet: Item[]]>([
  [
    'exists',
    exists(X),
    [x(0), x(''), x(null), x(false), x([]), x({}), { x: 1, y: 1 }],
    [undefined, {}, { y: 1 }],
  ],
  ['exists, of an item', exists(['PK']), [{}], [undefined]],
  ['isAbsent', isAbsent(X), [undefined, {}, { y: 1 }], [x(0), x(''), x(null), x(false), x([]), x({})]],
  ['isAbsent, of an item', isAbsent(['PK']), [undefined], [{}]],
  [
    'exists, nested',
    exists(['x', 'y', 1, 'z']),
    [x({ y: [0, { z: null }] })],
    [
      ...[undefined, {}, x(null), x('y'), x(7), x([{ y: 1 }])],
      ...[x({}), x({ y: 'ab' }), x({ y: [{ z: 1 }] }), x({ y: ['z', 'z'] }), x({ y: [0, [{ z: 1 }]] })],
    ],
  ],
  [
    'isAbsent, nested',
    isAbsent(['x', 'y']),
    [undefined, {}, x(null), x('y'), x(7), x(['y']), x([{ y: 1 }]), x({}), { y: 1 }],
    [x({ y: 0 }), x({ y: null }), x({ y: {} })],
  ],
  [
    'exists, of the first entry of a list',
    exists(['x', 0]),
    [x([null]), x([1, 2])],
    [undefined, {}, x([]), x('ab'), x(7), x({}), x({ y: 1 })],
  ],
  [
    'isAbsent, of a name that lists and text have in JavaScript',
    isAbsent(['x', 'length']),
    [undefined, {}, x([1]), x('ab'), x({}), x(7)],
    [x({ length: 0 })],
  ],
  ['exists, of a name that is a number', exists(['x', '0']), [x({ 0: 1 })], [x([1]), x('ab')]],
  ['equals text', equals(X, 'a'), [x('a')], [undefined, {}, x('A'), x('ab'), x(['a']), x(null), x({ a: 1 })]],
  ['equals a number', equals(X, 5), [x(5)], [undefined, {}, x(5.5), x('5'), x([5]), x(-5), x(null)]],
  ['equals 0', equals(X, 0), [x(0)], [undefined, {}, x(''), x(false), x(null), x([])]],
  ['isBelow', isBelow(X, 5), [x(4), x(4.99), x(0), x(-5)], [...noNumbers, x(5), x(2n ** 60n)]],
  ['isAtMost', isAtMost(X, 5), [x(5), x(4), x(-6)], [...noNumbers, x(5.01), x(6), x(2n ** 60n)]],
  ['isAbove', isAbove(X, 4), [x(5), x(4.01), x(2n ** 60n)], [...noNumbers, x(4), x(-5)]],
  [
    'isEmpty',
    isEmpty(X),
    [x({}), x([])],
    [undefined, {}, x({ y: 1 }), x({ y: null }), x([null]), x(null), x(0), x(false), x('a')],
  ],
  // Empty text has no size in dynalite.
  [
    'hasAtMost',
    hasAtMost(X, 2),
    [x({}), x({ a: 1 }), x({ a: 1, b: null }), x([]), x([1, 2]), x([[1, 2, 3]]), x('a'), x('ab'), x('ßß')],
    [
      ...[undefined, {}, { y: {} }, x(null), x(true), x(0), x(2)],
      ...[x({ a: 1, b: 1, c: 1 }), x([1, 2, 3]), x('abc')],
    ],
  ],
  [
    'isOneOf',
    isOneOf(X, ['a', 5]),
    [x('a'), x(5)],
    [undefined, {}, x('b'), x('5'), x(4), x(['a']), x({ a: 5 }), x(null)],
  ],
  ['isOneOf one', isOneOf(X, [5]), [x(5)], [undefined, x(4)]],
  [
    'isOneOf a hundred',
    isOneOf(
      X,
      Array.from({ length: 100 }, (_, n) => n),
    ),
    [x(0), x(99)],
    [undefined, x(100)],
  ],
  [
    'lacks',
    lacks(X, 'a'),
    [undefined, {}, x([]), x(['b']), x(['ab']), x([['a']]), x({ a: 'a' }), x(7)],
    [x(['a']), x(['b', 'a', 'b'])],
  ],
  [
    'allOf',
    allOf(equals(X, 5), isAbsent(['y'])),
    [x(5)],
    [undefined, x(4), { x: 5, y: 1 }, { x: 4, y: 1 }, { y: 1 }],
  ],
  [
    'anyOf',
    anyOf(equals(X, 5), isAbsent(['y'])),
    [undefined, {}, x(5), x(4), { x: 5, y: 1 }],
    [{ x: 4, y: 1 }, { y: 1 }],
  ],
  [
    'anyOf with allOf in it',
    anyOf(isAbsent(['PK']), allOf(isAbove(X, 5), isBelow(['y'], 3))),
    [undefined, { x: 6, y: 2 }],
    [{}, { x: 6, y: 3 }, { x: 5, y: 2 }],
  ],
  [
    'allOf with anyOf in it',
    allOf(anyOf(isAbsent(X), equals(X, 2)), lacks(['y'], 'a')),
    [undefined, {}, x(2), { y: ['b'] }],
    [x(3), { y: ['a'] }, { x: 2, y: ['a'] }],
  ],
])('%s', (_, condition, met, unmet) => {
  it('holds', async () => {
    for (const item of met) await expectToHold(condition, item, true);
  });

  it('does not hold', async () => {
    for (const item of unmet) await expectToHold(condition, item, false);
  });
});

describe.each([
  ...['name', 'size', 'value', 'and', 'not', 'attribute_exists', 'items', 'date'],
  ...['a.b', 'a[0]', '#n0', ':v0', ' ', 'ß', '🎈', 'ada@example.com', '7'],
  ...['constructor', 'toString', 'hasOwnProperty', 'prototype', 'length'],
])('the name %j', (name) => {
  // The SDK stores no object that has a constructor of its own, but a Map.
  const item = { [name]: 5, x: new Map([[name, 7]]) };

  it('is that of an attribute and of an entry', async () => {
    await expectToHold(allOf(exists([name]), equals([name], 5), isAbove([name], 4)), item, true);
    await expectToHold(allOf(exists(['x', name]), isOneOf(['x', name], [6, 7])), item, true);
    await expectToHold(equals(['x', name], 5), item, false);
  });

  it('is absent from an item that does not have it', async () => {
    for (const given of [undefined, {}, x({}), x({ y: 1 }), x([1]), x('text')]) {
      await expectToHold(allOf(isAbsent([name]), isAbsent(['x', name])), given, true);
      await expectToHold(anyOf(exists([name]), exists(['x', name])), given, false);
    }
  });
});

/** The SDK can't store it. */
it('the name __proto__ is absent from each item', async () => {
  for (const given of [undefined, {}, x({}), x([])]) {
    for (const path of [['__proto__'], ['x', '__proto__'], ['x', '__proto__', 'constructor']]) {
      await expectToHold(isAbsent(path), given, true);
      await expectToHold(exists(path), given, false);
    }
  }
});

/** Items of a few attributes that conditions are about. */
const value = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.constantFrom('a', 'b', 'abc', true, null),
  fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('x', 'name'), fc.integer({ min: -2, max: 2 }), { noNullPrototype: true }),
);
const names = ['x', 'name', 'constructor'] as const;
const item = fc.option(
  fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }),
  {
    nil: undefined,
  },
);

const path: fc.Arbitrary<Path> = fc.oneof(
  fc.tuple(fc.constantFrom(...names, 'PK')),
  fc.tuple(fc.constantFrom(...names), fc.constantFrom('x', 'name', 'length')),
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(0, 1)),
);
const number = fc.integer({ min: -3, max: 3 });
const operand = fc.oneof(number, fc.constantFrom('a', 'b'));

const simple: fc.Arbitrary<Condition> = fc.oneof(
  path.map(exists),
  path.map(isAbsent),
  path.map(isEmpty),
  fc.tuple(path, fc.integer({ min: 0, max: 2 })).map((of) => hasAtMost(...of)),
  fc.tuple(path, operand).map((of) => equals(...of)),
  fc.tuple(path, number).map((of) => isBelow(...of)),
  fc.tuple(path, number).map((of) => isAtMost(...of)),
  fc.tuple(path, number).map((of) => isAbove(...of)),
  fc.tuple(path, fc.array(operand, { minLength: 1, maxLength: 3 })).map((of) => isOneOf(...of)),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    simple,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => allOf(...all)),
    // DynamoDB rejects redundant parentheses.
    fc.array(tie('condition'), { minLength: 2, maxLength: 3 }).map((any) => anyOf(...any)),
  ),
}));

/** The condition as DynamoDB gets it, for the message of a failure. */
const textOf = (condition: Condition): string => {
  const expression = new Expression();
  return JSON.stringify([condition.toText(expression), expression.names, expression.values]);
};

it('any conditions of any item hold exactly if the database makes a write that requires them', async () => {
  const counts = { met: 0, unmet: 0 };
  const property = fc.asyncProperty(
    item,
    fc.array(condition, { minLength: 1, maxLength: 3 }),
    async (given, conditions) => {
      const { key, item: found } = await stored(given);
      const put = new Put(key, { ...given, isWritten: true });
      for (const each of conditions) put.require(each);
      const isMet = !((await send(put)) instanceof Failure);
      counts[isMet ? 'met' : 'unmet'] += 1;
      expect(put.isMetBy(found), conditions.map(textOf).join()).toBe(isMet);
      expect(conditions.every(({ holds }) => holds(found))).toBe(isMet);
      // The write was made, or nothing was changed.
      expect((await getItem(key)) ?? {}).toEqual(
        isMet ? { ...given, ...key, isWritten: true } : (found ?? {}),
      );
    },
  );
  const numRuns = scaled(1_000, 300);
  await fc.assert(property, { numRuns });
  // Neither is rare: one in twelve is met.
  expect(Math.min(counts.met, counts.unmet)).toBeGreaterThan(numRuns / 50);
});
