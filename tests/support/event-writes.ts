import { randomUUID } from 'node:crypto';
import { type Change, newWriteId } from '../../lib/dynamodb/changes.ts';
import { getItem, queryOnce } from '../../lib/dynamodb/items.ts';
import { accountKey, eventKey, idempotencyPartition, keysIn, sharedKey } from '../../lib/dynamodb/keys.ts';
import { Rejection } from '../../lib/errors.ts';
import { nextId } from '../../lib/id.ts';
import { IdempotencyRecord } from '../../lib/idempotency/record.ts';
import { RepeatedError } from '../../lib/idempotency/repeat.ts';
import type { Budget } from '../../lib/plan/budget.ts';
import {
  addBudget,
  type BudgetContext,
  changeBudget,
  changeEvent,
  changeEventAs,
  inOwnTrash,
  requireVersion,
} from '../../lib/plan/change-event.ts';
import {
  type Event,
  eventIn,
  itemOf,
  newEventOf,
  type WrittenEvent,
  withBudgets,
} from '../../lib/plan/event.ts';
import { problem } from '../../lib/problem.ts';
import { restored, trashed } from '../../lib/trash/list-trash.ts';
import { line } from './event-item.ts';
import { asEditor } from './person.ts';
import { putItem } from './table.ts';

/**
 * What a write makes of an event, and what its caller is told, which follows from all but budgets that it leaves as they
 * are. Throws if it is rejected.
 */
type Decide = (event: Event) => { event: Event | undefined; result: unknown };

export interface EventWrite {
  decide: Decide;
  /** The versions of which the event must have one. */
  versions?: number[];
  /** Its `Idempotency-Key`. */
  key?: string;
  /** Whether it is a write of an event in the trash. */
  isOfTrash?: boolean;
  /** The one budget that it changes, and how; of a new one only how. */
  budget?: {
    id: number;
    versions?: number[] | undefined;
    decide: (budget: Budget, context: BudgetContext) => Budget | undefined;
  };
  make?: (context: BudgetContext, id: number) => Budget;
}

const budget = (amount_cents: number): Budget => ({
  ...{ ...line, amount_cents, id: nextId(), digits: 2, payments: [], version: 0 },
});

/** An event with two budgets, its owner's account, and an editor unless it is in the trash. */
export async function newSharedEvent(isInTrash = false) {
  const [ownerId, editorId] = [randomUUID(), randomUUID()];
  const fields = { name: 'Party', description: '', event_date: '2027-07-04' };
  const membership = { id: nextId(), accountId: editorId, role: 'editor' as const, since: 100 };
  const shared = {
    ...newEventOf(ownerId, fields, [budget(100), budget(200)]),
    members: [membership],
  };
  const event = isInTrash ? inTrash(shared) : shared;
  await putItem(accountKey(ownerId), {});
  const key = eventKey({ ownerId, eventId: event.id });
  await putItem(key, itemOf(event, newWriteId(), { accountId: ownerId }));
  const pointer = { owner_id: ownerId, membership_id: membership.id };
  if (!isInTrash) await putItem(sharedKey(editorId, event.id), { head_id: event.id, head: pointer });
  return { ownerId, editorId, eventId: event.id, event };
}

export type Shared = Awaited<ReturnType<typeof newSharedEvent>>;

export async function storedEvent({ ownerId, eventId }: Shared): Promise<Event | undefined> {
  const item = await getItem(eventKey({ ownerId, eventId }));
  return item && inOrder(eventIn(item));
}

/** The event with its budgets and members by id, because a map of DynamoDB has no order, and without the budgets' times. */
export const inOrder = (event: Event): Event => ({
  ...event,
  budgets: event.budgets
    .map(({ updated_at: _, ...budget }) => budget)
    .toSorted((one, other) => one.id - other.id),
  members: event.members.toSorted((one, other) => one.id - other.id),
});

/** All items that writes may change. */
export const itemsOf = ({ ownerId, editorId, eventId }: Shared) =>
  Promise.all([
    getItem(eventKey({ ownerId, eventId })),
    getItem(sharedKey(editorId, eventId)),
    getItem(sharedKey(guestOf(eventId), eventId)),
    queryOnce(keysIn(idempotencyPartition(ownerId))),
  ]);

/** Somebody who isn't a member yet. */
const guestOf = (eventId: number) => `guest-of-${eventId}`;

const noBudget = () => new Rejection('not_found');
const duplicate = () =>
  new Rejection('conflict', { field: 'member', problem: problem('duplicate', 'is a member') });

const DELETED_AT = Date.now();

/** The same again, when it is decided again. */
const inTrash = (event: Event): Event => ({ ...trashed(event), deleted_at: DELETED_AT });

const rename: Decide = (event) => ({ event: { ...event, name: `${event.name}!` }, result: event.name });

/** The budget with a cent more for each member and one. */
const changed = ({ members }: BudgetContext, { amount_cents, version, ...others }: Budget): Budget => ({
  ...others,
  amount_cents: amount_cents + 1 + members.length,
  version: version + 1,
});

const changing =
  (place: number, versions?: number[]) =>
  ({ event: { budgets } }: Shared): EventWrite => ({
    budget: { id: budgets[place]?.id ?? 0, versions, decide: (found, context) => changed(context, found) },
    decide: (event) => {
      const found = event.budgets.find(({ id }) => id === budgets[place]?.id);
      if (!found) throw noBudget();
      requireVersion(found, versions);
      const after = changed(event, found);
      const all = event.budgets.map((each) => (each === found ? after : each));
      return { event: withBudgets(event, all), result: after.amount_cents };
    },
  });

/** Changes the event and all its budgets, as another number of guests does. */
const changingAll: Decide = (event) => {
  const guests = (event.guests ?? 0) + 1;
  const budgets = event.budgets.map((each) => changed(event, each));
  return { event: withBudgets({ ...event, guests }, budgets), result: guests };
};

function adding(): EventWrite {
  let added = budget(7);
  return {
    make: (_, id) => {
      added = { ...added, id };
      return added;
    },
    decide: (event) => ({ event: withBudgets(event, [...event.budgets, added]), result: added.amount_cents }),
  };
}

const removing = (accountId: string): EventWrite => ({
  decide: (event) => {
    const members = event.members.filter((member) => member.accountId !== accountId);
    if (members.length === event.members.length) throw new Rejection('not_found');
    return { event: { ...event, members }, result: event.members.length };
  },
});

/** Invented writes of every kind. Two of the same kind can be told from one. */
export const eventWrites = {
  'a rename': () => ({ decide: rename }),
  'a rename of the first version': () => ({ decide: rename, versions: [1] }),
  'a new budget': adding,
  'a new budget of the first version': () => ({ ...adding(), versions: [1] }),
  'a new budget under a key': () => ({ ...adding(), key: 'a-key' }),
  'a change of a budget': changing(0),
  'a change of the first version of a budget': changing(0, [0]),
  'a change of another budget': changing(1),
  'a change of the event and all budgets': () => ({ decide: changingAll }),
  'a deletion of a budget': ({ event: { budgets } }) => ({
    budget: { id: budgets[0]?.id ?? 0, decide: () => undefined },
    decide: (event) => {
      const found = event.budgets.find(({ id }) => id === budgets[0]?.id);
      if (!found) throw noBudget();
      const others = event.budgets.filter((each) => each !== found);
      return { event: withBudgets(event, others), result: found.amount_cents };
    },
  }),
  'a move into the trash': () => ({ decide: (event) => ({ event: inTrash(event), result: event.name }) }),
  'a deletion of the event': () => ({ decide: ({ name }) => ({ event: undefined, result: name }) }),
  'a new member': ({ eventId }) => {
    const accountId = guestOf(eventId);
    const member = { id: nextId(), accountId, role: 'viewer' as const, since: 100 };
    return {
      decide: (event) => {
        if (event.members.some((other) => other.accountId === accountId)) throw duplicate();
        return { event: { ...event, members: [...event.members, member] }, result: member.id };
      },
    };
  },
  'a removal of the editor': ({ editorId }) => removing(editorId),
  'a write of nothing': () => ({ decide: (event) => ({ event, result: event.name }) }),
  'a restore': () => ({
    isOfTrash: true,
    decide: (event) => ({ event: restored(event), result: undefined }),
  }),
  'a deletion for good': () => ({
    isOfTrash: true,
    decide: () => ({ event: undefined, result: undefined }),
  }),
} satisfies Record<string, (shared: Shared) => EventWrite>;

export type WriteName = keyof typeof eventWrites;

export const trashWriteNames = ['a restore', 'a deletion for good'] as const satisfies WriteName[];

/** The names of all other writes that write something. */
export const writeNames = Object.keys(eventWrites).filter(
  (name) => name !== 'a write of nothing' && !trashWriteNames.some((each) => each === name),
) as WriteName[];

/** Does a write, by the owner or another account. Returns what its caller is told, again if it is a repeat. */
export async function write({ ownerId, eventId }: Shared, one: EventWrite, by = ownerId): Promise<unknown> {
  if (one.key === undefined) return written(eventId, one, by);
  const idempotencyRecord = new IdempotencyRecord({
    accountId: by,
    operation: 'test',
    path: eventId,
    key: one.key,
    body: {},
  });
  const put = (result: unknown) =>
    idempotencyRecord.put({ statusCode: 201, headers: {}, body: JSON.stringify(result) });
  try {
    return await idempotencyRecord.unlessRepeated(() => written(eventId, one, by, put));
  } catch (error) {
    if (error instanceof RepeatedError) return JSON.parse(error.first.body);
    throw error;
  }
}

function written(
  eventId: number,
  { decide, versions, isOfTrash, budget, make }: EventWrite,
  by: string,
  idempotencyRecord?: (result: unknown) => Change,
): Promise<unknown> {
  const reply = ({ before }: WrittenEvent) => decide(before).result;
  const caller = asEditor(by);
  if (make) return addBudget(caller, eventId, { make, versions, reply, idempotencyRecord });
  if (budget) {
    const options = { decide: budget.decide, versions: budget.versions, reply, idempotencyRecord };
    return changeBudget(caller, eventId, budget.id, options);
  }
  const change = { decide: (event: Event) => decide(event).event, reply, idempotencyRecord };
  return isOfTrash
    ? changeEventAs(inOwnTrash({ accountId: by }, eventId), change)
    : changeEvent(caller, eventId, { ...change, versions });
}
