import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { runCall } from '../../../lib/aws/call.ts';
import {
  type Change,
  Delete,
  equals,
  firstWriteIds,
  isAbsent,
  newWriteId,
  Put,
  REMEMBERED_WRITE_IDS,
  remember,
  Update,
} from '../../../lib/dynamodb/changes.ts';
import { type Attributes, getItem } from '../../../lib/dynamodb/items.ts';
import { changeItem, MAX_ROUNDS, send } from '../../../lib/dynamodb/send.ts';
import { DatabaseUnavailableError, Rejection, RetryLaterError } from '../../../lib/errors.ts';
import { THROTTLED } from '../../support/database-errors.ts';
import { answeringDatabase, type Fate } from '../../support/proxied-database.ts';
import { putItem } from '../../support/table.ts';

const database = await answeringDatabase();

/** A list of names, with room for three. */
const list = z.object({ version: z.int(), writes: z.array(z.string()), names: z.array(z.string()) });
type List = z.output<typeof list>;
const ROOM = 3;

let keys = 0;
let key: { PK: string; SK: string };
/** How often the change reads the item, and decides. */
let count: { reads: number; decisions: number };
beforeEach(async () => {
  key = { PK: `LIST#${++keys}`, SK: 'TEST' };
  await putItem(key, { version: 1, writes: firstWriteIds(newWriteId()), names: ['Ada'] });
  count = { reads: 0, decisions: 0 };
  // No pauses between rounds.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const parse = (item: Attributes): List => list.parse(item);
async function read(): Promise<List | undefined> {
  count.reads += 1;
  const item = await getItem(key);
  return item && parse(item);
}
const namesNow = async () => (await getItem(key))?.['names'];

const full = () => new Rejection('conflict', { field: 'names', problem: 'full: are full' });
const taken = () => new Rejection('conflict', { field: 'seat', problem: 'taken: is taken' });
const missing = () => new Rejection('not_found');

const raised = ({ version }: List, writeId: string) =>
  remember(new Update(key), writeId)
    .require(equals(['version'], version))
    .increase(['version'], 1);

interface How {
  known?: List | undefined;
  /** Without it, the item is read again. */
  parse?: typeof parse;
  others?: Change[];
}

/** Adds a name to the list. */
const add = (name: string, { others = [], ...how }: How = { parse }) =>
  changeItem({
    ...how,
    read,
    decide: (found: List, writeId) => {
      count.decisions += 1;
      if (found.names.length >= ROOM) throw full();
      const update = raised(found, writeId).set(['names'], [...found.names, name]);
      return { changes: [update, ...others], result: `added to ${found.names}` };
    },
    missing,
  });

/** Deletes the list. */
const remove = () =>
  changeItem({
    read,
    parse,
    decide: ({ version }: List) => ({
      isDeletion: true,
      changes: [new Delete(key).require(equals(['version'], version))],
      result: 'removed',
    }),
    missing,
  });

/** What becomes of the writes of `add` and `remove`, one after another, and of all further ones. */
const fates = (each: Fate[], further: Fate = 'pass') =>
  database.let(each, { of: /^(?!.*by others).*ConditionExpression/s, further });

type End = Extract<Fate, string>;
type Place = 'before' | 'after';

/** Somebody else sets the names. */
async function setNames(...names: string[]): Promise<void> {
  const found = list.parse(await getItem(key));
  await send(raised(found, newWriteId()).set(['names'], names).set(['changed'], 'by others'));
}

const authorization = Promise.resolve();

/** Others change the list so often before a write arrives, or before its response does. */
const whileOthersWrite = (end: End, times = 1, place: Place = 'before'): Fate => ({
  end,
  [place]: async () => {
    for (let n = 1; n <= times; n += 1) await setNames(`Other ${n}`);
  },
});

/** Somebody else deletes the list before a write arrives, or before its response does. */
const whileDeleted = (end: End, place: Place = 'before'): Fate => ({
  end,
  [place]: () => send(new Delete(key)),
});

describe('a change', () => {
  it('is decided on the item that was read, or is known, and told', async () => {
    expect(await add('Grace')).toBe('added to Ada');
    expect(count).toEqual({ reads: 1, decisions: 1 });
    await add('Mary', { known: await read() });
    expect([await namesNow(), count]).toEqual([['Ada', 'Grace', 'Mary'], { reads: 2, decisions: 2 }]);
  });

  it('that needs no write makes none', async () => {
    fates([]);
    const decide = () => ({ changes: [], result: 'nothing' });
    expect(await changeItem({ read, decide, missing })).toBe('nothing');
    expect(database.writes()).toEqual([]);
  });

  it('that is rejected, or of an item that is missing, writes nothing', async () => {
    for (const name of ['Grace', 'Mary']) await add(name);
    fates([]);
    await expect(add('Joan')).rejects.toEqual(full());
    expect(database.writes()).toEqual([]);
    await send(new Delete(key));
    await expect(add('Grace')).rejects.toEqual(missing());
    await expect(remove()).rejects.toEqual(missing());
  });

  it('of several items is made completely', async () => {
    const other = { ...key, SK: 'OTHER' };
    await add('Grace', { others: [new Put(other, {}).require(isAbsent(['PK']))] });
    expect([await namesNow(), await getItem(other)]).toEqual([['Ada', 'Grace'], other]);
  });
});

describe('if others are faster, a change is decided again', () => {
  it.each([
    ['at once on the item that DynamoDB returned', { parse }, 1],
    ['on the item as it is read again, if it may not be returned', {}, 2],
  ])('%s', async (_, how, reads) => {
    fates([whileOthersWrite('pass')]);
    expect(await add('Grace', how)).toBe('added to Other 1');
    expect(count).toEqual({ reads, decisions: 2 });
  });

  it('the second time after a pause, so the item is read again', async () => {
    fates([whileOthersWrite('pass'), whileOthersWrite('pass')]);
    await add('Grace');
    expect([await namesNow(), count]).toEqual([['Other 1', 'Grace'], { reads: 2, decisions: 3 }]);
  });

  it('and rejected then', async () => {
    fates([{ end: 'pass', before: () => setNames('Mary', 'Joan', 'Jean') }]);
    await expect(add('Grace')).rejects.toEqual(full());
    expect(await namesNow()).toEqual(['Mary', 'Joan', 'Jean']);
  });

  it('and rejected if the item is gone', async () => {
    fates([whileDeleted('pass')]);
    await expect(add('Grace')).rejects.toEqual(missing());
    await putItem(key, { version: 1, writes: [], names: [] });
    fates([whileDeleted('pass')]);
    await expect(remove()).rejects.toEqual(missing());
  });

  it(`in ${MAX_ROUNDS} rounds`, async () => {
    fates([], whileOthersWrite('pass'));
    await expect(add('Grace')).rejects.toThrow(RetryLaterError);
    expect([database.writes().length, await namesNow()]).toEqual([MAX_ROUNDS, ['Other 1']]);
  });

  it('until its call ends', async () => {
    const call = new AbortController();
    fates([{ ...Object(whileOthersWrite('pass')), after: async () => call.abort() }], 'pass');
    const adding = runCall({ signal: call.signal, onWriteConflict: () => undefined, authorization }, () =>
      add('Grace', {}),
    );
    await expect(adding).rejects.toMatchObject({ name: 'AbortError' });
    expect(await namesNow()).toEqual(['Other 1']);
  });
});

describe('a write that meets another one', () => {
  it('is decided again on the item as it is read after a pause, and counted', async () => {
    let conflicts = 0;
    const onWriteConflict = () => {
      conflicts += 1;
    };
    fates(['meet', whileOthersWrite('meet')]);
    await runCall({ signal: new AbortController().signal, onWriteConflict, authorization }, () =>
      add('Grace'),
    );
    expect([await namesNow(), count.reads, conflicts]).toEqual([['Other 1', 'Grace'], 3, 2]);
  });

  it('waits longer after each round', async () => {
    vi.mocked(Math.random).mockReturnValue(1);
    fates(['meet', 'meet']);
    const start = performance.now();
    await add('Grace');
    // 50 and 100 ms.
    expect(performance.now() - start).toBeGreaterThan(145);
  });

  it(`always is given up after ${MAX_ROUNDS} rounds, with nothing changed`, async () => {
    fates([], 'meet');
    await expect(add('Grace')).rejects.toThrow(RetryLaterError);
    expect([database.writes().length, await namesNow()]).toEqual([MAX_ROUNDS, ['Ada']]);
  });
});

describe('a write that was sent again', () => {
  it.each([0, 1, REMEMBERED_WRITE_IDS - 1])(
    'is done once if its response was lost, before %d other writes',
    async (times) => {
      fates([whileOthersWrite('lose', times, 'after')]);
      expect(await add('Grace')).toBe('added to Ada');
      expect(await read()).toMatchObject({
        version: 2 + times,
        names: times ? [`Other ${times}`] : ['Ada', 'Grace'],
      });
      expect(database.writes()).toHaveLength(2);
    },
  );

  it.each(['lose', 'drop'] as const)(
    'is unknown if it is forgotten, because there were too many other writes (%s)',
    async (end) => {
      fates([whileOthersWrite(end, REMEMBERED_WRITE_IDS + 1, end === 'lose' ? 'after' : 'before')]);
      await expect(add('Grace')).rejects.toThrow(RetryLaterError);
      expect([count.decisions, await namesNow()]).toEqual([1, [`Other ${REMEMBERED_WRITE_IDS + 1}`]]);
    },
  );

  it.each([0, 1, REMEMBERED_WRITE_IDS])(
    'is done once if its first attempt was lost, after %d other writes',
    async (times) => {
      fates([whileOthersWrite('drop', times)]);
      await add('Grace');
      expect(await namesNow()).toEqual([times ? `Other ${times}` : 'Ada', 'Grace']);
    },
  );

  it('is rejected for what others wrote, because the first attempt does nothing any more', async () => {
    fates([{ end: 'drop', before: () => setNames('Mary', 'Joan', 'Jean') }]);
    await expect(add('Grace')).rejects.toEqual(full());
    expect(database.writes()).toHaveLength(2);
  });

  it('deletes the item once, although somebody else did', async () => {
    fates(['lose']);
    expect(await remove()).toBe('removed');
    expect(await getItem(key)).toBeUndefined();
    for (const place of ['before', 'after'] as const) {
      await putItem(key, { version: 1, writes: [], names: [] });
      fates([whileDeleted('drop', place)]);
      expect(await remove()).toBe('removed');
    }
  });

  it('finds no item to update', async () => {
    fates([whileDeleted('lose', 'after')]);
    await expect(add('Grace')).rejects.toEqual(missing());
  });

  it('is not known to have been sent again if DynamoDB rejected the first attempt', async () => {
    fates([{ end: THROTTLED, before: () => send(new Delete(key)) }]);
    await expect(remove()).rejects.toEqual(missing());
  });

  it('and has no response at all is unavailable', async () => {
    fates([], 'drop');
    await expect(add('Grace')).rejects.toThrow(DatabaseUnavailableError);
    expect(database.writes()).toHaveLength(3);
  });

  it('is told what was decided last', async () => {
    fates([whileOthersWrite('pass'), 'lose']);
    expect(await add('Grace')).toBe('added to Other 1');
  });

  it('is found after the last round too', async () => {
    fates([...Array<Fate>(MAX_ROUNDS - 1).fill('meet'), 'lose']);
    expect(await add('Grace')).toBe('added to Ada');
  });

  it('may meet another write, and is found in the next round', async () => {
    fates(['lose', 'meet']);
    expect(await add('Grace')).toBe('added to Ada');
    expect(await namesNow()).toEqual(['Ada', 'Grace']);
    expect(database.writes()).toHaveLength(2);
  });
});

describe('with another item,', () => {
  const seat = () => ({ ...key, SK: 'SEAT' });
  const taking = () => new Put(seat(), {}).require(isAbsent(['PK']), taken);
  const taker = () => putItem(seat(), {});

  it('a change is rejected if that is not as it must be', async () => {
    await taker();
    await expect(add('Grace', { parse, others: [taking()] })).rejects.toEqual(taken());
    expect(await namesNow()).toEqual(['Ada']);
  });

  it('nobody knows if the write was sent again', async () => {
    fates([{ end: 'drop', before: taker }]);
    await expect(add('Grace', { parse, others: [taking()] })).rejects.toThrow(RetryLaterError);
    expect(await namesNow()).toEqual(['Ada']);
  });

  it('nobody knows if the write was sent again in an earlier round', async () => {
    const [pen, freed] = [{ ...key, SK: 'PEN' }, () => send(new Delete(seat()))];
    await taker();
    const assuming = new Put(seat(), {}).require(isAbsent(['PK']));
    const needing = new Put(pen, {}).require(isAbsent(['PK']), taken);
    fates(['drop', 'pass', { end: 'meet', before: freed, after: () => putItem(pen, {}) }]);
    await expect(add('Grace', { parse, others: [assuming, needing] })).rejects.toThrow(RetryLaterError);
    expect(database.writes()).toHaveLength(4);
  });

  it('a change that was done is found before that item is rejected', async () => {
    fates(['lose']);
    expect(await add('Grace', { parse, others: [taking()] })).toBe('added to Ada');
  });

  it('the item itself decides first', async () => {
    await taker();
    fates([whileDeleted('pass')]);
    await expect(add('Grace', { parse, others: [taking()] })).rejects.toEqual(missing());
  });

  it('a change is decided again if it only assumed something of that', async () => {
    await taker();
    const assuming = new Put(seat(), {}).require(isAbsent(['PK']));
    fates(['pass', { end: 'pass', before: () => send(new Delete(seat())) }]);
    await add('Grace', { parse, others: [assuming] });
    expect([await namesNow(), count]).toEqual([['Ada', 'Grace'], { reads: 2, decisions: 2 }]);
  });
});
