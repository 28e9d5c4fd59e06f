import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { storedToken } from '../../support/account.ts';
import { call, type Outcome } from '../../support/call.ts';
import { type Fault, faultKinds, faultsIn, faultyDatabase, type Lane } from '../../support/faults.ts';
import { historyLength } from '../../support/scale.ts';
import { catering, endpoints, newEvent, party } from '../../support/service.ts';
import { killedAfter } from '../../support/stepping.ts';
import { count, countFaults } from '../players/figures.ts';
import { playHistories } from '../players/histories.ts';
import { storedAt } from '../stored.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
});

/** The number of creates with all kinds of faults, each with its repeats. OPERATIONS overrides it. */
const OPERATIONS = historyLength(64);
const PER_HISTORY = 4;

const stored = storedAt();
const database = await faultyDatabase();

const send = fc.record({
  /** Equal requests at once. */
  times: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 2, arbitrary: fc.constant(3) },
    { weight: 1, arbitrary: fc.integer({ min: 4, max: 20 }) },
  ),
  /** After how many requests the first of them is killed: before it looks for its claim, before its transaction, or not. */
  requests: fc.constantFrom(1, 2, 99, 99),
});
const intent = fc.record({
  kind: fc.constantFrom('create', 'create', 'copy', 'createBudget', 'createBudget', 'importBudgets'),
  /** Repeated by a client that doesn't wait, and later by one that does. */
  sends: fc.array(send, { minLength: 1, maxLength: 3 }),
  isDeleted: fc.boolean(),
});

type Intent = typeof intent extends fc.Arbitrary<infer T> ? T : never;

/** What is sent under a key, and the names of what it makes. */
function requestOf(kind: Intent['kind'], key: string, { id }: { id: string }) {
  const event_date = '2028-07-04';
  switch (kind) {
    case 'create':
      return { body: party({ name: key }), names: [key] };
    case 'copy':
      return { path: { id }, body: { name: key, event_date }, names: [key] };
    case 'createBudget':
      return { path: { event_id: id }, body: catering({ name: key }), names: [key] };
    case 'importBudgets': {
      const names = [`${key} 1`, `${key} 2`];
      return { path: { event_id: id }, body: { budgets: names.map((name) => catering({ name })) }, names };
    }
  }
}

/** Sends equal requests with one key, and again until one of them succeeds. Returns what they made. */
async function carryOut({ kind, sends }: Intent, token: string, event: { id: string }, lane: Lane) {
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  const { names, ...request } = requestOf(kind, key, event);
  const once = async (): Promise<Outcome> => {
    const outcome = await lane.run(() => call(endpoints[kind].handler, { token, headers, ...request }));
    count(`answered ${outcome.status}`);
    return outcome;
  };
  const successes: Outcome[] = [];
  for (const { times, requests } of sends) {
    const outcomes = await Promise.all(
      Array.from({ length: times }, (_, n) => (n === 0 ? killedAfter(requests, once) : once())),
    );
    successes.push(...outcomes.filter(({ status }) => status === 201));
    for (const { status } of outcomes) expect([201, 500, 503]).toContain(status);
  }
  for (let attempts = 0; attempts < 20; attempts += 1) {
    const outcome = await once();
    if (outcome.status === 201) successes.push(outcome);
    if (outcome.status === 201) break;
  }
  const [first] = successes;
  if (!first) throw new Error('It was never done');
  for (const { headers, text } of successes) {
    expect([headers['location'], text]).toEqual([first.headers['location'], first.text]);
  }
  expect(successes.filter((outcome) => !outcome.isReplay).length).toBeLessThanOrEqual(1);
  return { id: first.id, names, again: once };
}

/** Deletes what was made, and repeats the call until the response isn't 503. */
async function removal(
  kind: Intent['kind'],
  token: string,
  path: { event_id: string; id: string },
  lane: Lane,
) {
  const { handler } = kind === 'createBudget' ? endpoints.deleteBudget : endpoints.delete;
  for (let attempts = 0; attempts < 20; attempts += 1) {
    const { status } = await lane.run(() => call(handler, { token, path }));
    expect([200, 404, 503]).toContain(status);
    if (status !== 503) return;
  }
}

/** Carries out intents of one account, and expects that each was done once. */
async function play(intents: Intent[], faults: fc.Stream<Fault | undefined>): Promise<void> {
  const accountId = randomUUID();
  const token = await storedToken(accountId);
  const event = await newEvent(token);
  const expected = { events: ['Summer party'], budgets: [] as string[] };
  const lane = database.disturb(() => faults.next().value);
  for (const next of intents) {
    const { id, names, again } = await carryOut(next, token, event, lane);
    // The list of what an import makes has no id.
    const isDeleted = next.isDeleted && next.kind !== 'importBudgets';
    // Concurrent repeats don't bring it back.
    if (isDeleted)
      await Promise.all([removal(next.kind, token, { event_id: event.id, id }, lane), again(), again()]);
    else expected[/Budget/.test(next.kind) ? 'budgets' : 'events'].push(...names);
  }
  await lane.settled();
  countFaults(lane);
  const { events, claims } = await stored.eventsAndClaims(accountId);
  const original = events.find(({ id }) => String(id) === event.id);
  const budgets = (original?.budgets ?? []).map(({ name }) => name);
  expect(events.map(({ name }) => name).toSorted()).toEqual(expected.events.toSorted());
  expect(budgets.toSorted()).toEqual(expected.budgets.toSorted());
  // A claim stays when what it made is deleted.
  expect(claims).toHaveLength(intents.length);
}

const history = fc.array(intent, { minLength: PER_HISTORY, maxLength: PER_HISTORY });

it.each<[string, readonly Fault['kind'][], number]>([
  ['lost responses', faultKinds, OPERATIONS],
  ['conflicts', ['conflict'], OPERATIONS / 2],
])(
  'creates with a key are done once, with %s, killed functions and concurrent repeats',
  {
    timeout: 3_600_000,
  },
  async (_, kinds, operations) => {
    const property = fc.asyncProperty(history, faultsIn(20, kinds, 89), play);
    await playHistories(property, { operations, perHistory: PER_HISTORY, atOnce: 8 });
  },
);
