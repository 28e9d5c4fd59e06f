import { describe, expect, it } from 'vitest';
import { getItem } from '../../../lib/dynamodb/client.ts';
import { deleteIfPresent, putIfAbsent, updateIfPresent } from '../../../lib/dynamodb/conditions.ts';

let keys = 0;
const newKey = () => ({ PK: `TEST#${++keys}`, SK: 'TEST' });

describe('putIfAbsent', () => {
  it('writes an item where there is none', async () => {
    const key = newKey();
    expect(await putIfAbsent(key, { mark: 'a' }, 'mark')).toBe(true);
    expect(await getItem(key)).toEqual({ ...key, mark: 'a' });
  });

  it('is false where another write was first, and leaves its item alone', async () => {
    const key = newKey();
    await putIfAbsent(key, { mark: 'a' }, 'mark');
    expect(await putIfAbsent(key, { mark: 'b' }, 'mark')).toBe(false);
    expect(await getItem(key)).toEqual({ ...key, mark: 'a' });
  });

  it('is true for its own item, met again after a lost answer', async () => {
    const key = newKey();
    await putIfAbsent(key, { mark: 'a' }, 'mark');
    expect(await putIfAbsent(key, { mark: 'a' }, 'mark')).toBe(true);
  });
});

describe('updateIfPresent', () => {
  it('sets attributes, reserved words too, and leaves the others', async () => {
    const key = newKey();
    await putIfAbsent(key, { mark: 'a', name: 'x' }, 'mark');
    expect(await updateIfPresent(key, { name: 'y', size: 1 })).toBe(true);
    expect(await getItem(key)).toEqual({ ...key, mark: 'a', name: 'y', size: 1 });
  });

  it('is false where there is no item, and makes none', async () => {
    const key = newKey();
    expect(await updateIfPresent(key, { name: 'y' })).toBe(false);
    expect(await getItem(key)).toBeUndefined();
  });
});

describe('deleteIfPresent', () => {
  it('removes an item once', async () => {
    const key = newKey();
    await putIfAbsent(key, { mark: 'a' }, 'mark');
    expect(await deleteIfPresent(key)).toBe(true);
    expect(await deleteIfPresent(key)).toBe(false);
    expect(await getItem(key)).toBeUndefined();
  });
});
