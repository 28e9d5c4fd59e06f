import { expect, it } from 'vitest';
import {
  firstWriteIds,
  newWriteId,
  REMEMBERED_WRITE_IDS,
  remember,
  Update,
} from '../../../lib/dynamodb/changes.ts';
import { Expression } from '../../../lib/dynamodb/expression.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { putItem } from '../../support/table.ts';

it('a write is remembered with three others, newest first', async () => {
  const key = { PK: 'MARKS', SK: 'TEST' };
  await putItem(key, { writes: firstWriteIds('first') });
  const expected: string[] = Array(REMEMBERED_WRITE_IDS).fill('first');
  for (let n = 0; n <= REMEMBERED_WRITE_IDS; n += 1) {
    await send(remember(new Update(key), `writeId ${n}`));
    expected.unshift(`writeId ${n}`);
    expect((await getItem(key))?.['writes']).toEqual(expected.slice(0, REMEMBERED_WRITE_IDS));
  }
});

it('marks are short, and no two are the same', () => {
  const marks = Array.from({ length: 1_000 }, newWriteId);
  for (const writeId of marks) expect(writeId).toMatch(/^[\w-]{12}$/);
  expect(new Set(marks).size).toBe(marks.length);
});

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
