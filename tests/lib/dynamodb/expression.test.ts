import { expect, it } from 'vitest';
import { Expression } from '../../../lib/dynamodb/expression.ts';

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
