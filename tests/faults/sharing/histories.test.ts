import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Fault, fault, faultyDatabase } from '../../support/faults.ts';
import { historyLength } from '../../support/scale.ts';
import { person } from '../../support/service.ts';
import { wholeTable } from '../../support/whole-table.ts';
import { erased } from '../erasing.ts';
import { contendedHistoryOf, historyOf, type Operation } from '../operations/shared-history.ts';
import { countFaults } from '../players/figures.ts';
import { playHistories } from '../players/histories.ts';
import { expectLinks } from '../stored.ts';
import { expectAgreement, finish } from './agreement.ts';
import { expectHonest, expectLegal } from './answers.ts';
import { perform } from './intents.ts';
import { SharingWorld } from './world.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '3000';
  process.env['MAIL_LIMIT'] = '1000000';
  process.env['LOGIN_LIMIT'] = '1000000';
});

/** The number of operations of each kind of history. OPERATIONS overrides it. */
const OPERATIONS = historyLength(900);
const PER_HISTORY = 100;
/** An owner may send only 20 invitations. */
const CONTENDED_PER_HISTORY = 40;

const table = wholeTable();
const database = await faultyDatabase();

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

const nothing = fc.constant(undefined);
/** It changes the order of concurrent requests. Some calls take as long as several others. */
const delay = fc.record({
  kind: fc.constant('delay' as const),
  degree: fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: 9 }) },
    { weight: 1, arbitrary: fc.integer({ min: 80, max: 89 }) },
  ),
});

const histories = [
  { name: 'one after the other', atOnce: 1, plan: nothing, history: historyOf(PER_HISTORY) },
  { name: 'at once', atOnce: 6, plan: fc.oneof(nothing, delay), history: historyOf(PER_HISTORY) },
  {
    name: 'at once, mostly about one membership',
    atOnce: 6,
    plan: fc.oneof(nothing, delay),
    length: CONTENDED_PER_HISTORY,
    history: contendedHistoryOf(CONTENDED_PER_HISTORY),
  },
  {
    name: 'at once and with faults',
    atOnce: 6,
    history: historyOf(PER_HISTORY),
    plan: fc.oneof(
      { weight: 2, arbitrary: nothing },
      { weight: 2, arbitrary: delay },
      { weight: 1, arbitrary: fault() },
    ),
  },
];

async function play(history: Operation[], plan: fc.Stream<Fault | undefined>, atOnce: number): Promise<void> {
  const world = new SharingWorld(database, () => plan.next().value);
  for (let n = 0; n < 4; n += 1) world.people.push({ email: person().email, account: undefined });
  for (const who of world.people) await world.signUp(who);
  for (const { account } of world.people.slice(0, 2))
    if (account) await world.act({ kind: 'create' }, account);
  world.start();
  const waiting = history.values();
  const work = async () => {
    for (const operation of waiting) await perform(world, operation);
    // A call that is paused would wait for others.
    world.calm();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await finish(world);
  await expectAgreement(world);
  database.release(world.lane);
  countFaults(world.lane);
  for (const moment of world.record.moments) expectLegal(world, moment);
  for (const called of world.calls) expectHonest(world, called);
  expect(world.record.broken).toEqual([]);
}

describe('four accounts that share events at random, and are deleted, get what their roles allow', () => {
  it.each(histories)(
    '$name',
    { timeout: 36_000_000 },
    async ({ atOnce, plan, history, length = PER_HISTORY }) => {
      const property = fc.asyncProperty(history, fc.infiniteStream(plan), (operations, faults) =>
        play(operations, faults, atOnce),
      );
      await playHistories(property, { operations: OPERATIONS, perHistory: length, atOnce: 3 });
    },
  );

  it('leave nothing that leads nowhere, and nothing of a deleted account', async () => {
    const items = expectLinks(await table.items());
    // An account that left an event and was erased can be the author of the event's last write. Counters of expensive calls expire
    // within a minute.
    const isOfErased = (item: Record<string, unknown>) =>
      item['SK'] !== 'EXPENSIVE_CALLS' &&
      JSON.stringify({ ...item, author: undefined })
        .match(UUID)
        ?.some((id) => erased.has(id));
    expect(items.filter(isOfErased)).toEqual([]);
    expect(erased.size).toBeGreaterThan(0);
  });
});
