import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../../lib/auth/roles.ts';
import { importBudgets } from '../../../lib/budgets/import-budgets.ts';
import { createBudget, deleteBudget, MAX_BUDGETS } from '../../../lib/budgets/repository.ts';
import type { NewBudget } from '../../../lib/budgets/request.ts';
import { updateBudget } from '../../../lib/budgets/update-budget.ts';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { type Condition, equals, exists } from '../../../lib/dynamodb/conditions.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey, headPath, memberPath, sharedKey, sharingPath } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { deleteEvent } from '../../../lib/events/delete-event.ts';
import { type Sharing, sharingIn } from '../../../lib/events/event.ts';
import { EventUpdate } from '../../../lib/events/event-update.ts';
import { findItem } from '../../../lib/events/read-event.ts';
import { createEvent, getEvent } from '../../../lib/events/repository.ts';
import { updateEvent } from '../../../lib/events/update-event.ts';
import { MAX_DECISIONS, writeEvent, writeFound, writeUnread } from '../../../lib/events/write-event.ts';
import { answeringDatabase, refused, THROTTLED } from '../../support/answering-database.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { asEditor, asOwner } from '../../support/event-callers.ts';
import { putItem } from '../../support/put-items.ts';

const database = await answeringDatabase();

const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
const yen = { currency: { code: 'JPY', digits: 0 as const } };
const band: NewBudget = { name: 'Band', category: 'Music', amounts: { amount: 50_000, spent: 0 } };
/** It has a fraction. */
const precise: NewBudget = { ...band, amounts: { amount: 50_500, spent: 0 } };

let ownerId: string;
let eventId: number;
beforeEach(async () => {
  ownerId = randomUUID();
  ({ id: eventId } = await createEvent(ownerId, fields));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const event = () => getEvent({ ownerId, eventId });
const add = (body = band, { by = ownerId, headers = {} } = {}) =>
  createBudget(asEditor(by), { path: { event_id: eventId }, headers, body });
const rename = (name: string, versions?: number[], by = ownerId) =>
  updateEvent(asEditor(by), eventId, { name }, { 'if-match': versions });
const renameTimes = async (times: number): Promise<void> => {
  for (let n = 1; n <= times; n += 1) await rename(`Name ${n}`);
};
const setInEvent = (path: readonly (string | number)[], value: unknown) =>
  send(new Update(eventKey({ ownerId, eventId })).require(exists(['PK'])).set(path, value));

/** Makes somebody a member of the event. */
async function newMember(role: Role): Promise<string> {
  const accountId = randomUUID();
  await setInEvent(memberPath(accountId), { r: role, m: 7, s: 100 });
  await putItem(sharedKey(accountId, eventId), {
    head_id: eventId,
    head: { owner_id: ownerId, membership_id: 7 },
  });
  return accountId;
}

/** The names of the requests of some work, and how often it waited at random. */
async function observe<Result>(work: () => Promise<Result>) {
  takeRequests();
  const random = vi.spyOn(Math, 'random');
  const result = await work();
  const pauses = random.mock.calls.length;
  random.mockRestore();
  return { result, pauses, requests: takeRequests().names.map((name) => name.replace(/Command$/, '')) };
}

describe('an assumption that was wrong', () => {
  it('takes a second round without a pause', async () => {
    await updateEvent(asEditor(ownerId), eventId, yen);
    const { result, pauses, requests } = await observe(() => add());
    expect([requests, pauses]).toEqual([['UpdateItem', 'UpdateItem'], 0]);
    expect(await event()).toMatchObject({ budgets: [{ id: result.id, amount_cents: 50 }] });
  });

  it('takes no second round if the right one can’t be met either', async () => {
    await updateEvent(asEditor(ownerId), eventId, yen);
    takeRequests();
    await expect(add(precise)).rejects.toMatchObject({ name: 'InvalidFieldsError' });
    expect(takeRequests().names).toEqual(['UpdateItemCommand']);
  });

  it('of the owner leads a member to the owner’s event', async () => {
    const editor = await newMember('editor');
    const { result, pauses, requests } = await observe(() => rename('Ball', [1], editor));
    expect([result, requests, pauses]).toEqual([{ version: 2 }, ['UpdateItem', 'GetItem', 'UpdateItem'], 0]);
    expect(await event()).toMatchObject({ name: 'Ball', version: 2 });
  });

  it('of the owner and of the digits take a round each', async () => {
    await updateEvent(asEditor(ownerId), eventId, yen);
    const editor = await newMember('editor');
    const { result, pauses, requests } = await observe(() => add(band, { by: editor }));
    expect(requests).toEqual(['UpdateItem', 'GetItem', 'UpdateItem', 'UpdateItem']);
    expect(pauses).toBe(0);
    expect(await event()).toMatchObject({ budgets: [{ id: result.id, amount_cents: 50 }] });
  });

  it('of the owner leads a stranger to nothing', async () => {
    takeRequests();
    await expect(rename('Ball', undefined, randomUUID())).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(takeRequests().names).toEqual(['UpdateItemCommand', 'GetItemCommand']);
  });
});

/** Counts changes of the members that nobody makes at the same time. */
const countOnce = (found: number[]) => ({
  parse: sharingIn,
  decide: (target: ConstructorParameters<typeof EventUpdate>[0], { sharing }: Sharing) => {
    found.push(sharing);
    const update = new EventUpdate(target).raiseSharing().require(equals(sharingPath, sharing));
    return { changes: [update] as const, result: sharing };
  },
});
const readItem = async () => {
  const found = await findItem(asOwner(ownerId), eventId);
  if (!found) throw new Error('There is no event');
  return found;
};

describe('somebody who was faster', () => {
  it('is found, and decided on again, without a read or a pause', async () => {
    const read = await readItem();
    await setInEvent(sharingPath, 5);
    const found: number[] = [];
    const { result, pauses, requests } = await observe(() => writeFound(read, countOnce(found)));
    expect([result, found, pauses]).toEqual([{ result: 5, version: 2 }, [0, 5], 0]);
    expect(requests).toEqual(['UpdateItem', 'UpdateItem']);
    expect(sharingIn(await getItem(eventKey({ ownerId, eventId })))).toMatchObject({ sharing: 6 });
  });

  it('each time makes the write wait, from the second time on', async () => {
    const read = await readItem();
    let faster = 10;
    const before = () => setInEvent(sharingPath, faster++);
    database.let([1, 2, 3].flatMap(() => [{ before, end: 'pass' }, 'pass']));
    const found: number[] = [];
    const { result, pauses } = await observe(() => writeFound(read, countOnce(found)));
    expect([result, found, pauses]).toEqual([{ result: 12, version: 2 }, [0, 10, 11, 12], 2]);
  });

  it(`in ${MAX_DECISIONS} rounds makes the write give up`, async () => {
    const read = await readItem();
    let faster = 10;
    const before = () => setInEvent(sharingPath, faster++);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    database.let(Array.from({ length: MAX_DECISIONS }).flatMap(() => [{ before, end: 'pass' }, 'pass']));
    const found: number[] = [];
    await expect(writeFound(read, countOnce(found))).rejects.toMatchObject({ name: 'RetryLaterError' });
    expect(found).toHaveLength(1 + MAX_DECISIONS);
    expect(sharingIn(await getItem(eventKey({ ownerId, eventId })))).toMatchObject({ version: 1 });
  });
});

describe('a write whose answer is lost', () => {
  it.each([0, 1, 2, 3])('is done, and knows its version after %d others', async (others) => {
    database.let([{ end: 'lose', after: () => renameTimes(others) }]);
    expect(await rename('Ball')).toEqual({ version: 2 });
    expect(await event()).toMatchObject({ version: 2 + others, name: others ? `Name ${others}` : 'Ball' });
  });

  it('is done once, whatever its version is by then', async () => {
    database.let([{ end: 'lose', after: () => renameTimes(3) }]);
    expect(await rename('Ball', [1])).toEqual({ version: 2 });
    database.let([{ end: 'lose', after: () => renameTimes(3) }]);
    const budget = await add(band, { headers: { 'if-match': [5] } });
    expect(await event()).toMatchObject({ version: 9, budgets_count: 1, budgets: [{ id: budget.id }] });
  });

  it('is done too for a member who lost the role since', async () => {
    const editor = await newMember('editor');
    const after = () => setInEvent([...memberPath(editor), 'r'], 'viewer');
    database.let(['pass', { end: 'lose', after }]);
    const budget = await add(band, { by: editor });
    expect((await event())?.budgets).toMatchObject([{ id: budget.id }]);
  });

  it('is done too if it was the second round', async () => {
    await updateEvent(asEditor(ownerId), eventId, yen);
    database.let(['pass', 'lose']);
    const budget = await add();
    expect(await event()).toMatchObject({ version: 3, budgets: [{ id: budget.id }] });
  });

  it('is known by the mark of its budget, after so many others that the event forgot it', async () => {
    database.let([{ end: 'lose', after: () => renameTimes(4) }]);
    const budget = await add();
    expect(await event()).toMatchObject({ version: 6, budgets_count: 1 });
    expect((await event())?.budgets).toEqual([budget]);
  });

  it('is known by the marks of its budgets, with the version that it made', async () => {
    const body = { budgets: [band, band] };
    database.let([{ end: 'lose', after: () => renameTimes(4) }]);
    const path = { event_id: eventId };
    expect(await importBudgets(asEditor(ownerId), { path, headers: {}, query: {}, body })).toMatchObject({
      version: 2,
    });
    expect(await event()).toMatchObject({ version: 6, budgets_count: 2 });
  });
});

const nameOf = async (work: () => Promise<unknown>): Promise<string> =>
  work().then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.name : 'nothing'),
  );

/** An event with one budget, of which the version is 0. */
async function withBudget(): Promise<number> {
  return (await add()).id;
}

type Arranged = () => Promise<unknown>;

/** Each arranges an event, and returns a write that is refused, or done, for what is stored. */
const cases: [name: string, arrange: () => Promise<Arranged>, once: string, twice: string, round?: number][] =
  [
    [
      'a role that does not suffice',
      async () => {
        const viewer = await newMember('viewer');
        return () => add(band, { by: viewer });
      },
      ...(['ForbiddenError', 'RetryLaterError', 2] as const),
    ],
    [
      'a membership that ended',
      async () => {
        const editor = await newMember('editor');
        await setInEvent(headPath('roles'), {});
        return () => add(band, { by: editor });
      },
      ...(['MembershipEndedError', 'RetryLaterError', 2] as const),
    ],
    [
      'a membership that ended, for a deletion',
      async () => {
        const [editor, id] = [await newMember('editor'), await withBudget()];
        await setInEvent(headPath('roles'), {});
        return () => deleteBudget(asEditor(editor), { event_id: eventId, id });
      },
      ...(['MembershipEndedError', 'RetryLaterError', 2] as const),
    ],
    [
      'an event that is full',
      async () => {
        await setInEvent(headPath('budgets_count'), MAX_BUDGETS);
        return () => add();
      },
      'ConflictError',
      'RetryLaterError',
    ],
    [
      'a currency in use',
      async () => {
        await withBudget();
        return () => updateEvent(asEditor(ownerId), eventId, yen);
      },
      'ConflictError',
      'RetryLaterError',
    ],
    [
      'an amount that does not fit the currency',
      async () => {
        await updateEvent(asEditor(ownerId), eventId, yen);
        return () => add(precise);
      },
      'InvalidFieldsError',
      'RetryLaterError',
    ],
    [
      'a version that has passed',
      async () => {
        await renameTimes(4);
        return () => rename('Ball', [1, 4]);
      },
      'PreconditionError',
      'PreconditionError',
    ],
    [
      'a version that is no version',
      async () => {
        await renameTimes(9);
        return () => rename('Ball', [-1]);
      },
      'PreconditionError',
      'PreconditionError',
    ],
    [
      'a version so old that the event forgot the write which followed it',
      async () => {
        await renameTimes(5);
        return () => rename('Ball', [1]);
      },
      'PreconditionError',
      'RetryLaterError',
    ],
    [
      'a version that may be reached',
      async () => () => rename('Ball', [2]),
      'PreconditionError',
      'RetryLaterError',
    ],
    [
      'versions of which one may be reached',
      async () => {
        await renameTimes(1);
        return () => rename('Ball', [1, 3, -1]);
      },
      'PreconditionError',
      'RetryLaterError',
    ],
    [
      'a version of a budget that has passed',
      async () => {
        const id = await withBudget();
        await updateBudget(asEditor(ownerId), { event_id: eventId, id }, { name: 'Choir', amounts: {} });
        return () =>
          updateBudget(
            asEditor(ownerId),
            { event_id: eventId, id },
            { name: 'Band', amounts: {} },
            { 'if-match': [0] },
          );
      },
      'PreconditionError',
      'PreconditionError',
    ],
    [
      'an event that is gone',
      async () => () => updateEvent(asEditor(ownerId), 1, { name: 'Ball' }),
      ...twice('NotFoundError'),
    ],
    [
      'a budget that is gone',
      async () => () =>
        updateBudget(asEditor(ownerId), { event_id: eventId, id: 1 }, { name: 'Choir', amounts: {} }),
      ...twice('NotFoundError'),
    ],
    [
      'the deletion of an event that is gone',
      async () => () => deleteEvent(asOwner(ownerId), 1),
      'NotFoundError',
      'done',
    ],
    [
      'the deletion of a budget that is gone',
      async () => () => deleteBudget(asEditor(ownerId), { event_id: eventId, id: 1 }),
      'NotFoundError',
      'done',
    ],
    [
      'the deletion of a budget whose event is gone',
      async () => () => deleteBudget(asEditor(ownerId), { event_id: 1, id: 1 }),
      'NotFoundError',
      'done',
    ],
    [
      'the deletion by a member of a budget that is gone',
      async () => {
        const editor = await newMember('editor');
        return () => deleteBudget(asEditor(editor), { event_id: eventId, id: 1 });
      },
      ...(['NotFoundError', 'done', 2] as const),
    ],
    [
      'the deletion of an event with another version',
      async () => {
        await renameTimes(1);
        return () => deleteEvent(asOwner(ownerId), eventId, [1]);
      },
      'PreconditionError',
      'PreconditionError',
    ],
  ];

function twice<Name>(name: Name): [Name, Name] {
  return [name, name];
}

describe.each(cases)('%s', (_, arrange, once, sentTwice, round = 1) => {
  /** Lets the write through that leads a member to the owner. */
  const first = round === 1 ? [] : (['pass'] as const);

  it(`means ${once} if the write was sent once`, async () => {
    const write = await arrange();
    const before = await event();
    expect(await nameOf(write)).toBe(once);
    expect(await event()).toEqual(before);
  });

  it(`means ${sentTwice} if its first attempt may have been done`, async () => {
    const write = await arrange();
    const before = await event();
    database.let([...first, 'drop']);
    expect(await nameOf(write)).toBe(sentTwice);
    expect(database.writes()).toHaveLength(round + 1);
    expect(await event()).toEqual(before);
  });
});

/** A throttled attempt was not done. */
describe.each(
  cases.filter(([, , once, sentTwice, round]) => once !== sentTwice && (round || sentTwice === 'done')),
)('%s, of a member or for a deletion,', (_, arrange, once, __, round = 1) => {
  it(`means ${once} too if the first attempt of the write was throttled`, async () => {
    const write = await arrange();
    database.let([...(round === 1 ? [] : ['pass' as const]), THROTTLED]);
    expect(await nameOf(write)).toBe(once);
    expect(database.writes()).toHaveLength(round + 1);
  });
});

describe('what was resent in one round', () => {
  it('is remembered in the next', async () => {
    await updateEvent(asEditor(ownerId), eventId, yen);
    // Then an event of whole yen is full.
    const before = () => setInEvent(headPath('budgets_count'), MAX_BUDGETS);
    database.let(['drop', 'pass', { before, end: 'pass' }]);
    expect(await nameOf(() => add())).toBe('RetryLaterError');
    await setInEvent(headPath('budgets_count'), 0);
    database.let(['pass', { before, end: 'pass' }]);
    expect(await nameOf(() => add())).toBe('ConflictError');
  });

  it('is remembered when the event is too large in the next', async () => {
    await updateEvent(asEditor(ownerId), eventId, yen);
    const tooLarge = refused(
      'ValidationException',
      'Item size to update has exceeded the maximum allowed size',
    );
    database.let(['drop', 'pass', tooLarge]);
    expect(await nameOf(() => add())).toBe('RetryLaterError');
    database.let(['pass', tooLarge]);
    expect(await nameOf(() => add())).toBe('ConflictError');
  });

  it('is forgotten on the way to the owner’s event, since there was nothing to write to', async () => {
    const viewer = await newMember('viewer');
    database.let(['drop']);
    expect(await nameOf(() => add(band, { by: viewer }))).toBe('ForbiddenError');
    expect(await nameOf(() => deleteEvent(asOwner(viewer), eventId))).toBe('ForbiddenError');
  });
});

describe('a condition that fails although the item meets it', () => {
  it('is a defect, of which the caller is told nothing', async () => {
    const contradiction: Condition = { ...exists(['nothing']), holds: () => true };
    const writing = writeUnread(
      { ownerId, eventId },
      {
        parse: sharingIn,
        decide: (target, _?: Sharing) => ({
          changes: [new EventUpdate(target).require(contradiction)],
          result: undefined,
        }),
      },
    );
    await expect(writing).rejects.toMatchObject({
      name: 'Error',
      message: expect.stringContaining('unknown'),
    });
    expect(await event()).toMatchObject({ version: 1 });
  });
});

describe('if there are several reasons, the refusal is', () => {
  it('for a budget: the event, the digits, the budget, the role, the version', async () => {
    await updateEvent(asEditor(ownerId), eventId, yen);
    const { id } = await add();
    const [stranger, viewer] = [randomUUID(), await newMember('viewer')];
    const update = (by: string, budgetId: number, spent: number) =>
      nameOf(() =>
        updateBudget(
          asEditor(by),
          { event_id: eventId, id: budgetId },
          { amounts: { spent } },
          { 'if-match': [7] },
        ),
      );
    expect(await update(stranger, 1, 1_500)).toBe('NotFoundError');
    expect(await update(viewer, 1, 1_500)).toBe('InvalidFieldsError');
    expect(await update(viewer, 1, 1_000)).toBe('NotFoundError');
    expect(await update(viewer, id, 1_000)).toBe('ForbiddenError');
    await setInEvent([...memberPath(viewer), 'r'], 'editor');
    expect(await update(viewer, id, 1_000)).toBe('PreconditionError');
  });

  it('for a new budget: the digits, the role, the version, the state', async () => {
    await updateEvent(asEditor(ownerId), eventId, yen);
    await setInEvent(headPath('budgets_count'), MAX_BUDGETS);
    const viewer = await newMember('viewer');
    const create = (body: NewBudget, version: number) =>
      nameOf(() => add(body, { by: viewer, headers: { 'if-match': [version] } }));
    expect(await create(precise, 7)).toBe('InvalidFieldsError');
    expect(await create(band, 7)).toBe('ForbiddenError');
    await setInEvent([...memberPath(viewer), 'r'], 'editor');
    expect(await create(band, 7)).toBe('PreconditionError');
    expect(await create(band, 2)).toBe('ConflictError');
    await setInEvent(headPath('budgets_count'), 0);
    expect(await create(band, 2)).toBe('done');
  });

  it('for an event that is not there: the digits that fit none', async () => {
    const thousandth: NewBudget = { ...band, amounts: { amount: 1, spent: 0 } };
    eventId = 1;
    expect(await nameOf(() => add(thousandth))).toBe('InvalidFieldsError');
    expect(await nameOf(() => updateEvent(asEditor(ownerId), 1, { limit_amount: 1 }))).toBe(
      'InvalidFieldsError',
    );
    expect(await nameOf(() => add(precise))).toBe('NotFoundError');
  });
});

it('a decision without changes, or about a dry run, sends nothing', async () => {
  const read = await readItem();
  takeRequests();
  const written = await writeFound(read, { parse: sharingIn, decide: () => ({ result: 7 }) });
  const dry = countOnce([]);
  const decide: typeof dry.decide = (...known) => ({ ...dry.decide(...known), isDryRun: true });
  expect([written, await writeFound(read, { ...dry, decide })]).toEqual([{ result: 7 }, { result: 0 }]);
  expect(takeRequests().names).toEqual([]);
});

it('a version is told by what the database returns', async () => {
  const written = await writeEvent(asEditor(ownerId), eventId, {
    parse: sharingIn,
    decide: (target) => ({ changes: [new EventUpdate(target)], result: 'x' }),
  });
  expect(written).toEqual({ result: 'x', version: 2 });
});
