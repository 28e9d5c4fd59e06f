import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, Delete, newWriteId } from '../../../lib/dynamodb/changes.ts';
import { type Attributes, getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey, invitationKey, sharedKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { nextId } from '../../../lib/id.ts';
import type { Budget } from '../../../lib/plan/budget.ts';
import { addedBudget, changedBudgetOf, changedItems } from '../../../lib/plan/changed-items.ts';
import {
  type Event,
  eventIn,
  itemOf,
  MAX_BUDGETS,
  newEventOf,
  withBudgets,
  withNextVersions,
} from '../../../lib/plan/event.ts';
import { expiryOf } from '../../../lib/plan/head.ts';
import { toInvitationItem } from '../../../lib/plan/invitation.ts';
import { alreadyMember, foundIn } from '../../../lib/plan/repository.ts';
import { headSums } from '../../../lib/plan/sums.ts';
import { restored, trashed } from '../../../lib/trash/list-trash.ts';
import { anyBudget, anyDecision, anyEvent, type Draw, someOf } from '../../support/any-event.ts';
import { line } from '../../support/event-item.ts';
import { scaled } from '../../support/scale.ts';
import { putItem } from '../../support/table.ts';

const keyOf = ({ ownerId, id }: Event) => eventKey({ ownerId, eventId: id });

/** Stores an event with what follows from it, and with attributes of a newer version of the service. */
async function store(event: Event) {
  const { head, budgets, ...others } = itemOf(event, newWriteId(), { accountId: event.ownerId });
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

/** A write of a decision on what was stored. */
const writeOf = ({ item, before }: Stored, after: Event) => ({
  found: foundIn(item),
  after: withNextVersions(before, after),
  writeId: newWriteId(),
  author: { accountId: before.ownerId },
});

const changesOf = (stored: Stored, after: Event | undefined) =>
  changedItems({ ...writeOf(stored, after ?? stored.before), after: after && writeOf(stored, after).after });

/** The change of one budget: of one that was there, or a new one. */
function budgetChangeOf(stored: Stored, budgets: Budget[], id: number): [Change] {
  const write = writeOf(stored, { ...stored.before, budgets });
  const was = stored.before.budgets.find((budget) => budget.id === id);
  const is = write.after.budgets.find((budget) => budget.id === id);
  if (was) return [changedBudgetOf(write, was, is)];
  if (!is) throw new Error('There is no such budget');
  return [addedBudget(write, is, false)];
}

const isDone = async (changes: [Change, ...Change[]]): Promise<boolean> => !(await send(...changes));

/** The event that a write makes of a decision. */
const written = (before: Event, after: Event, frame: number): Event => {
  const was = new Map(before.budgets.map((budget) => [budget.id, budget]));
  const changed = after.budgets.map((budget) => {
    const { version } = was.get(budget.id) ?? {};
    const isSame = version === undefined || was.get(budget.id) === budget;
    return isSame ? budget : { ...budget, version: version + 1, updated_at: expect.any(Number) };
  });
  const budgets = changed.toSorted((one, other) => one.id - other.id);
  return { ...after, budgets, version: before.version + 1, frame, updated_at: expect.any(Number) };
};

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
    const [isInvited, wasInvited] = [event, before].map(({ invitations }) =>
      invitations.some(({ id }) => id === invitation.id),
    );
    const item = toInvitationItem(wasInvited ? before : event, invitation);
    expect(await getItem(key)).toEqual(isInvited ? { ...key, ...item } : undefined);
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
      expect(await isDone(changesOf(given, decided.after))).toBe(true);
      await expectStored(written(before, decided.after, before.frame + 1), before);
      const { budgets, ...stored } = await itemAt(before);
      expect(stored).toMatchObject({ newer: 1, head: { newer: 2 } });
      for (const { id } of decided.after.budgets.filter(({ id }) => !decided.added.includes(id)))
        expect(budgets).toMatchObject({ [id]: { newer: id } });
    });
  });

  it('is not done after any other one', async () => {
    await forAll(scaled(100, 15), async (draw) => {
      const given = await store(anyEvent(draw, randomUUID()));
      const [first, second] = [anyDecision(draw, given.before), anyDecision(draw, given.before)];
      const late = changesOf(given, second.after);
      expect(await isDone(changesOf(given, first.after))).toBe(true);
      const stored = await itemAt(given.before);
      expect(await isDone(late)).toBe(false);
      expect(await itemAt(given.before)).toEqual(stored);
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

describe('any change of a budget', () => {
  /** A change of one of the budgets, its deletion, or a new budget. */
  function anyChange(draw: Draw, { budgets, digits }: Event) {
    const [target] = someOf(draw, budgets, 1);
    const other = anyBudget(draw, digits);
    if (!target) return { id: other.id, budgets: [...budgets, other], isDeletion: false };
    const { id, version } = target;
    const isDeletion = draw(() => fc.constantFrom(true, false, false));
    const next = budgets.flatMap((budget) =>
      budget === target ? (isDeletion ? [] : { ...other, id, version }) : budget,
    );
    return { id, budgets: next, isDeletion };
  }

  it('is done after another one exactly if that was of another budget and no deletion', async () => {
    await forAll(scaled(500, 40), async (draw) => {
      const given = await store(anyEvent(draw, randomUUID()));
      const { before } = given;
      const [first, second] = [anyChange(draw, before), anyChange(draw, before)];
      const late = budgetChangeOf(given, second.budgets, second.id);
      expect(await isDone(budgetChangeOf(given, first.budgets, first.id))).toBe(true);
      const stored = await itemAt(before);
      const meets = first.isDeletion || first.id === second.id;
      expect(await isDone(late)).toBe(!meets);
      if (meets) {
        expect(await itemAt(before)).toEqual(stored);
        return;
      }
      const event = eventIn(stored);
      const both = [
        ...event.budgets.filter(({ id }) => id !== second.id),
        ...second.budgets.filter(({ id }) => id === second.id),
      ];
      const frame = event.frame + (second.isDeletion ? 1 : 0);
      await expectStored(written(event, withBudgets(event, both), frame), before);
      const { budgets } = await itemAt(before);
      for (const { id } of before.budgets.filter(({ id }) => both.some((budget) => budget.id === id)))
        expect(budgets).toMatchObject({ [id]: { newer: id } });
    });
  });

  it('is not done after a write of the event, or of the event that was decided on another budget', async () => {
    await forAll(scaled(100, 15), async (draw) => {
      const given = await store(anyEvent(draw, randomUUID()));
      const { id, budgets } = anyChange(draw, given.before);
      const late = budgetChangeOf(given, budgets, id);
      expect(await isDone(changesOf(given, anyDecision(draw, given.before).after))).toBe(true);
      expect(await isDone(late)).toBe(false);
    });
  });
});

/** DynamoDB's maximum for the text of an expression. */
const MAX_EXPRESSION = 4_096;

it('a budget with all fields and a day of each payment fits into an expression', async () => {
  const payments = Array.from({ length: 24 }, (_, n) => ({
    ...{ id: nextId(), amount_cents: 7, due_date: `${2027 + n}-03-01` },
  }));
  const full: Budget = {
    ...{
      ...newLine(),
      name: 'x',
      category: 'x',
      amount_cents: 1,
      spent_cents: 1,
      unit_cents: 1,
      quantity: 1,
    },
    ...{ per_guest: true, vendor: 'x', note: 'x', due_date: '2027-07-04', estimate_cents: 1 },
    ...{ kind: 'expense', link: 'x', payments },
  };
  const given = await store(newEventOf(randomUUID(), fields, [full]));
  const moved = payments.map((payment, n) => ({ ...payment, due_date: `${2027 + n}-04-01` }));
  for (const budgets of [[], [{ ...full, payments: moved, due_date: '2027-07-05' }]]) {
    const [change] = budgetChangeOf(given, budgets, full.id);
    const { UpdateExpression = '' } = change.toAction().Update ?? {};
    expect(UpdateExpression).toContain('if_not_exists');
    expect(UpdateExpression.length).toBeLessThan(MAX_EXPRESSION);
  }
});

describe('the number of open amounts of a day', () => {
  const due = () => ({ ...newLine(), amount_cents: 7, spent_cents: 0, due_date: '2027-06-30' });
  const openDays = async (event: Event) => eventIn(await itemAt(event)).open_days;

  /** A change that pays one of the budgets. */
  const payOf = (given: Stored, nth: number) => {
    const { budgets } = given.before;
    const next = budgets.map((budget, n) => (n === nth ? { ...budget, spent_cents: 7 } : budget));
    return budgetChangeOf(given, next, budgets[nth]?.id ?? 0);
  };

  it('is right after writes at once, and a day without any goes with the next write of the event', async () => {
    const given = await store(newEventOf(randomUUID(), fields, [due(), due()]));
    const added = due();
    const adding = budgetChangeOf(given, [...given.before.budgets, added], added.id);
    expect([await isDone(payOf(given, 0)), await isDone(payOf(given, 1))]).toEqual([true, true]);
    expect(await openDays(given.before)).toEqual({ '2027-06-30': 0 });
    expect(await isDone(adding)).toBe(true);
    expect(await openDays(given.before)).toEqual({ '2027-06-30': 1 });
    const item = await itemAt(given.before);
    const stored = { item, before: eventIn(item) };
    expect(await isDone(payOf(stored, 2))).toBe(true);
    const last = await itemAt(given.before);
    const event = eventIn(last);
    expect(await isDone(changesOf({ item: last, before: event }, { ...event, name: 'Ball' }))).toBe(true);
    expect(await openDays(given.before)).toEqual({});
  });
});

it('an invitation instead of 50 that have expired fits into a transaction', async () => {
  const [first, ...others] = Array.from({ length: 51 }, (_, n) => ({
    ...{ id: nextId(), email: `guest-${n}-of-fifty@example.com`, role: 'viewer' as const, since: n },
  }));
  const given = await store({ ...newEventOf(randomUUID(), fields), invitations: others });
  const after = { ...given.before, invitations: first ? [first] : [] };
  expect(changesOf(given, after).length).toBeLessThanOrEqual(100);
  expect(await isDone(changesOf(given, after))).toBe(true);
});

it('a budget that comes late finds no room in an event that is full by then', async () => {
  const given = await stored(MAX_BUDGETS - 1);
  const adding = () => {
    const budget = newLine();
    return budgetChangeOf(given, [...given.before.budgets, budget], budget.id);
  };
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
  expect(outcome?.rejectionOf(...others)).toEqual(alreadyMember());
  expect(await itemAt(before)).toEqual(given.item);
  // Such as after a restore from a backup.
  await putItem(sharedKey(member.accountId, before.id), pointerOf(before, 7));
  expect(await isDone(changesOf(given, { ...before, members: [member] }))).toBe(true);
});
