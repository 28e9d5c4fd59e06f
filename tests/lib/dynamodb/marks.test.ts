import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { firstWrites, newMark, once, REMEMBERED_WRITES } from '../../../lib/dynamodb/marks.ts';
import { Failure, send } from '../../../lib/dynamodb/send.ts';
import { putItem } from '../../support/put-items.ts';

let key: ReturnType<typeof accountKey>;
beforeEach(async () => {
  key = accountKey(randomUUID());
  await putItem(key, { writes: firstWrites('first'), value: 0 });
});

/** Sets the value under a mark. Returns whether it was done. */
const write = async (mark: string, value = 0) =>
  !((await send(once(new Update(key).set(['value'], value), mark))) instanceof Failure);

describe('a write that is to be done once', () => {
  it('is remembered with three others, newest first', async () => {
    const marks = Array.from({ length: REMEMBERED_WRITES + 1 }, (_, n) => `mark ${n}`);
    expect(await write('mark 0', 1)).toBe(true);
    expect(await getItem(key)).toMatchObject({ value: 1, writes: ['mark 0', ...Array(3).fill('first')] });
    for (const mark of marks.slice(1)) expect(await write(mark)).toBe(true);
    expect(await getItem(key)).toMatchObject({ writes: marks.slice(1).reverse() });
  });

  it('is not done again while it is remembered', async () => {
    expect(await write('own', 1)).toBe(true);
    for (let n = 1; n < REMEMBERED_WRITES; n += 1) {
      expect(await write('own', 2)).toBe(false);
      expect(await write(`other ${n}`, 1)).toBe(true);
    }
    expect(await write('own', 2)).toBe(false);
    expect(await getItem(key)).toMatchObject({ value: 1 });
    await write('one more', 1);
    expect(await write('own', 2)).toBe(true);
  });

  it('of ten at once with one mark, is done once', async () => {
    const done = await Promise.all(Array.from({ length: 10 }, (_, value) => write('own', value)));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await getItem(key)).toMatchObject({ value: done.indexOf(true) });
  });

  it('as the first of an item can’t be repeated', async () => {
    expect(await write('first', 1)).toBe(false);
    expect(await write(newMark(), 1)).toBe(true);
  });
});

it('marks are short, and no two are the same', () => {
  const marks = Array.from({ length: 1_000 }, newMark);
  for (const mark of marks) expect(mark).toMatch(/^[\w-]{12}$/);
  expect(new Set(marks).size).toBe(marks.length);
});
