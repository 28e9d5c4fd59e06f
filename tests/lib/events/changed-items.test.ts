import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, Delete } from '../../../lib/dynamodb/changes.ts';
import { type Attributes, getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey, invitationKey, sharedKey } from '../../../lib/dynamodb/keys.ts';
import { newMark } from '../../../lib/dynamodb/marks.ts';
import { FailedConditions, send } from '../../../lib/dynamodb/send.ts';
import type { Budget } from '../../../lib/events/budget.ts';
import { changedItems } from '../../../lib/events/changed-items.ts';
import {
  type Event,
  eventIn,
  itemOf,
  MAX_BUDGETS,
  newEventOf,
  withBudgets,
} from '../../../lib/events/event.ts';
import { expiryOf } from '../../../lib/events/head.ts';
import { toInvitationItem } from '../../../lib/events/invitation.ts';
import { alreadyMember } from '../../../lib/events/pointer.ts';
import { headSums } from '../../../lib/events/sums.ts';
import { restored, trashed } from '../../../lib/events/trashed.ts';
import { nextId } from '../../../lib/id.ts';
import { anyDecision, anyEvent, type Decided, type Draw, someOf } from '../../support/any-event.ts';
import { line } from '../../support/event-item.ts';
import { putItem } from '../../support/put-items.ts';
import { scaled } from '../../support/scale.ts';

const keyOf = ({ ownerId, id }: Event) => eventKey({ ownerId, eventId: id });

/** Stores an event with what follows from it, and with attributes of a newer version of the service. */
async function store(event: Event) {
  const { head, budgets, ...others } = itemOf(event, newMark(), { accountId: event.ownerId });
  const item = {
    ...{ ...others, newer: 1, head: { ...head, newer: 2 } },
    budgets: Object.fromEntries(
      Object.entries(budgets).map(([id, budget]) => [id, { ...budget, newer: Number(id) }]),
    ),
  };
  await putItem(keyOf(event), item);
  for (const { accountId, id } of event.members)
    await putItem(sharedKey(accountId, event.id), pointerOf(event, id));
  for (const invitation of event.invitations)
    await putItem(invitationKey(invitation.email, invitation.id), toInvitationItem(event, invitation));
  const stored = await itemAt(event);
  return { item: stored, before: eventIn(stored) };
}

const pointerOf = ({ id, ownerId }: Event, membershipId: number) => ({
  ...{ head_id: id, head: { owner_id: ownerId, membership_id: membershipId } },
});

async function itemAt(event: Event): Promise<Attributes> {
  const item = await getItem(keyOf(event));
  if (!item) throw new Error('There is no such item');
  return item;
}

type Stored = Awaited<ReturnType<typeof store>>;

const changesOf = (stored: Stored, after: Event | undefined, needsVersion = false) =>
  changedItems({
    ...stored,
    after,
    mark: newMark(),
    author: { accountId: stored.before.ownerId },
    needsVersion,
  });

const isDone = async (changes: [Change, ...Change[]]): Promise<boolean> =>
  !((await send(...changes)) instanceof FailedConditions);

/** The days on which other amounts are open. */
const changedDays = ({ open_days: was }: Event, { open_days: is }: Event): string[] =>
  Object.keys({ ...was, ...is }).filter((day) => was[day] !== is[day]);

const touchedBy = ({ changed, added, deleted }: Decided): number[] => [...changed, ...added, ...deleted];

/** The event that a write makes of a decision. */
const written = ({ after, isFrame, changed, deleted }: Decided): Event => ({
  ...after,
  ...{ version: after.version + 1, frame: after.frame + (isFrame || deleted.length > 0 ? 1 : 0) },
  updated_at: expect.any(Number),
  budgets: after.budgets
    .map((budget) => ({ ...budget, ...(changed.includes(budget.id) && { updated_at: expect.any(Number) }) }))
    .toSorted((one, other) => one.id - other.id),
});

/** Expects an event as it is stored, with what leads its members and the invited to it, and nobody else. */
async function expectStored(expected: Event, before: Event): Promise<void> {
  const item = await itemAt(expected);
  const { members, invitations, ...others } = expected;
  const found = eventIn(item);
  expect(found).toMatchObject(headSums(found.budgets));
  // Two writes at once may leave a day without any.
  const open = Object.entries(found.open_days).filter(([, count]) => count !== 0);
  const stored = { ...found, open_days: Object.fromEntries(open) };
  expect(stored).toEqual({
    ...others,
    members: expect.arrayContaining(members),
    invitations: expect.arrayContaining(invitations),
  });
  expect([stored.members, stored.invitations].map(({ length }) => length)).toEqual(
    [members, invitations].map(({ length }) => length),
  );
  await expectLinks(expected, before);
}

/** Expects the pointers and invitations of an event, and none of an earlier state. */
async function expectLinks(event: Event, before: Event): Promise<void> {
  for (const { accountId, id } of [...before.members, ...event.members]) {
    const key = sharedKey(accountId, event.id);
    const isMember = event.members.some((member) => member.accountId === accountId);
    expect(await getItem(key)).toEqual(isMember ? { ...key, ...pointerOf(event, id) } : undefined);
  }
  for (const invitation of [...before.invitations, ...event.invitations]) {
    const key = invitationKey(invitation.email, invitation.id);
    const isInvited = event.invitations.some(({ id }) => id === invitation.id);
    expect(await getItem(key)).toEqual(
      isInvited ? { ...key, ...toInvitationItem(before, invitation) } : undefined,
    );
  }
}

const forAll = (runs: number, property: (draw: Draw) => Promise<void>) =>
  fc.assert(fc.asyncProperty(fc.gen(), property), {
    numRuns: runs,
    endOnFailure: true,
  });

describe('any decision on any event', () => {
  it('is stored as it was decided, and what a newer version of the service stores stays', async () => {
    await forAll(scaled(500, 40), async (draw) => {
      const given = await store(anyEvent(draw, randomUUID()));
      const { before } = given;
      const decided = anyDecision(draw, before);
      expect(await isDone(changesOf(given, decided.after, draw(fc.boolean)))).toBe(true);
      await expectStored(written(decided), before);
      const { budgets, ...stored } = await itemAt(before);
      expect(stored).toMatchObject({ newer: 1, head: { newer: 2 } });
      for (const { id } of decided.after.budgets.filter(({ id }) => !decided.added.includes(id)))
        expect(budgets).toMatchObject({ [id]: { newer: id } });
    });
  });

  it('is done after another one exactly if that changed nothing of what it was made of', async () => {
    await forAll(scaled(500, 40), async (draw) => {
      const given = await store(anyEvent(draw, randomUUID()));
      const { before } = given;
      const [first, second] = [anyDecision(draw, before), anyDecision(draw, before)];
      const needsVersion = draw(() => fc.constantFrom(true, false, false));
      const late = changesOf(given, second.after, needsVersion);
      expect(await isDone(changesOf(given, first.after))).toBe(true);
      const stored = await itemAt(before);
      const mine = touchedBy(second);
      const meets =
        needsVersion ||
        second.isFrame ||
        mine.length === 0 ||
        7 * mine.length + changedDays(before, second.after).length > 58 ||
        // A day goes with its last open amount.
        changedDays(before, second.after).some(
          (day) => !second.after.open_days[day] && first.after.open_days[day] !== before.open_days[day],
        ) ||
        first.isFrame ||
        first.deleted.length > 0 ||
        mine.some((id) => touchedBy(first).includes(id));
      expect(await isDone(late)).toBe(!meets);
      if (meets) {
        expect(await itemAt(before)).toEqual(stored);
        return;
      }
      const event = eventIn(stored);
      const both = [
        ...event.budgets.filter(({ id }) => !mine.includes(id)),
        ...second.after.budgets.filter(({ id }) => mine.includes(id)),
      ];
      await expectStored(written({ ...second, after: withBudgets(event, both) }), before);
    });
  });

  it('is done once', async () => {
    await forAll(scaled(100, 15), async (draw) => {
      const given = await store(anyEvent(draw, randomUUID()));
      const changes = changesOf(given, anyDecision(draw, given.before).after);
      const isResent = [await isDone(changes), await isDone(changes)];
      expect(isResent).toEqual([true, false]);
    });
  });

  it('does nothing to an event in the trash, which a restore brings back as it was, without roles', async () => {
    await forAll(scaled(100, 15), async (draw) => {
      const given = await store(anyEvent(draw, randomUUID()));
      const { before } = given;
      const late = changesOf(given, anyDecision(draw, before).after);
      const stepTo = async (stored: Stored, after: Event): Promise<Stored> => {
        expect(await isDone(changesOf(stored, after))).toBe(true);
        const item = await itemAt(before);
        return { item, before: eventIn(item) };
      };
      const inTrash = await stepTo(given, trashed(before));
      const { id, budgets_count } = before;
      expect(inTrash.before).toMatchObject({ id, budgets_count, deleted_at: expect.any(Number) });
      expect(inTrash.item['head_id']).toBe(-id);
      const expiry = expiryOf(inTrash.before.deleted_at ?? 0);
      expect(inTrash.item['expires_at']).toBe(Math.ceil(expiry / 1_000));
      await expectLinks({ ...before, members: [], invitations: [] }, before);
      expect(await isDone(late)).toBe(false);
      const lateRestore = changesOf(inTrash, restored(inTrash.before));
      const back = await stepTo(inTrash, restored(inTrash.before));
      expect(await isDone(lateRestore)).toBe(false);
      const { version, frame, updated_at } = back.before;
      expect([version, frame]).toEqual([before.version + 2, before.frame + 2]);
      const sharing = { members: [], invitations: [], version, frame, updated_at };
      const budgets = before.budgets.toSorted((one, other) => one.id - other.id);
      expect(back.before).toEqual({ ...before, budgets, ...sharing });
      expect(Object.keys(back.item).sort()).toEqual(Object.keys(given.item).sort());
    });
  });

  it('finds no event any more after its deletion for good, which leaves no trace', async () => {
    await forAll(scaled(100, 15), async (draw) => {
      const given = await store(anyEvent(draw, randomUUID()));
      const { before } = given;
      const late = changesOf(given, anyDecision(draw, before).after);
      // After a restore from a backup, a pointer may be missing.
      for (const { accountId } of someOf(draw, before.members))
        await send(new Delete(sharedKey(accountId, before.id)));
      expect(await isDone(changesOf(given, undefined))).toBe(true);
      expect(await isDone(late)).toBe(false);
      expect(await getItem(keyOf(before))).toBeUndefined();
      await expectLinks({ ...before, members: [], invitations: [] }, before);
    });
  });
});

const fields = { name: 'Party', description: '', event_date: '2027-07-04' };

const newLine = (): Budget => ({ ...line, id: nextId(), digits: 2, payments: [], version: 0 });

/** A stored event with so many budgets. */
const stored = (budgets: number) =>
  store(newEventOf(randomUUID(), fields, Array.from({ length: budgets }, newLine)));

/** What a decision has DynamoDB do with the event's item. */
function updateFor(given: Stored, after: Event) {
  const { Update: update } = changesOf(given, after)[0].toAction();
  return {
    text: update?.UpdateExpression ?? '',
    names: new Set(Object.values(update?.ExpressionAttributeNames ?? {})),
  };
}

/** What every update names. */
const ALWAYS = ['head', 'version', 'updated_at', 'writes', 'author', 'frame'];

describe('a change of an event names only what differs:', () => {
  it('a field', async () => {
    const given = await stored(1);
    const { names } = updateFor(given, { ...given.before, name: 'Ball' });
    expect(names).toEqual(new Set([...ALWAYS, 'name']));
  });

  it('fields of a budget, its version, and the sums that follow', async () => {
    const given = await stored(1);
    const budgets = given.before.budgets.map((budget) => ({ ...budget, amount_cents: 7, version: 1 }));
    const { names } = updateFor(given, withBudgets(given.before, budgets));
    const [id] = budgets.map((budget) => String(budget.id));
    expect(names).toEqual(new Set([...ALWAYS, 'budgets', id, 'a', 'r', 'm', 'total_cents']));
  });

  it('no budget, if there are too many for an expression', async () => {
    const given = await stored(10);
    const budgets = given.before.budgets.map((budget) => ({ ...budget, name: 'Choir', version: 1 }));
    const { names } = updateFor(given, withBudgets(given.before, budgets));
    expect(names).toEqual(new Set([...ALWAYS.filter((name) => name !== 'frame'), 'budgets']));
  });
});

/** DynamoDB's maximum for the text of an expression. */
const MAX_EXPRESSION = 4_096;

it.each([
  [8, 2],
  [5, 23],
  [1, 51],
])('other fields of an event, of %i budgets and of %i days fit into an expression', async (count, days) => {
  const given = await stored(count);
  const [first, ...others] = given.before.budgets.map(
    (budget): Budget => ({
      ...{ ...budget, name: 'x', category: 'x', amount_cents: 1, spent_cents: 1, unit_cents: 1, quantity: 1 },
      ...{ per_guest: true, vendor: 'x', note: 'x', due_date: '2027-07-04', paid: true, version: 1 },
      ...{ kind: 'expense', estimate_cents: 1, link: 'x', payments: [{ id: nextId(), amount_cents: 7 }] },
    }),
  );
  if (!first) throw new Error('There is no budget');
  const payments = Array.from({ length: days }, (_, n) => ({
    ...{ id: nextId(), amount_cents: 7, due_date: `${2027 + n}-03-01` },
  }));
  const budgets = [{ ...first, payments }, ...others];
  const fields = { name: 'x', description: 'x', event_date: '2028-07-04', currency: 'EUR', guests: 1 };
  const after = { ...withBudgets(given.before, budgets), ...fields, limit_cents: 1 };
  const { text, names } = updateFor(given, after);
  expect(text.length).toBeLessThan(MAX_EXPRESSION);
  expect(names).toContain('2027-03-01');
  expect(await isDone(changesOf(given, after))).toBe(true);
});

it('days that are too many for an expression are written whole', async () => {
  const given = await stored(1);
  const payments = Array.from({ length: 52 }, (_, n) => ({
    ...{ id: nextId(), amount_cents: 7, due_date: `${2027 + n}-03-01` },
  }));
  const budgets = given.before.budgets.map((budget) => ({ ...budget, payments, version: 1 }));
  const after = withBudgets(given.before, budgets);
  expect(updateFor(given, after).names).not.toContain('2027-03-01');
  expect(await isDone(changesOf(given, after))).toBe(true);
  expect(eventIn(await itemAt(after)).open_days).toEqual(after.open_days);
});

describe('the number of open amounts of a day', () => {
  const due = () => ({ ...newLine(), due_date: '2027-06-30' });
  const openDays = async (event: Event) => eventIn(await itemAt(event)).open_days;

  /** Changes that pay one of the budgets. */
  const payOf = (given: Stored, nth: number) => {
    const budgets = given.before.budgets.map((budget, n) =>
      n === nth ? { ...budget, paid: true, version: budget.version + 1 } : budget,
    );
    return changesOf(given, withBudgets(given.before, budgets));
  };

  it('is right after two writes at once, and goes with its last', async () => {
    const given = await store(newEventOf(randomUUID(), fields, [due(), due(), due()]));
    expect([await isDone(payOf(given, 0)), await isDone(payOf(given, 1))]).toEqual([true, true]);
    expect(await openDays(given.before)).toEqual({ '2027-06-30': 1 });
    const item = await itemAt(given.before);
    expect(await isDone(payOf({ item, before: eventIn(item) }, 2))).toBe(true);
    expect(await openDays(given.before)).toEqual({});
  });

  it('does not go with its last if another write has added one', async () => {
    const given = await store(newEventOf(randomUUID(), fields, [due()]));
    const added = withBudgets(given.before, [...given.before.budgets, due()]);
    expect(await isDone(changesOf(given, added))).toBe(true);
    expect(await isDone(payOf(given, 0))).toBe(false);
    expect(await openDays(given.before)).toEqual({ '2027-06-30': 2 });
  });
});

it('an invitation instead of 50 that have expired fits into an expression and a transaction', async () => {
  const [first, ...others] = Array.from({ length: 51 }, (_, n) => ({
    ...{ id: nextId(), email: `guest-${n}-of-fifty@example.com`, role: 'viewer' as const, since: n },
  }));
  const given = await store({ ...newEventOf(randomUUID(), fields), invitations: others });
  const after = { ...given.before, invitations: first ? [first] : [] };
  console.log(updateFor(given, after).text.length);
  expect(updateFor(given, after).text.length).toBeLessThan(MAX_EXPRESSION);
  expect(changesOf(given, after).length).toBeLessThanOrEqual(100);
  expect(await isDone(changesOf(given, after))).toBe(true);
});

it('a budget that comes late finds no room in an event that is full by then', async () => {
  const given = await stored(MAX_BUDGETS - 1);
  const adding = () => changesOf(given, withBudgets(given.before, [...given.before.budgets, newLine()]));
  const late = adding();
  expect([await isDone(adding()), await isDone(late)]).toEqual([true, false]);
});

it('nobody joins who has a pointer to another event under the same id', async () => {
  const given = await stored(0);
  const { before } = given;
  const member = { accountId: randomUUID(), id: nextId(), role: 'viewer' as const, since: 100 };
  const [update, ...others] = changesOf(given, { ...before, members: [member] });
  await putItem(sharedKey(member.accountId, before.id), pointerOf({ ...before, ownerId: 'another' }, 7));
  const outcome = await send(update, ...others);
  expect(outcome instanceof FailedConditions && outcome.refusalOf(...others)).toEqual(alreadyMember());
  expect(await itemAt(before)).toEqual(given.item);
  // Such as after a restore from a backup.
  await putItem(sharedKey(member.accountId, before.id), pointerOf(before, 7));
  expect(await isDone(changesOf(given, { ...before, members: [member] }))).toBe(true);
});
