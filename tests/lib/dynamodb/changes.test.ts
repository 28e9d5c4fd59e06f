import { describe, expect, it } from 'vitest';
import { type Change, Check, Delete, Put, Update } from '../../../lib/dynamodb/changes.ts';
import {
  allOf,
  anyOf,
  equals,
  exists,
  isAbsent,
  isBelow,
  isOneOf,
} from '../../../lib/dynamodb/conditions.ts';
import { type Attributes, getItem } from '../../../lib/dynamodb/items.ts';
import { Failure, send } from '../../../lib/dynamodb/send.ts';
import { putItem } from '../../support/put-items.ts';

let keys = 0;
const newKey = () => ({ PK: `CHANGE#${++keys}`, SK: 'TEST' });

async function newItem(attributes: Attributes = {}) {
  const key = newKey();
  await putItem(key, { mark: 'a', ...attributes });
  return key;
}

/** Two ways to make a change. */
describe.each<[how: string, make: (change: Change) => Promise<Attributes | Failure>]>([
  ['alone', (change) => send(change)],
  ['in a transaction', (change) => send(new Put(newKey(), {}), change)],
])('%s,', (_, make) => {
  /** Makes a change, which has to be possible. */
  const done = async (change: Change) => expect(await make(change)).not.toBeInstanceOf(Failure);
  /** Expects that a change isn't made, because of what it found. */
  const expectFailure = async (change: Change, item: Attributes | undefined) => {
    const failure = await make(change);
    if (!(failure instanceof Failure)) throw new Error('The change was made');
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

    it('creates an item if it requires nothing', async () => {
      const key = newKey();
      await done(new Update(key).set(['name'], 'y'));
      expect(await getItem(key)).toEqual({ ...key, name: 'y' });
    });

    it('that requires an item creates none', async () => {
      await expectFailure(new Update(newKey()).set(['name'], 'y').require(exists(['PK'])), undefined);
    });

    it('reads all values before it changes any', async () => {
      const key = await newItem({ lines: { one: { cents: 5 } }, sums: { added: 5, removed: 0 } });
      await done(
        new Update(key)
          .increase(['sums', 'added'], 7)
          .add(['sums', 'removed'], ['lines', 'one', 'cents'])
          .set(['lines', 'one', 'cents'], 7),
      );
      expect(await getItem(key)).toMatchObject({
        lines: { one: { cents: 7 } },
        sums: { added: 12, removed: 5 },
      });
    });

    it('adds to attributes that may be absent', async () => {
      const key = await newItem({ lines: { one: { due: 2 }, two: {} }, sums: { added: 1 } });
      await done(
        new Update(key)
          .add(['sums', 'added'], 3)
          .add(['sums', 'removed'], ['lines', 'one', 'due'])
          .add(['sums', 'others'], ['lines', 'two', 'due']),
      );
      expect(await getItem(key)).toMatchObject({ sums: { added: 4, removed: 2, others: 0 } });
    });

    it('sets an attribute to the sum of another one and a number', async () => {
      const key = await newItem({ head: { version: 7 }, version: 0 });
      await done(
        new Update(key).increase(['head', 'version'], 1).setToSum(['version'], ['head', 'version'], 1),
      );
      expect(await getItem(key)).toMatchObject({ head: { version: 8 }, version: 8 });
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

    it.each([
      ['an attribute that must exist is absent', exists(['lines', 'two'])],
      ['an attribute that must be absent exists', isAbsent(['lines', 'one'])],
      ['a number is not below its maximum', isBelow(['count'], 1)],
    ])('changes nothing if %s, and finds the item', async (_, condition) => {
      const key = await newItem({ lines: { one: 1 }, count: 1 });
      const update = new Update(key)
        .increase(['count'], 1)
        .require(exists(['PK']))
        .require(condition);
      await expectFailure(update, await getItem(key));
    });

    it.each([
      [{}, true],
      [{ digits: 2 }, true],
      [{ digits: 0 }, false],
      [{ digits: 0, currency: 'JPY' }, true],
      [{ digits: 3, currency: 'JPY' }, false],
    ])('of an item with %j that requires one of several things is made: %s', async (attributes, isMade) => {
      const key = await newItem(attributes);
      const update = new Update(key)
        .set(['name'], 'y')
        .require(
          anyOf(
            isAbsent(['digits']),
            equals(['digits'], 2),
            allOf(equals(['digits'], 0), equals(['currency'], 'JPY')),
          ),
        )
        .require(isAbsent(['none']));
      expect(!((await make(update)) instanceof Failure)).toBe(isMade);
    });
  });

  describe('a put', () => {
    it('stores an item with its key, and replaces one', async () => {
      const key = await newItem();
      await done(new Put(key, { one: 1, PK: 'another' }));
      expect(await getItem(key)).toEqual({ ...key, one: 1 });
    });

    it('that requires no item leaves one alone, and finds it', async () => {
      const put = new Put(await newItem({ one: 1 }), { two: 2 }).require(isAbsent(['PK']));
      await expectFailure(put, { ...put.key, mark: 'a', one: 1 });
    });

    it('that requires an item which is like another one', async () => {
      const key = await newItem({ one: 1 });
      const put = () => new Put(key, { one: 2 }).require(anyOf(isAbsent(['PK']), equals(['one'], 1)));
      await done(put());
      await expectFailure(put(), { ...key, one: 2 });
    });
  });

  describe('a deletion', () => {
    it('without a condition succeeds, also if there is no item', async () => {
      const key = await newItem();
      for (const _ of [1, 2]) {
        await done(new Delete(key));
        expect(await getItem(key)).toBeUndefined();
      }
    });

    it('that requires something keeps another item, and finds it', async () => {
      const key = await newItem();
      await expectFailure(new Delete(key).require(equals(['mark'], 'b')), { ...key, mark: 'a' });
      await done(new Delete(key).require(equals(['mark'], 'a')));
      await expectFailure(new Delete(key).require(equals(['mark'], 'a')), undefined);
    });
  });

  describe('a check', () => {
    it('changes nothing, and fails with the item', async () => {
      const key = await newItem();
      await done(new Check(key).require(equals(['mark'], 'a')));
      await expectFailure(new Check(key).require(equals(['mark'], 'b')), { ...key, mark: 'a' });
      await expectFailure(new Check(newKey()).require(exists(['PK'])), undefined);
    });
  });
});

describe('what a change requires', () => {
  class OneError extends Error {
    override name = 'OneError';
  }
  class TwoError extends Error {
    override name = 'TwoError';
  }
  const update = () =>
    new Update(newKey())
      .require(exists(['PK']), () => new OneError())
      .require(equals(['digits'], 2))
      .require(isOneOf(['role'], ['editor']), () => new TwoError());
  const refusalsFor = (item: unknown) =>
    update()
      .refusalsFor(item)
      .map(({ name }) => name);

  it('is met or not by an item, without a database', () => {
    expect(update().isMetBy({ PK: 'x', digits: 2, role: 'editor' })).toBe(true);
    expect(update().isMetBy({ PK: 'x', digits: 0, role: 'editor' })).toBe(false);
    expect(update().isMetBy(undefined)).toBe(false);
    expect(new Put(newKey(), {}).isMetBy(undefined)).toBe(true);
  });

  it('gives the errors of what an item does not meet, in the order in which it is required', () => {
    expect(refusalsFor(undefined)).toEqual(['OneError', 'TwoError']);
    expect(refusalsFor({ PK: 'x' })).toEqual(['TwoError']);
    expect(refusalsFor({ role: 'editor' })).toEqual(['OneError']);
  });

  it('gives no error for what is only assumed', () => {
    expect(refusalsFor({ PK: 'x', digits: 0, role: 'editor' })).toEqual([]);
  });
});
