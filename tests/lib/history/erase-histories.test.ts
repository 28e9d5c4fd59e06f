import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import {
  type EventReference,
  historyKey,
  historyPartition,
  historyPartKey,
} from '../../../lib/dynamodb/keys.ts';
import { eraseHistories } from '../../../lib/history/erase-histories.ts';
import { asFunction } from '../../support/as-function.ts';
import { putItem, putItems } from '../../support/table.ts';
import { wholeTable } from '../../support/whole-table.ts';

let event: EventReference;
beforeEach(() => {
  event = { ownerId: randomUUID(), eventId: 7 };
});

const nameOf = ({ ownerId, eventId }: EventReference) => ({ owner_id: ownerId, event_id: eventId });

/** Puts what the entries of these versions are stored as: an item and two parts. */
const putEntries = (of: EventReference, versions: number[]) =>
  putItems(
    versions.flatMap((version) => [
      historyKey(of, version),
      ...[1, 2].map((part) => historyPartKey(of, version, part)),
    ]),
  );

const versionsUpTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

/** The keys that are left of what an account has. */
async function leftOf({ ownerId }: EventReference): Promise<string[]> {
  const items = await wholeTable().items();
  return items.filter(({ PK }) => String(PK).includes(ownerId)).map(({ PK, SK }) => `${PK} ${SK}`);
}

const keysOf = (of: EventReference, version: number) =>
  [historyKey(of, version), ...[1, 2].map((part) => historyPartKey(of, version, part))].map(
    ({ PK, SK }) => `${PK} ${SK}`,
  );

const erase = (history: Parameters<typeof eraseHistories>[0][number], options = {}) =>
  asFunction('historyErase', () => eraseHistories([history], { settleMs: 0, ...options }));

it('erases all entries with their parts, and no other history', async () => {
  const other = { ...event, eventId: 77 };
  await putEntries(event, versionsUpTo(30));
  await putEntries(other, [1]);
  expect(await erase(nameOf(event))).toBe('erased');
  expect((await leftOf(event)).sort()).toEqual(keysOf(other, 1).sort());
  expect(await erase(nameOf(event))).toBe('erased');
});

it('erases only what is older than the version that is given', async () => {
  await putEntries(event, versionsUpTo(12));
  expect(await erase({ ...nameOf(event), before: 11 })).toBe('erased');
  expect((await leftOf(event)).sort()).toEqual([11, 12].flatMap((version) => keysOf(event, version)).sort());
});

it('waits until an entry that was sent before has arrived', async () => {
  await putEntries(event, [1, 2]);
  const waited: number[] = [];
  const wait = async (milliseconds: number) => {
    waited.push(milliseconds);
    await putItem(historyKey(event, 2), {});
    await putItem(historyPartKey(event, 2, 1), {});
  };
  expect(await eraseHistories([nameOf(event)], { wait })).toBe('erased');
  // The time that the recording function takes at most, and five seconds.
  expect(waited).toEqual([65_000]);
  expect(await leftOf(event)).toEqual([]);
});

it('is unfinished if it runs out of time, and goes on where it was', async () => {
  await putEntries(event, versionsUpTo(1_000));
  let tasks = 0;
  const hasTime = () => ++tasks < 2;
  expect(await erase(nameOf(event), { hasTime })).toBe('unfinished');
  const left = await leftOf(event);
  expect(left.length).toBeLessThan(3_000);
  expect(left.some((key) => key.startsWith(historyPartition(event)))).toBe(true);
  expect(await erase(nameOf(event))).toBe('erased');
  expect(await leftOf(event)).toEqual([]);
});
