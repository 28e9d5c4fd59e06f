import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { firstWrites, newMark, REMEMBERED_WRITES, remember } from '../../../lib/dynamodb/marks.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { putItem } from '../../support/put-items.ts';

let key: ReturnType<typeof accountKey>;
beforeEach(async () => {
  key = accountKey(randomUUID());
  await putItem(key, { writes: firstWrites('first'), value: 0 });
});

it('a write is remembered with three others, newest first', async () => {
  const marks = Array.from({ length: REMEMBERED_WRITES + 1 }, (_, n) => `mark ${n}`);
  for (const [n, mark] of marks.entries()) {
    await send(remember(new Update(key).set(['value'], n), mark));
    const before = Array(REMEMBERED_WRITES).fill('first');
    const writes = [...marks.slice(0, n + 1).reverse(), ...before].slice(0, REMEMBERED_WRITES);
    expect(await getItem(key)).toMatchObject({ value: n, writes });
  }
});

it('marks are short, and no two are the same', () => {
  const marks = Array.from({ length: 1_000 }, newMark);
  for (const mark of marks) expect(mark).toMatch(/^[\w-]{12}$/);
  expect(new Set(marks).size).toBe(marks.length);
});
