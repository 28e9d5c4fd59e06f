import { describe, expect, it } from 'vitest';
import { putIfAbsent } from '../../../lib/dynamodb/conditional-writes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { Update } from '../../../lib/dynamodb/update.ts';

let keys = 0;
const newKey = () => ({ PK: `UPDATE#${++keys}`, SK: 'TEST' });

async function newItem(attributes: Record<string, unknown>) {
  const key = newKey();
  await putIfAbsent(key, { mark: 'a', ...attributes }, 'mark');
  return key;
}

describe('Update', () => {
  it('sets attributes, including reserved words, and keeps the others', async () => {
    const key = await newItem({ name: 'x' });
    expect(await new Update(key).set(['name'], 'y').set(['size'], 1).ifExists(['PK']).send()).toBeUndefined();
    expect(await getItem(key)).toEqual({ ...key, mark: 'a', name: 'y', size: 1 });
  });

  it('fails if there is no item, and creates none', async () => {
    const key = newKey();
    const failure = await new Update(key).set(['name'], 'y').ifExists(['PK']).send({ returnItem: true });
    expect(failure).toMatchObject({ item: undefined, retried: false });
    expect(await getItem(key)).toBeUndefined();
  });

  it('reads all values before it changes any', async () => {
    const key = await newItem({ lines: { one: { cents: 5 } }, sums: { added: 5, removed: 0 } });
    await new Update(key)
      .increase(['sums', 'added'], 7)
      .increase(['sums', 'removed'], ['lines', 'one', 'cents'])
      .set(['lines', 'one', 'cents'], 7)
      .ifExists(['lines', 'one'])
      .send();
    expect(await getItem(key)).toMatchObject({
      lines: { one: { cents: 7 } },
      sums: { added: 12, removed: 5 },
    });
  });

  it('adds to attributes that may be absent', async () => {
    const key = await newItem({ lines: { one: { due: 2 }, two: {} }, sums: { added: 1 } });
    await new Update(key)
      .add(['sums', 'added'], 3)
      .add(['sums', 'removed'], ['lines', 'one', 'due'])
      .add(['sums', 'others'], ['lines', 'two', 'due'])
      .ifExists(['PK'])
      .send();
    expect(await getItem(key)).toMatchObject({ sums: { added: 4, removed: 2, others: 0 } });
  });

  it.each([
    [{}, true],
    [{ digits: 2 }, true],
    [{ digits: 0 }, false],
    [{ digits: 0, currency: 'JPY' }, true],
    [{ digits: 3, currency: 'JPY' }, false],
  ])('with %j, holds if one group of conditions does: %s', async (attributes, holds) => {
    const key = await newItem(attributes);
    const failure = await new Update(key)
      .set(['name'], 'y')
      .ifAny(
        (item) => item.ifAbsent(['digits']),
        (item) => item.ifEquals(['digits'], 2),
        (item) => item.ifEquals(['digits'], 0).ifEquals(['currency'], 'JPY'),
      )
      .ifAbsent(['none'])
      .send();
    expect(failure === undefined).toBe(holds);
  });

  it('removes an attribute', async () => {
    const key = await newItem({ lines: { one: 1, two: 2 } });
    await new Update(key).remove(['lines', 'one']).ifExists(['lines', 'one']).send();
    expect(await getItem(key)).toMatchObject({ lines: { two: 2 } });
  });

  it.each([
    ['an attribute that must exist is absent', (update: Update) => update.ifExists(['lines', 'two'])],
    ['an attribute that must be absent exists', (update: Update) => update.ifAbsent(['lines', 'one'])],
    ['a number is not below its maximum', (update: Update) => update.ifBelow(['count'], 1)],
  ])('changes nothing if %s, and returns the item', async (_, unless) => {
    const key = await newItem({ lines: { one: 1 }, count: 1 });
    const before = await getItem(key);
    const failure = await unless(new Update(key).increase(['count'], 1)).send({ returnItem: true });
    expect(failure?.item).toEqual(before);
    expect(await getItem(key)).toEqual(before);
  });
});
