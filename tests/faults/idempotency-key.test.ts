import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { getItem, queryOnce } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { headsAfter } from '../../lib/dynamodb/queries.ts';
import { storedToken } from '../support/account.ts';
import { call, type Outcome } from '../support/call.ts';
import { faultKinds } from '../support/fault-lane.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { killedAfter } from '../support/kill.ts';
import { operations } from '../support/scale.ts';
import { catering, endpoints, newEvent, party } from '../support/service.ts';
import { refillRetries } from './acting.ts';
import { count, figures } from './figures.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
});

/** The number of calls. OPERATIONS overrides it. */
const OPERATIONS = operations(400);
const AT_ONCE = 8;

const proxy = await startFaultProxy(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint;
afterAll(proxy.stop);

const send = fc.record({
  /** Equal requests at once. */
  times: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 2, arbitrary: fc.constant(3) },
    { weight: 1, arbitrary: fc.integer({ min: 4, max: 20 }) },
  ),
  /** After how many requests the first of them is killed: after its claim, its write, or not at all. */
  requests: fc.constantFrom(2, 3, 99, 99),
});
const intent = fc.record({
  kind: fc.constantFrom('create' as const, 'createBudget' as const),
  /** Repeated by a client that doesn't wait, and later by one that does. */
  sends: fc.array(send, { minLength: 1, maxLength: 3 }),
  isDeleted: fc.boolean(),
});
const fault = fc.record({ kind: fc.constantFrom(...faultKinds), degree: fc.nat({ max: 89 }) });
const plan = fc.infiniteStream(
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fault }),
);

type Intent = typeof intent extends fc.Arbitrary<infer T> ? T : never;

let calls = 0;

/** Sends equal requests with one key, and again until one of them succeeds. Returns the id of what they made. */
async function carryOut({ kind, sends }: Intent, token: string, event: { id: string }) {
  const headers = { 'idempotency-key': randomUUID() };
  const request =
    kind === 'create'
      ? { token, headers, body: party({ name: headers['idempotency-key'] }) }
      : { token, headers, path: { event_id: event.id }, body: catering() };
  const once = async (): Promise<Outcome> => {
    calls += 1;
    const outcome = await call(endpoints[kind].handler, request);
    count(`answered ${outcome.status}`);
    return outcome;
  };
  const successes: Outcome[] = [];
  for (const { times, requests } of sends) {
    await refillRetries();
    const outcomes = await Promise.all(
      Array.from({ length: times }, (_, n) => (n === 0 ? killedAfter(requests, once) : once())),
    );
    successes.push(...outcomes.filter(({ status }) => status === 201));
    for (const { status } of outcomes) expect([201, 500, 503]).toContain(status);
  }
  for (let attempts = 0; attempts < 20; attempts += 1) {
    await refillRetries();
    const outcome = await once();
    if (outcome.status === 201) successes.push(outcome);
    if (outcome.status === 201) break;
  }
  const [first] = successes;
  for (const { headers, text } of successes) {
    expect([headers['location'], text]).toEqual([first?.headers['location'], first?.text]);
  }
  expect(successes.filter(({ headers }) => !headers['idempotency-replayed']).length).toBeLessThanOrEqual(1);
  return { id: String(first?.headers['location']).replace(/^.*\//, ''), again: once };
}

/** Deletes it, and repeats the call until the response isn't 503. */
async function removal(kind: Intent['kind'], token: string, { id: event_id }: { id: string }, id: string) {
  const { handler } = kind === 'create' ? endpoints.delete : endpoints.deleteBudget;
  for (let attempts = 0; attempts < 20; attempts += 1) {
    await refillRetries();
    calls += 1;
    const { status } = await call(handler, { token, path: { event_id, id } });
    expect([200, 404, 503]).toContain(status);
    if (status !== 503) return;
  }
}

it('creates with a key are done once, with lost responses, killed functions and concurrent repeats', {
  timeout: 3_600_000,
}, async () => {
  const history = fc.array(intent, { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(history, plan, async (intents, faults) => {
    const accountId = randomUUID();
    const token = await storedToken(accountId);
    const event = await newEvent(token);
    const expected = { create: new Set([event.id]), createBudget: new Set<string>() };
    let isOver = false;
    const lane = proxy.disturb(() => (isOver ? undefined : faults.next().value));
    lane.add(`ACCOUNT#${accountId}`);
    for (const next of intents) {
      const { id, again } = await carryOut(next, token, event);
      expected[next.kind].add(id);
      if (!next.isDeleted) continue;
      // Concurrent repeats don't bring it back.
      await Promise.all([removal(next.kind, token, event, id), again(), again()]);
      expected[next.kind].delete(id);
    }
    isOver = true;
    await lane.settled();
    for (const [kind, times] of Object.entries(lane.injected)) count(kind, times);
    const heads = await queryOnce(headsAfter(accountId, 0));
    const item = await getItem(eventKey({ ownerId: accountId, eventId: Number(event.id) }));
    expect(new Set(heads.map(({ head_id }) => String(head_id)))).toEqual(expected.create);
    expect(new Set(Object.keys(Object(item?.['budgets'])))).toEqual(expected.createBudget);
  });
  while (calls < OPERATIONS) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, () => fc.assert(property, { numRuns: 1, endOnFailure: true })),
    );
  }
  if (process.env['OPERATIONS']) console.info({ calls, ...figures });
});
