import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { hmacOf } from '../../lib/auth/hmac.ts';
import { type Fault, faultKinds, type Lane } from '../support/fault-lane.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { newToken, person } from '../support/service.ts';
import { type Account, acting, type Person } from './acting.ts';
import { count, figures } from './figures.ts';
import { aimAt, historyOf, type Operation } from './model.ts';
import { storedAt } from './stored.ts';

vi.hoisted(() => {
  // Long enough for a busy machine that runs this many histories at once.
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
});

/** The number of operations per kind of fault, and with all kinds. OPERATIONS overrides it. */
const OPERATIONS = Number(process.env['OPERATIONS'] ?? 720);
const PER_HISTORY = 60;
/** Concurrent histories, since they mostly wait for retries. */
const AT_ONCE = 12;
/** A failure prints the seed of its history. SEED repeats it. */
const SEED = Number(process.env['SEED'] ?? Date.now());

const emulator = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
const stored = storedAt(emulator);
const { act, enter } = acting(stored);
const proxy = await startFaultProxy(emulator);
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint;
afterAll(proxy.stop);

describe('two accounts, with a fault in one request in five, have exactly what the responses confirmed', () => {
  const kindsOf = [
    ...faultKinds.map((kind) => ({ name: kind, kinds: [kind] })),
    { name: 'any', kinds: faultKinds },
  ];

  it.concurrent.each(kindsOf)('$name', { timeout: 3_600_000 }, async ({ kinds }) => {
    const runs = Math.ceil(OPERATIONS / PER_HISTORY);
    const property = fc.asyncProperty(historyOf(PER_HISTORY), planOf(kinds), play);
    const some = (_: unknown, n: number) =>
      fc.assert(property, {
        seed: SEED + n,
        numRuns: Math.ceil((runs - n) / AT_ONCE),
        // Shrinking a history would take hours.
        endOnFailure: true,
      });
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, runs) }, some));
  });

  it('have seen every kind of fault', () => {
    if (process.env['OPERATIONS']) console.info(figures);
    expect(Object.keys(figures)).toEqual(expect.arrayContaining([...faultKinds]));
  });
});

function planOf(kinds: readonly Fault['kind'][]) {
  const fault = fc.record({ kind: fc.constantFrom(...kinds), degree: fc.nat({ max: 99 }) });
  const nothing = fc.constant(undefined);
  return fc.infiniteStream(fc.oneof({ weight: 4, arbitrary: nothing }, { weight: 1, arbitrary: fault }));
}

async function play(history: Operation[], plan: fc.Stream<Fault | undefined>): Promise<void> {
  const lane = proxy.disturb(() => plan.next().value);
  const accounts = [await newAccount(lane), await newAccount(lane)] as const;
  const people = Array.from({ length: 3 }, () => newPerson(lane));
  const made = new Set<string>();
  for (const operation of history) {
    if (operation.kind === 'enter') {
      await enter(people[operation.event] ?? newPerson(lane), lane);
      continue;
    }
    const [account, other] = operation.actor ? accounts : accounts.toReversed();
    const own = Object.keys(account.events);
    const foreign = Object.keys(other.events);
    const gone = [...made].filter((id) => !own.includes(id) && !foreign.includes(id));
    const targets = { own, foreign, gone }[operation.target];
    const aim = aimAt(targets[operation.event % targets.length] ?? '1', account.events, operation);
    account.events = await act(operation.kind, account, aim, lane);
    for (const id of Object.keys(account.events)) made.add(id);
  }
  for (const { id, events } of accounts) expect(await stored.events(id)).toEqual(events);
  for (const [kind, times] of Object.entries(lane.injected)) count(kind, times);
}

async function newAccount(lane: Lane): Promise<Account> {
  const token = await newToken();
  const { sub: id = '' } = decodeJwt(token);
  lane.add(id);
  return { token, id, events: {} };
}

function newPerson(lane: Lane): Person {
  const body = person();
  lane.add(body.email);
  lane.add(hmacOf('email', body.email));
  return { body, account: undefined };
}
