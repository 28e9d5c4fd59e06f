import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { newWriteId } from '../../../lib/dynamodb/changes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey, historyKey } from '../../../lib/dynamodb/keys.ts';
import { historyErasures } from '../../../lib/history/queue.ts';
import { type Event, itemOf, newEventOf, withBudgets } from '../../../lib/plan/event.ts';
import { eraseInvoked } from '../../support/erase.ts';
import { line } from '../../support/event-item.ts';
import { takePayloadsFor, withoutLambda } from '../../support/lambda.ts';
import { historyEntries, recordBatch, type StreamRecord } from '../../support/records.ts';
import { tableContent } from '../../support/table.ts';

const fields = { name: 'Party', description: '', event_date: '2027-07-04' };
const keyOf = ({ ownerId, id }: Event) => eventKey({ ownerId, eventId: id });
const referenceOf = ({ ownerId, id }: Event) => ({ ownerId, eventId: id });

let ada: Event;
let ben: Event;
let sequence = 0;
beforeEach(() => {
  [ada, ben] = [newEventOf(randomUUID(), fields), newEventOf(randomUUID(), fields)];
});

const imageOf = (event: Event) =>
  marshall(
    { ...keyOf(event), ...itemOf(event, newWriteId(), { accountId: event.ownerId }) },
    { removeUndefinedValues: true },
  );

/** The record of a write of an event, or of its end. */
const recordOf = (before: Event | undefined, after: Event | undefined): StreamRecord => ({
  dynamodb: {
    SequenceNumber: String(++sequence),
    Keys: marshall(keyOf(before ?? after ?? ada)),
    OldImage: before && imageOf(before),
    NewImage: after && imageOf(after),
  },
});

/** An event and what becomes of it, with the name of each version. */
const versionsOf = (event: Event, count: number): Event[] =>
  Array.from({ length: count }, (_, n) => ({ ...event, name: `Party ${n}`, version: event.version + n }));

const recordsOf = (versions: Event[]): StreamRecord[] =>
  versions.map((event, n) => recordOf(versions[n - 1], event));

const namesIn = async (event: Event) =>
  (await historyEntries(referenceOf(event))).map(({ version, changes: [change] }) => [
    version,
    change?.kind === 'event' ? change.after?.name : undefined,
  ]);

const broken = (record: StreamRecord): StreamRecord => ({
  dynamodb: { ...record.dynamodb, NewImage: marshall({ head: {} }) },
});

describe('a batch of records', () => {
  it('becomes an entry for each write', async () => {
    const [first, second] = versionsOf(ada, 2);
    expect(await recordBatch([recordOf(undefined, first), recordOf(first, second)])).toBeUndefined();
    const entry = { at: ada.updated_at, digits: 2, more: 0, author: { accountId: ada.ownerId } };
    const [before, after] = [{ name: 'Party 0' }, { name: 'Party 1' }];
    expect(await historyEntries(referenceOf(ada))).toEqual([
      {
        ...entry,
        version: 1,
        changes: [{ kind: 'event', change: 'created', after: { ...fields, ...before } }],
      },
      { ...entry, version: 2, changes: [{ kind: 'event', change: 'updated', before, after }] },
    ]);
    const item = await getItem(historyKey(referenceOf(ada), 2));
    expect(item).toMatchObject({ expires_at: Math.floor(ada.updated_at / 1_000) + 90 * 86_400 });
  });

  it('makes the same items again', async () => {
    const records = recordsOf(versionsOf(ada, 3));
    await recordBatch(records);
    const once = await tableContent();
    await recordBatch(records);
    await recordBatch(records.slice(1, 2));
    expect(await tableContent()).toEqual(once);
  });

  it('may have the records of several events in any order', async () => {
    const [ofAda, ofBen] = [recordsOf(versionsOf(ada, 3)), recordsOf(versionsOf(ben, 3))];
    expect(await recordBatch([...ofBen.slice(0, 2), ...ofAda, ...ofBen.slice(2)])).toBeUndefined();
    const names = [0, 1, 2].map((n) => [n + 1, `Party ${n}`]);
    expect([await namesIn(ada), await namesIn(ben)]).toEqual([names, names]);
  });

  it('is processed in order, in whatever order the keys of records name the attributes', async () => {
    const versions = versionsOf(ada, 5);
    const end = recordOf(versions.at(-1), undefined);
    const Keys = Object.fromEntries(Object.entries(end.dynamodb.Keys).reverse());
    await recordBatch([...recordsOf(versions), { dynamodb: { ...end.dynamodb, Keys } }]);
    await eraseInvoked();
    expect(await namesIn(ada)).toEqual([]);
  });

  it('is to be sent again from the first record that fails, and other events are not held up', async () => {
    const [ofAda, ofBen] = [recordsOf(versionsOf(ada, 3)), recordsOf(versionsOf(ben, 3))];
    const [first, second, third] = ofAda;
    if (!first || !second || !third) throw new Error('There are three');
    const batch = [first, broken(second), ...ofBen, third];
    expect(await recordBatch(batch)).toBe(second.dynamodb.SequenceNumber);
    expect(await namesIn(ada)).toEqual([[1, 'Party 0']]);
    expect(await namesIn(ben)).toHaveLength(3);
    expect(await recordBatch([second, ...ofBen, third])).toBeUndefined();
    expect([await namesIn(ada), await namesIn(ben)].map(({ length }) => length)).toEqual([3, 3]);
  });

  it('of two events that fail is sent again from the first, and one that is none throws', async () => {
    const [one, other] = [recordOf(undefined, ada), recordOf(undefined, ben)];
    expect(await recordBatch([broken(one), broken(other)])).toBe(one.dynamodb.SequenceNumber);
    expect(await recordBatch([one, broken(other)])).toBe(other.dynamodb.SequenceNumber);
    await expect(recordBatch([{ dynamodb: {} } as never])).rejects.toThrow();
  });

  it('makes no entry of a write that raises no version, such as a repair by hand', async () => {
    const before = await tableContent();
    expect(await recordBatch([recordOf(ada, { ...ada, name: 'Ball' })])).toBeUndefined();
    expect(await tableContent()).toEqual(before);
  });
});

describe('the end of an event', () => {
  it('has its history erased, and no other', async () => {
    const others = [...recordsOf(versionsOf(ben, 2)), recordOf(undefined, { ...ada, id: ada.id * 10 })];
    await recordBatch(others);
    const before = await tableContent();
    const versions = versionsOf(ada, 60);
    await recordBatch(recordsOf(versions));
    expect(await namesIn(ada)).toHaveLength(60);
    const end = recordOf(versions.at(-1), undefined);
    for (const _ of ['first', 'repeated']) {
      expect(await recordBatch([end])).toBeUndefined();
      await eraseInvoked();
      expect(await tableContent()).toEqual(before);
    }
  });

  it('comes after what was written before, however often the records are repeated', async () => {
    const versions = versionsOf(ada, 3);
    const records = [...recordsOf(versions), recordOf(versions.at(-1), undefined)];
    await recordBatch(records.slice(0, 2));
    await recordBatch(records);
    await recordBatch(records.slice(1));
    await eraseInvoked();
    expect(await namesIn(ada)).toEqual([]);
  });

  it('has it erased by one invocation with the others of the batch, or else is sent again', async () => {
    const [first, ...others] = versionsOf(ada, 3);
    const [record, ...ends] = [
      recordOf(undefined, first),
      recordOf(ada, undefined),
      recordOf(ben, undefined),
    ];
    const cleared = others.map((event) => recordOf(first, { ...event, history_from: event.version + 1 }));
    const batch = [record, ...cleared, ...ends];
    await expect(withoutLambda(() => recordBatch(batch))).rejects.toThrow();
    expect(await recordBatch(batch)).toBeUndefined();
    const [ofAda, ofBen] = [ada, ben].map(({ ownerId, id }) => ({ owner_id: ownerId, event_id: id }));
    const [payload, ...more] = takePayloadsFor(process.env['ERASE_HISTORIES_FUNCTION']);
    expect(more).toEqual([]);
    const { histories } = historyErasures.parse(payload);
    expect(histories).toHaveLength(4);
    expect(histories.filter(({ owner_id }) => owner_id === ada.ownerId)).toEqual([
      { ...ofAda, before: 3 },
      { ...ofAda, before: 4 },
      { ...ofAda, before: ada.version + 1 },
    ]);
    expect(histories).toContainEqual({ ...ofBen, before: ben.version + 1 });
  });

  it('says that an event was deleted for good, which one that was handed over is not', async () => {
    const trashed = { ...ada, deleted_at: Date.now() };
    await recordBatch([recordOf(trashed, undefined), recordOf(ben, undefined)]);
    const [payload] = takePayloadsFor(process.env['ERASE_HISTORIES_FUNCTION']);
    const { histories } = historyErasures.parse(payload);
    expect(histories.map(({ owner_id, deleted }) => [owner_id, deleted])).toEqual([
      [ada.ownerId, true],
      [ben.ownerId, undefined],
    ]);
  });
});

it('an entry has 500 budgets with new notes, however often it is recorded', async () => {
  const budgets = (note: string) =>
    Array.from({ length: 500 }, (_, n) => ({
      ...{ ...line, id: 100 + n, digits: 2 as const, payments: [], version: 0, note: note.repeat(300) },
    }));
  const before = withBudgets(ada, budgets('a'));
  const after = { ...withBudgets(ada, budgets('b')), version: 2 };
  expect(await recordBatch([recordOf(before, after)])).toBeUndefined();
  const once = await tableContent();
  expect(await recordBatch([recordOf(before, after)])).toBeUndefined();
  expect(await tableContent()).toEqual(once);
  const [entry] = await historyEntries(referenceOf(ada));
  expect(entry?.parts).toBeGreaterThan(2);
  expect([entry?.changes.length, entry?.more]).toEqual([500, 0]);
});
