import { describe, expect, it } from 'vitest';
import {
  type Change,
  Check,
  Delete,
  equals,
  exists,
  isAbsent,
  isBelow,
  Put,
  Update,
} from '../../../lib/dynamodb/changes.ts';
import { type Attributes, getItem } from '../../../lib/dynamodb/items.ts';
import { FailedConditions, send } from '../../../lib/dynamodb/send.ts';
import { putItem } from '../../support/table.ts';

let keys = 0;
const newKey = () => ({ PK: `CHANGE#${++keys}`, SK: 'TEST' });

async function newItem(attributes: Attributes = {}) {
  const key = newKey();
  await putItem(key, { mark: 'a', ...attributes });
  return key;
}

/** Two ways to make a change. */
describe.each<[how: string, make: (change: Change) => Promise<FailedConditions | undefined>]>([
  ['alone', (change) => send(change)],
  ['in a transaction', (change) => send(new Put(newKey(), {}), change)],
])('%s,', (_, make) => {
  /** Makes a change, which has to be possible. */
  const done = async (change: Change) => expect(await make(change)).not.toBeInstanceOf(FailedConditions);
  /** Expects that a change isn't made, because of what it found. */
  const expectFailure = async (change: Change, item: Attributes | undefined) => {
    const failure = await make(change);
    if (!(failure instanceof FailedConditions)) throw new Error('The change was made');
    expect([failure.includes(change), failure.itemOf(change)]).toEqual([true, item]);
    expect(failure.isResent).toBe(false);
    expect(await getItem(change.key)).toEqual(item);
  };

  describe('an update', () => {
    it('sets attributes, including reserved words, and keeps the others', async () => {
      const key = await newItem({ name: 'x' });
      await done(
        new Update(key)
          .require(exists(['PK']))
          .set(['name'], 'y')
          .set(['size'], 1),
      );
      expect(await getItem(key)).toEqual({ ...key, mark: 'a', name: 'y', size: 1 });
    });

    it('creates an item if it requires nothing, and none that it requires', async () => {
      const key = newKey();
      await expectFailure(new Update(key).set(['name'], 'y').require(exists(['PK'])), undefined);
      await done(new Update(key).set(['name'], 'y'));
      expect(await getItem(key)).toEqual({ ...key, name: 'y' });
    });

    it('adds to an attribute that may be absent', async () => {
      const key = await newItem({ sums: { one: 1 } });
      await done(new Update(key).add(['sums', 'one'], 3).add(['sums', 'other'], 2));
      expect(await getItem(key)).toMatchObject({ sums: { one: 4, other: 2 } });
    });

    it('copies what was there before, within a list too', async () => {
      const key = await newItem({ writes: ['c', 'b', 'a'] });
      await done(
        new Update(key)
          .set(['writes', 0], 'd')
          .copy(['writes', 1], ['writes', 0])
          .copy(['writes', 2], ['writes', 1]),
      );
      expect(await getItem(key)).toMatchObject({ writes: ['d', 'c', 'b'] });
    });

    it('sets an attribute only if it is absent', async () => {
      const key = await newItem({ one: 1 });
      await done(new Update(key).setIfAbsent(['one'], 7).setIfAbsent(['two'], 7));
      expect(await getItem(key)).toMatchObject({ one: 1, two: 7 });
    });

    it('removes attributes, and sets others', async () => {
      const key = await newItem({ lines: { one: 1, two: 2 } });
      await done(new Update(key).remove(['lines', 'one']).set(['lines', 'three'], 3));
      expect(await getItem(key)).toEqual({ ...key, mark: 'a', lines: { two: 2, three: 3 } });
      await done(new Update(key).remove(['lines', 'two']).remove(['lines', 'three']));
      expect(await getItem(key)).toEqual({ ...key, mark: 'a', lines: {} });
    });

    it('sets the entries of a map that differ, and removes those that are undefined', async () => {
      const lines = { one: 1, two: [2], three: 3, four: new Uint8Array([4]) };
      const key = await newItem({ lines, name: 'x', limit: 7 });
      const update = new Update(key);
      const others = { one: 1, two: [2, 2], four: new Uint8Array([4]), five: 5 };
      update.setChanged(['lines'], lines, others);
      update.setChanged([], { name: 'x', limit: 7 }, { name: 'y', limit: undefined });
      update.setChanged(['lines'], { six: [6] }, { six: [6] });
      await done(update);
      expect(await getItem(key)).toEqual({ ...key, mark: 'a', name: 'y', lines: others });
    });

    it('that may not see the item fails without it', async () => {
      const key = await newItem({ secret: 'x' });
      const update = new Update(key)
        .set(['name'], 'y')
        .require(isAbsent(['mark']))
        .hideItem();
      const failure = await make(update);
      if (!(failure instanceof FailedConditions)) throw new Error('The change was made');
      expect([failure.includes(update), failure.itemOf(update)]).toEqual([true, undefined]);
    });

    it('changes nothing if one of several things that it requires is not so, and finds the item', async () => {
      const key = await newItem({ count: 1 });
      const update = new Update(key).increase(['count'], 1).require(exists(['PK']));
      await expectFailure(update.require(isBelow(['count'], 1)), await getItem(key));
    });
  });

  it('a put stores an item with its key, and replaces one', async () => {
    const key = await newItem();
    await done(new Put(key, { one: 1, PK: 'another' }));
    expect(await getItem(key)).toEqual({ ...key, one: 1 });
    await expectFailure(new Put(key, { two: 2 }).require(isAbsent(['PK'])), { ...key, one: 1 });
  });

  it('a deletion succeeds also if there is no item, unless it requires something', async () => {
    const key = await newItem();
    await expectFailure(new Delete(key).require(equals(['mark'], 'b')), { ...key, mark: 'a' });
    await done(new Delete(key).require(equals(['mark'], 'a')));
    await expectFailure(new Delete(key).require(equals(['mark'], 'a')), undefined);
    await done(new Delete(key));
  });

  it('a check changes nothing, and fails with the item', async () => {
    const key = await newItem();
    await done(new Check(key).require(equals(['mark'], 'a')));
    await expectFailure(new Check(key).require(equals(['mark'], 'b')), { ...key, mark: 'a' });
    await expectFailure(new Check(newKey()).require(exists(['PK'])), undefined);
  });
});
