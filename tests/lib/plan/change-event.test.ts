import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../../lib/auth/roles.ts';
import { Check, exists } from '../../../lib/dynamodb/changes.ts';
import { eventKey, sharedKey } from '../../../lib/dynamodb/keys.ts';
import { eventTooLarge, Rejection, RetryLaterError, tooMany } from '../../../lib/errors.ts';
import { changeEvent, changeEventAs } from '../../../lib/plan/change-event.ts';
import type { Event } from '../../../lib/plan/event.ts';
import { getFound } from '../../../lib/plan/repository.ts';
import { problem } from '../../../lib/problem.ts';
import { refillRetries, THROTTLED } from '../../support/database-errors.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { eventItem } from '../../support/event-item.ts';
import {
  type EventWrite,
  eventWrites,
  inOrder,
  itemsOf,
  newSharedEvent,
  type Shared,
  storedEvent,
  type WriteName,
  write,
  writeNames,
} from '../../support/event-writes.ts';
import { asEditor } from '../../support/person.ts';
import { answeringDatabase } from '../../support/proxied-database.ts';
import { IS_FULL } from '../../support/scale.ts';
import { putItem } from '../../support/table.ts';

const database = await answeringDatabase();

let shared: Shared;
beforeEach(async () => {
  // No pauses.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await refillRetries();
  shared = await newSharedEvent();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const newWrite = (name: WriteName): EventWrite => eventWrites[name](shared);
const newWriteOf = (name: WriteName) => () => newWrite(name);

/** The names of the requests of some work. */
async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
  takeRequests();
  await work();
  return takeRequests().names.map((name) => name.replace('Command', ''));
}

/** An event as decisions make it. Its version and the like belong to the write. */
const contentOf = (event: Event | undefined) => {
  if (!event) return event;
  const { version: _, frame: __, updated_at: ___, ...content } = inOrder(event);
  return content;
};

/** Expects that these writes were done, in this order, and no others. */
async function expectDone(...writes: EventWrite[]): Promise<void> {
  const expected = writes.reduce<Event | undefined>(
    (event, { decide }) => event && decide(event).event,
    shared.event,
  );
  const stored = await storedEvent(shared);
  expect(contentOf(stored)).toEqual(contentOf(expected));
  expect(stored?.version).toBe(expected && 1 + writes.length);
  const [, ofEditor, ofGuest] = await itemsOf(shared);
  const pointers = [ofEditor, ofGuest].filter((pointer) => pointer !== undefined);
  expect(pointers).toHaveLength(expected?.members.length ?? 0);
}

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Rejection ? error.reason : 'nothing'),
  );

/** A write, what it tells its caller if it is done at once, and so many others. */
function arrange(name: WriteName, count = 0) {
  const one = newWrite(name);
  const others = Array.from({ length: count }, (_, n) =>
    newWrite(n % 2 === 0 ? 'a rename' : 'a change of another budget'),
  );
  return { one, result: one.decide(shared.event).result, others };
}

async function writeAll(all: EventWrite[]): Promise<void> {
  for (const each of all) await write(shared, each);
}

const DELETION = 'a deletion of the event';
const TRASH = 'a move into the trash';

describe.each(writeNames)('%s', (name) => {
  it('does what it decides in a read and a write, and is told so', async () => {
    const { one, result } = arrange(name);
    const requests = await requestsOf(async () => expect(await write(shared, one)).toEqual(result));
    // The claim of a key is read too.
    expect(requests).toHaveLength(one.key ? 3 : 2);
    await expectDone(one);
  });

  it.each(
    IS_FULL
      ? writeNames
      : (['a change of another budget', 'a deletion of a budget', TRASH, DELETION] as const),
  )('does nothing more if its first attempt arrives after %s', async (next) => {
    const { one, result } = arrange(name);
    database.let(['drop']);
    expect(await write(shared, one)).toEqual(result);
    const [first] = database.writes();
    await reasonOf(write(shared, newWrite(next)));
    const before = await itemsOf(shared);
    const late = await first?.execute({ ClientRequestToken: undefined });
    expect(late?.text).toContain('ConditionalCheckFailed');
    expect(await itemsOf(shared)).toEqual(before);
  });

  it('is done once if its first attempt arrives while it meets other writes', async () => {
    const { one, result } = arrange(name);
    const arrive = async () => void (await database.writes()[0]?.execute());
    database.let(['drop', 'meet', { before: arrive, end: 'meet' }]);
    expect(await write(shared, one)).toEqual(result);
    await expectDone(one);
  });

  it('finds an event that is gone after a lost attempt', async () => {
    const { one, result } = arrange(name);
    database.let([{ end: 'drop', after: () => write(shared, newWrite(DELETION)) }]);
    if (name === DELETION) expect(await write(shared, one)).toEqual(result);
    else await expect(write(shared, one)).rejects.toThrow('not_found');
  });

  it.each([
    ['was rejected', THROTTLED, 5],
    ['met another', 'meet' as const, 5],
    ['got lost', 'drop' as const, 4],
  ])('is decided anew after an attempt that %s', async (_, end, count) => {
    const { one, others } = arrange(name, count);
    database.let([{ before: () => writeAll(others), end }]);
    const isOutdated = one.versions !== undefined;
    expect(await reasonOf(write(shared, one))).toBe(isOutdated ? 'changed' : 'done');
    await expectDone(...others, ...(isOutdated ? [] : [one]));
  });

  it('is unknown after an attempt that got lost, and five others', async () => {
    const { one, others } = arrange(name, 5);
    database.let([{ before: () => writeAll(others), end: 'drop' }]);
    await expect(write(shared, one)).rejects.toThrow(RetryLaterError);
    await expectDone(...others);
  });
});

describe.each([
  ['and the resend finds the event', []],
  ['and the resend meets another write', ['meet' as const]],
])('if the answer is lost, %s,', (_, fates) => {
  /** Does a write, and others before its client knows. */
  function writeAndLose(one: EventWrite, others: EventWrite[]): Promise<unknown> {
    const passing = others.map(() => 'pass' as const);
    database.let([{ end: 'lose', after: () => writeAll(others) }, ...passing, ...fates]);
    return write(shared, one);
  }

  it.each([DELETION, TRASH] as const)('%s is done', async (name) => {
    const { one, result } = arrange(name);
    expect(await writeAndLose(one, [])).toEqual(result);
    await expectDone(one);
  });

  describe.each(writeNames.filter((name) => name !== DELETION && name !== TRASH))('%s', (name) => {
    it.each([0, 1, 3])('is done once, also with %d others', async (count) => {
      const { one, result, others } = arrange(name, count);
      expect(await writeAndLose(one, others)).toEqual(result);
      await expectDone(one, ...others);
    });

    it('is unknown with four others', async () => {
      const { one, result, others } = arrange(name, 4);
      const outcome = await writeAndLose(one, others).catch((error: unknown) => error);
      // DynamoDB knows a transaction that is sent again by its token, and a repeat is known by its claim.
      const isKnown = one.key || (fates.length === 0 && database.writes()[0]?.token);
      expect(outcome).toEqual(isKnown ? result : expect.any(RetryLaterError));
      await expectDone(one, ...others);
    });
  });
});

it('a new budget does not come back if its first attempt arrives after its deletion', async () => {
  database.let(['drop']);
  await write(shared, newWrite('a new budget'));
  const [first] = database.writes();
  const added = (await storedEvent(shared))?.budgets.find(({ amount_cents }) => amount_cents === 7);
  await write(shared, {
    ...newWrite('a deletion of a budget'),
    budget: { id: added?.id ?? 0, decide: () => undefined },
  });
  const before = await itemsOf(shared);
  expect((await first?.execute())?.text).toContain('ConditionalCheckFailed');
  expect(await itemsOf(shared)).toEqual(before);
});

describe('two writes at once', () => {
  /** The requests of a write that is faster than one which has read the event already, and of that one. */
  async function meet(slow: WriteName, fast: WriteName): Promise<string[]> {
    const [one, other] = [newWrite(slow), newWrite(fast)];
    database.let([{ before: async () => void (await write(shared, other)), end: 'pass' }]);
    const requests = await requestsOf(() => write(shared, one));
    await expectDone(other, one);
    return requests;
  }

  it.each<[WriteName, WriteName]>([
    ['a change of a budget', 'a change of another budget'],
    ['a change of a budget', 'a new budget'],
    ['a new budget', 'a new budget'],
    ['a new budget under a key', 'a change of a budget'],
  ])('%s and %s, of different budgets, do not meet', async (slow, fast) => {
    expect(await meet(slow, fast)).toHaveLength(slow === 'a new budget under a key' ? 5 : 4);
  });

  it.each<[WriteName, WriteName]>([
    ['a change of a budget', 'a change of a budget'],
    ['a change of a budget', 'a rename'],
    ['a change of another budget', 'a deletion of a budget'],
    ['a rename', 'a change of a budget'],
    ['a rename', 'a rename'],
    ['a deletion of a budget', 'a new member'],
    ['a new member', 'a new budget'],
    ['a deletion of the event', 'a new member'],
  ])('%s and %s meet, so the first is decided again on what it found', async (slow, fast) => {
    expect(await meet(slow, fast)).toHaveLength(5);
  });

  it('under a key are done once', async () => {
    const [one, other] = [newWrite('a new budget under a key'), newWrite('a new budget under a key')];
    database.let([{ before: async () => void (await write(shared, other)), end: 'pass' }]);
    expect(await write(shared, one)).toBe(other.decide(shared.event).result);
    await expectDone(other);
  });
});

/** Gives the editor another role, or none. */
const setRole = (role?: Role) =>
  changeEventAs(
    { author: { accountId: shared.ownerId }, find: () => getFound(shared) },
    {
      reply: () => undefined,
      decide: (event) => ({
        ...event,
        members: event.members.flatMap((member) => (role ? { ...member, role } : [])),
      }),
    },
  );

describe('a member', () => {
  const rename = () => newWrite('a rename');

  it('changes the event by a pointer, in three reads more', async () => {
    const requests = await requestsOf(() => write(shared, rename(), shared.editorId));
    expect(requests).toHaveLength(5);
    await expectDone(rename());
  });

  it('changes nothing with a role that does not suffice, or without one', async () => {
    await setRole('viewer');
    const before = await itemsOf(shared);
    await expect(write(shared, rename(), shared.editorId)).rejects.toThrow('forbidden');
    await expect(write(shared, rename(), randomUUID())).rejects.toThrow('not_found');
    expect(await itemsOf(shared)).toEqual(before);
    await setRole();
    await putItem(sharedKey(shared.editorId, shared.eventId), {
      head_id: shared.eventId,
      head: { owner_id: shared.ownerId, membership_id: 1 },
    });
    await expect(write(shared, rename(), shared.editorId)).rejects.toThrow('not_found');
  });

  it.each([
    ['not_found', undefined],
    ['forbidden', 'viewer' as const],
  ])(
    'gets %s if the role is gone before the write, and has done it if that is after it',
    async (name, role) => {
      database.let([{ end: 'lose', after: () => setRole(role) }, 'pass', 'meet']);
      expect(await write(shared, rename(), shared.editorId)).toBe('Party');
      expect(await storedEvent(shared)).toMatchObject({ name: 'Party!', version: 3 });
      shared = await newSharedEvent();
      database.let([{ before: () => setRole(role), end: 'pass' }]);
      expect(await reasonOf(write(shared, rename(), shared.editorId))).toBe(name);
      expect(await storedEvent(shared)).toMatchObject({ name: 'Party' });
    },
  );

  it('finds an own event first that has the same id', async () => {
    const { editorId: ownerId, eventId } = shared;
    await putItem(eventKey({ ownerId, eventId }), eventItem(eventId, 0));
    expect(await write(shared, rename(), ownerId)).toBe('Summer party');
    await expectDone();
  });
});

describe('what is rejected first', () => {
  const rejecting: EventWrite = {
    decide: () => {
      throw new Rejection('conflict', { field: 'event', problem: problem('full', 'is full') });
    },
  };

  it('is an event that is not there, the role, the version, and then what the event decides', async () => {
    const outdated = { ...rejecting, versions: [7] };
    expect(await reasonOf(write({ ...shared, eventId: 1 }, outdated))).toBe('not_found');
    expect(await reasonOf(write(shared, outdated, shared.editorId))).toBe('changed');
    await setRole('viewer');
    expect(await reasonOf(write(shared, outdated, shared.editorId))).toBe('forbidden');
    expect(await reasonOf(write(shared, outdated))).toBe('changed');
    expect(await reasonOf(write(shared, { ...rejecting, versions: [0, 2] }))).toBe('conflict');
  });

  it('is told without a write', async () => {
    expect(await requestsOf(() => reasonOf(write(shared, rejecting)))).toEqual(['GetItem']);
  });
});

describe('options of a write', () => {
  /** Renames the event, and tells its new name and version. */
  const change = (options: object = {}, by = shared.ownerId) =>
    changeEvent(asEditor(by), shared.eventId, {
      decide: (event) => ({ ...event, name: `${event.name}!` }),
      reply: ({ after: { name, version } }) => ({ name, version }),
      ...options,
    });

  it('the reply is of what this write made, whatever follows', async () => {
    database.let([{ end: 'pass', after: () => write(shared, newWrite('a rename')) }]);
    expect(await change()).toEqual({ name: 'Party!', version: 2 });
    database.let([{ end: 'lose', after: () => write(shared, newWrite('a rename')) }]);
    expect(await change()).toEqual({ name: 'Party!!!', version: 4 });
  });

  it('a dry run tells what the write would, and writes nothing', async () => {
    const before = await itemsOf(shared);
    expect(await change({ isDryRun: true })).toEqual({ name: 'Party!', version: 1 });
    const tooLarge = (event: Event) => ({ ...event, name: 'x'.repeat(410_000) });
    await expect(change({ isDryRun: true, decide: tooLarge })).rejects.toEqual(eventTooLarge());
    expect(await itemsOf(shared)).toEqual(before);
  });

  it('its caller is admitted once, when the role suffices and before anything is decided', async () => {
    const admit = vi.fn(async () => undefined);
    database.let(['meet']);
    await change({ admit });
    await expect(change({ admit, versions: [7] })).rejects.toThrow(/^changed: If-Match changed/);
    await setRole('viewer');
    await expect(change({ admit }, shared.editorId)).rejects.toThrow('forbidden');
    expect(admit).toHaveBeenCalledTimes(1);
    const limited = async () => {
      throw tooMany(7);
    };
    expect(await requestsOf(() => reasonOf(change({ admit: limited })))).toEqual(['GetItem']);
  });

  it('requires what it says of other items', async () => {
    const rejection = new RetryLaterError('There is no such item');
    const others = () => [
      new Check({ PK: 'OTHER', SK: shared.ownerId }).require(exists(['PK']), () => rejection),
    ];
    await expect(change({ others: others() })).rejects.toEqual(rejection);
    await expectDone();
    await putItem({ PK: 'OTHER', SK: shared.ownerId }, {});
    await change({ others: others() });
    await expectDone(newWrite('a rename'));
  });
});

describe('an event in the trash', () => {
  const [restore, deleteForGood] = [newWriteOf('a restore'), newWriteOf('a deletion for good')];

  it.each(writeNames)('is not found by %s, and stays as it is', async (name) => {
    await write(shared, newWrite(TRASH));
    const before = await itemsOf(shared);
    await expect(write(shared, newWrite(name))).rejects.toThrow('not_found');
    expect(await itemsOf(shared)).toEqual(before);
  });

  it('is restored as it was, but for its versions and members, and moves there again', async () => {
    const requests = await requestsOf(async () => {
      await write(shared, newWrite(TRASH));
      await write(shared, restore());
    });
    expect(requests).toHaveLength(4);
    expect(await storedEvent(shared)).toEqual({
      ...inOrder({ ...shared.event, members: [] }),
      ...{ version: 3, frame: 2, updated_at: expect.any(Number) },
    });
    const [item] = await itemsOf(shared);
    expect([item?.['head_id'], item?.['expires_at']]).toEqual([shared.eventId, undefined]);
    await write(shared, newWrite(TRASH));
    await expectDone(newWrite(TRASH), restore(), newWrite(TRASH));
  });

  it.each([restore, deleteForGood])('is nobody else’s, and nothing else is', async (newOne) => {
    await expect(write(shared, newOne())).rejects.toThrow('not_found');
    await expectDone();
    await write(shared, newWrite(TRASH));
    await expect(write(shared, newOne(), shared.editorId)).rejects.toThrow('not_found');
    await expectDone(newWrite(TRASH));
  });

  it('does not move there again if the first attempt arrives after its restore', async () => {
    database.let(['drop']);
    await write(shared, newWrite(TRASH));
    const [late] = database.writes();
    await write(shared, restore());
    const before = await itemsOf(shared);
    const { text } = (await late?.execute({ ClientRequestToken: undefined })) ?? {};
    expect(text).toContain('ConditionalCheckFailed');
    expect(await itemsOf(shared)).toEqual(before);
  });

  it('is not deleted for good, or restored again, by an attempt that arrives after its restore', async () => {
    await write(shared, newWrite(TRASH));
    for (const newOne of [restore, deleteForGood]) {
      // The owner's other tab restores it.
      database.let([{ before: () => write(shared, restore()), end: 'drop' }]);
      await expect(write(shared, newOne())).rejects.toThrow('not_found');
      const [late] = database.writes();
      const before = await itemsOf(shared);
      expect((await late?.execute())?.text).toContain('ConditionalCheckFailed');
      expect(await itemsOf(shared)).toEqual(before);
      await write(shared, newWrite(TRASH));
    }
  });

  it.each([0, 1, 3])('is restored once if the answer is lost, also with %d others', async (count) => {
    await write(shared, newWrite(TRASH));
    const { others } = arrange('a rename', count);
    database.let([{ end: 'lose', after: () => writeAll(others) }]);
    await write(shared, restore());
    await expectDone(newWrite(TRASH), restore(), ...others);
  });

  it('is restored once, although it moves there again before the answer, and deleted for good once', async () => {
    await write(shared, newWrite(TRASH));
    database.let([{ end: 'lose', after: () => write(shared, newWrite(TRASH)) }]);
    await write(shared, restore());
    await expectDone(newWrite(TRASH), restore(), newWrite(TRASH));
    database.let(['lose']);
    await write(shared, deleteForGood());
    await expectDone(newWrite(TRASH), restore(), newWrite(TRASH), deleteForGood());
  });
});

it('who needs no role changes an event by its reference', async () => {
  const changed = (decide: (event: Event) => Event | undefined) =>
    changeEventAs(
      { author: { accountId: shared.ownerId }, find: () => getFound(shared) },
      { decide, reply: () => undefined },
    );
  await changed(({ name, ...event }) => ({ ...event, name: `${name}!` }));
  await expectDone(newWrite('a rename'));
  await changed(() => undefined);
  await expect(changed(() => undefined)).rejects.toThrow('not_found');
});
