import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import {
  firstWriteIds,
  newWriteId,
  REMEMBERED_WRITE_IDS,
  remember,
  Update,
} from '../../../lib/dynamodb/changes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { putItem } from '../../support/put-items.ts';

let key: ReturnType<typeof accountKey>;
beforeEach(async () => {
  key = accountKey(randomUUID());
  await putItem(key, { writes: firstWriteIds('first'), value: 0 });
});

it('a write is remembered with three others, newest first', async () => {
  const marks = Array.from({ length: REMEMBERED_WRITE_IDS + 1 }, (_, n) => `writeId ${n}`);
  for (const [n, writeId] of marks.entries()) {
    await send(remember(new Update(key).set(['value'], n), writeId));
    const before = Array(REMEMBERED_WRITE_IDS).fill('first');
    const writes = [...marks.slice(0, n + 1).reverse(), ...before].slice(0, REMEMBERED_WRITE_IDS);
    expect(await getItem(key)).toMatchObject({ value: n, writes });
  }
});

it('marks are short, and no two are the same', () => {
  const marks = Array.from({ length: 1_000 }, newWriteId);
  for (const writeId of marks) expect(writeId).toMatch(/^[\w-]{12}$/);
  expect(new Set(marks).size).toBe(marks.length);
});
