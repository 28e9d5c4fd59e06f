import { expect, it } from 'vitest';
import { Expression, type Path, valueAt } from '../../../lib/dynamodb/expression.ts';

it('an expression names each attribute once, and gives each value a placeholder', () => {
  const expression = new Expression();
  expect([expression.path(['head', 'version']), expression.path(['writes', 0, 'head'])]).toEqual([
    '#n0.#n1',
    '#n2[0].#n0',
  ]);
  expect([expression.value('x'), expression.value('x')]).toEqual([':v0', ':v1']);
  expect(expression.names).toEqual({ '#n0': 'head', '#n1': 'version', '#n2': 'writes' });
  expect(expression.values).toEqual({ ':v0': 'x', ':v1': 'x' });
});

const item = {
  list: [{ name: 1 }, 'text'],
  nothing: null,
  undefined: undefined,
  map: { 0: 'zero', length: 7 },
};

it.each<[path: Path, value: unknown]>([
  [[], item],
  [['list', 0, 'name'], 1],
  [['list', 1], 'text'],
  [['list', 2], undefined],
  [['list', 'length'], undefined],
  [['list', '0'], undefined],
  [['list', 1, 0], undefined],
  [['map', '0'], 'zero'],
  [['map', 0], undefined],
  [['map', 'length'], 7],
  [['map', 'toString'], undefined],
  [['nothing'], null],
  [['nothing', 'name'], undefined],
  [['undefined'], undefined],
  [['constructor'], undefined],
  [['__proto__'], undefined],
])('at %j of an item is %j', (path, value) => {
  expect(valueAt(item, path)).toBe(value);
});

it('at any path of no item is nothing', () => {
  expect(valueAt(undefined, ['list', 0])).toBeUndefined();
  expect(valueAt(undefined, [])).toBeUndefined();
});
