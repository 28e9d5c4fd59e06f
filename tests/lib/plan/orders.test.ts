import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountPartition } from '../../../lib/dynamodb/keys.ts';
import { Rejection, UnavailableError } from '../../../lib/errors.ts';
import type { Event } from '../../../lib/plan/event.ts';
import { headSums } from '../../../lib/plan/sums.ts';
import { type Choices, playShare, playSome } from '../../support/choices.ts';
import { refillRetries } from '../../support/database-errors.ts';
import {
  type EventWrite,
  eventWrites,
  inOrder,
  itemsOf,
  newSharedEvent,
  type Shared,
  storedEvent,
  trashWriteNames,
  type WriteName,
  write,
  writeNames,
} from '../../support/event-writes.ts';
import { interleave } from '../../support/interleave.ts';
import { scaled } from '../../support/scale.ts';

beforeEach(() => {
  // No pauses.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A write by the owner or by the editor, and what becomes of it. */
interface Writing extends EventWrite {
  by: Shared['ownerId'];
  /** What it tells its caller, when it is done. */
  done?: { result: unknown };
  isOver?: boolean;
  /** The events that there were while it was under way. */
  found: (Event | undefined)[];
}

/** What a write does to an event by the rules, or why it is rejected. */
function ruled({ by, decide, versions, isOfTrash = false }: Writing, event: Event | undefined) {
  const isMember = event?.members.some(({ accountId }) => accountId === by);
  if (!event || (by !== event.ownerId && !isMember)) return 'not_found';
  if ((event.deleted_at !== undefined) !== isOfTrash) return 'not_found';
  if (versions && !versions.includes(event.version)) return 'changed';
  try {
    return decide(event);
  } catch (error) {
    return error instanceof Rejection ? error.reason : 'nothing';
  }
}

/** Expects that a step did nothing, or what the write decides about the event that was there, for the first time. */
function expectLegal(writing: Writing, before: Event | undefined, after: Event | undefined): void {
  if (before?.version === after?.version) {
    expect(after).toEqual(before);
    return;
  }
  expect(writing.done).toBeUndefined();
  const decided = ruled(writing, before);
  if (!before || typeof decided === 'string') throw new Error(`It was done instead of ${decided}`);
  const { event, result } = decided;
  writing.done = { result };
  const version = before.version + 1;
  const { frame, updated_at } = after ?? before;
  expect(after).toEqual(event && { ...inOrder(event), version, frame, updated_at });
  if (after) expect(after).toMatchObject(headSums(after.budgets));
}

/** Expects that what a caller was told is true. */
function expectHonest(writing: Writing, all: Writing[], { outcome, broken }: Told): void {
  const { done, found, key } = writing;
  const rulings = found.map((event) => ruled(writing, event));
  const isGone = rulings.at(-1) === 'not_found';
  if (outcome.status === 'fulfilled') {
    const doneBy = done ? writing : all.find((other) => key !== undefined && other.key === key && other.done);
    // After an attempt of which nobody knows, an event that is gone counts as deleted.
    if (doneBy || !isGone || broken === 0) expect({ result: outcome.value }).toEqual(doneBy?.done);
  } else if (outcome.reason instanceof UnavailableError) {
    expect(broken).toBeGreaterThan(0);
  } else {
    expect(rulings).toContain(outcome.reason.reason);
    // So does a write of which nobody knows.
    if (!isGone || broken === 0) expect(done).toBeUndefined();
  }
}

interface Told {
  outcome: PromiseSettledResult<unknown>;
  /** How many attempts lost their answers or were late. */
  broken: number;
}

/** Expects that exactly the members have pointers, and what was done under a key has a claim. */
async function expectLinks(shared: Shared, all: Writing[]): Promise<void> {
  const [, ofEditor, ofGuest, claims] = await itemsOf(shared);
  const event = await storedEvent(shared);
  const pointers = [ofEditor, ofGuest].filter((pointer) => pointer !== undefined);
  const members = event?.members.map(({ accountId }) => accountPartition(accountId)) ?? [];
  expect(new Set(pointers.map(({ PK }) => PK))).toEqual(new Set(members));
  expect(claims).toHaveLength(all.filter(({ key, done }) => key !== undefined && done).length);
}

/** Does writes at once, of which attempts may lose their answers or be late. */
async function play(names: WriteName[], choices: Choices, broken: number): Promise<boolean> {
  await refillRetries();
  const isOfTrash = names.some((name) => trashWriteNames.some((each) => each === name));
  const shared = await newSharedEvent(isOfTrash && choices.oneOf(2) === 1);
  const { ownerId, editorId } = shared;
  const all = names.map((name): Writing => {
    const isByEditor = name !== 'a new budget under a key' && choices.oneOf(2) === 1;
    return { ...eventWrites[name](shared), by: isByEditor ? editorId : ownerId, found: [shared.event] };
  });
  let last = await storedEvent(shared);
  const after = async (number: number) => {
    const [before, writing] = [last, all[number]];
    last = await storedEvent(shared);
    if (writing) expectLegal(writing, before, last);
    for (const { isOver, found } of all) if (!isOver) found.push(last);
  };
  const works = all.map((writing) => async () => {
    const [outcome] = await Promise.allSettled([write(shared, writing, writing.by)]);
    writing.isOver = true;
    return outcome;
  });
  const played = await interleave(works, choices, { crashes: false, broken, holds: /^/, after });
  if (!played) return false;
  for (const [number, outcome] of played.results.entries()) {
    const writing = all[number];
    if (writing) expectHonest(writing, all, { outcome, broken });
  }
  await expectLinks(shared, all);
  return true;
}

const HOUR = 3_600_000;
const allNames = [...writeNames, ...trashWriteNames];
const pairs = allNames.flatMap((one, index) =>
  allNames.slice(index).map((other): [WriteName, WriteName] => [one, other]),
);

describe('in every order of their requests, of which some are lost or late, two writes are done once or not at all:', () => {
  it.each(pairs)('%s and %s', { timeout: HOUR }, async (...names) => {
    await playShare(scaled(10, 1), (choices) => play(names, choices, 2));
  });
});

describe('in random orders of their requests, three writes are done once or not at all,', () => {
  it.each([0, 1, 4])('with up to %d lost or late', { timeout: HOUR }, async (broken) => {
    await playSome(scaled(300, 10), (choices) => {
      const names = [1, 2, 3].flatMap(() => allNames[choices.oneOf(allNames.length)] ?? []);
      return play(names, choices, broken);
    });
  });
});
