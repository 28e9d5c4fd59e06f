import { describe, expect, it } from 'vitest';
import { deleteIfEquals, putIfAbsent } from '../../../lib/dynamodb/conditional-writes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';

let keys = 0;
const newKey = () => ({ PK: `TEST#${++keys}`, SK: 'TEST' });

describe('putIfAbsent', () => {
  it('puts an item if the key does not exist', async () => {
    const key = newKey();
    expect(await putIfAbsent(key, { mark: 'a' }, 'mark')).toBe('done');
    expect(await getItem(key)).toEqual({ ...key, mark: 'a' });
  });

  it('returns exists if there is another item, and leaves it unchanged', async () => {
    const key = newKey();
    await putIfAbsent(key, { mark: 'a' }, 'mark');
    expect(await putIfAbsent(key, { mark: 'b' }, 'mark')).toBe('exists');
    expect(await getItem(key)).toEqual({ ...key, mark: 'a' });
  });

  it('returns done for its own item on a retry after a lost response', async () => {
    const key = newKey();
    await putIfAbsent(key, { mark: 'a' }, 'mark');
    expect(await putIfAbsent(key, { mark: 'a' }, 'mark')).toBe('done');
  });
});

describe('deleteIfEquals', () => {
  it('deletes an item whose attribute has the value, and returns missing the second time', async () => {
    const key = newKey();
    await putIfAbsent(key, { mark: 'a' }, 'mark');
    expect(await deleteIfEquals(key, ['mark'], 'a')).toBe('done');
    expect(await deleteIfEquals(key, ['mark'], 'a')).toBe('missing');
    expect(await getItem(key)).toBeUndefined();
  });

  it('keeps an item whose attribute has another value', async () => {
    const key = newKey();
    await putIfAbsent(key, { mark: 'a' }, 'mark');
    expect(await deleteIfEquals(key, ['mark'], 'b')).toBe('missing');
    expect(await getItem(key)).toEqual({ ...key, mark: 'a' });
  });
});
