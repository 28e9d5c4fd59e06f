import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_ROUNDS } from '../../../lib/dynamodb/send.ts';
import type { Outcome } from '../../support/call.ts';
import { type DatabaseRequest, keysIn } from '../../support/database-proxy.ts';
import { endpointNamed } from '../../support/endpoints.ts';
import { erase } from '../../support/erase.ts';
import { type Fault, faultyDatabase, isWrite } from '../../support/faults.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { wholeTable } from '../../support/whole-table.ts';
import { expectUnavailable } from '../acting.ts';
import { endpointIn, leaving, type Scenario, scenarios } from '../operations/writes.ts';
import { expectLinks } from '../stored.ts';
import { alike } from './alike.ts';

const table = wholeTable();
const database = await faultyDatabase();

/** The items of a write, which is the same when it is decided on again. */
const itemsOf = ({ operation, body }: DatabaseRequest): string =>
  [
    operation,
    ...keysIn(JSON.parse(body))
      .map(({ PK, SK }) => `${PK} ${SK}`)
      .sort(),
  ].join();

/** The fault of a request that belongs to a write, by the write's number and how many faults there were before. */
type Faults = (write: number, before: number) => Fault | undefined;

const none: Faults = () => undefined;

beforeEach(() => {
  // No pauses before a write is sent again.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A counter of a rate limit may count an attempt twice. */
const isCounter = (item: Record<string, unknown>): boolean => 'attempts' in item;

/** Runs something, with faults in its writes. */
async function disturbed<Result>(work: () => Promise<Result>, faults: Faults) {
  /** Their items, in the order in which each was sent first. */
  const writes: string[] = [];
  const lane = database.disturb((request) => {
    if (!isWrite(request)) return undefined;
    const items = itemsOf(request);
    if (!writes.includes(items)) writes.push(items);
    return faults(writes.indexOf(items), lane.faults);
  });
  const result = await lane.complete(work);
  database.release(lane);
  expectLinks(await table.items());
  return { result, writes, injected: lane.faults };
}

/** What a call left in the table, what it answered and invoked, and its writes and faults. */
async function play(prepare: Scenario, faults: Faults) {
  const act = await prepare();
  takeInvocations();
  const { result: outcome, ...others } = await disturbed(act, faults);
  return { outcome, ...others, after: await stateOf(), invoked: alike(takeInvocations()) };
}

async function stateOf() {
  const items = await table.items();
  return {
    counters: alike(items.filter(isCounter)),
    others: alike(items.filter((item) => !isCounter(item))),
  };
}

/** What is the same in the answers to equal calls. */
const answerOf = ({ status, headers, body }: Outcome) => alike([status, headers, body]);

type Played = Awaited<ReturnType<typeof play>>;
const answered = ({ outcome, after, invoked }: Played) => ({ answer: answerOf(outcome), after, invoked });
const done = ({ outcome, after, invoked }: Played) => ({
  answer: answerOf(outcome),
  others: after.others,
  invoked,
});

describe.each(Object.entries(scenarios))('%s', (name, scenario) => {
  const prepare = table.remaking(scenario);

  /** The table before the call, the call without faults, and which of its writes does what it is for. */
  let before: Awaited<ReturnType<typeof stateOf>>;
  let usual: Played;
  let main: number;
  beforeAll(async () => {
    await prepare();
    before = await stateOf();
    usual = await play(prepare, none);
    main = usual.writes.findLastIndex((items) => !/COUNTER#|INVITATIONS|MAILS/.test(items));
  });

  it('answers the same and is done once with a fault in any of its writes', async () => {
    const hint = 'It writes nothing. Give it a body in tests/support/owner.ts that does.';
    expect([usual.outcome.status < 300, usual.writes.length > 0], hint).toEqual([true, true]);
    /** One fault after the other in a write and its repetition. */
    const inTurn =
      (write: number, ...faults: Fault[]): Faults =>
      (each, before) =>
        each === write ? faults[before] : undefined;
    for (const write of usual.writes.keys()) {
      // These are answered: the write was not done.
      for (const [kind, degree] of [['conflict', write] as const, ['throttle', 2 + (write % 2)] as const]) {
        const played = await play(prepare, inTurn(write, { kind, degree }));
        expect([played.injected, answered(played)], `${kind} at write ${write}`).toEqual([
          1,
          answered(usual),
        ]);
      }
      for (const kind of ['drop', 'lose'] as const) {
        const played = await play(prepare, inTurn(write, { kind, degree: 0 }));
        expect([played.injected, done(played)], `${kind} at write ${write}`).toEqual([1, done(usual)]);
      }
      // Sent a third time, it still is the same write.
      const both = inTurn(write, { kind: 'lose', degree: 0 }, { kind: 'conflict', degree: write });
      const played = await play(prepare, both);
      expect([played.injected, done(played)], `both at write ${write}`).toEqual([2, done(usual)]);
    }
  });

  it('answers 503 after too many conflicts in any of its writes, of which nothing is done', async () => {
    for (const write of usual.writes.keys()) {
      const played = await play(prepare, (each) =>
        each === write ? { kind: 'conflict', degree: write } : undefined,
      );
      expectUnavailable(played.outcome, endpointNamed(endpointIn(name)).failure);
      expect([played.outcome.status, played.injected]).toEqual([503, MAX_ROUNDS]);
      // What comes after the change itself counts a mail.
      const left = write > main ? usual.after : before;
      expect(played.after.others, `write ${write}`).toEqual(left.others);
    }
  });
});

describe('an erasure', () => {
  it('is done with one conflict in any of its writes, and after too many in the next invocation', async () => {
    const prepare = table.remaking(leaving);
    let count = 1;
    for (let write = 0; write < count; write += 1) {
      for (const times of [1, Infinity]) {
        const { id, email } = await prepare();
        let met = 0;
        const faults: Faults = (each, before) => {
          met = before;
          return each === write && before < times ? { kind: 'conflict', degree: write } : undefined;
        };
        const hasTime = () => times === 1 || met === 0;
        const { result, writes, injected } = await disturbed(() => erase(id, 0, hasTime), faults);
        expect([result, injected]).toEqual(times === 1 ? ['erased', 1] : ['unfinished', expect.any(Number)]);
        if (times === 1) count = writes.length;
        else expect(await erase(id)).toBe('erased');
        const left = JSON.stringify((await table.items()).filter((item) => !isCounter(item)));
        expect([left.includes(id), left.includes(email)]).toEqual([false, false]);
      }
    }
    // An invitation and its item, three events, a membership and its pointer, a batch, the claims, the address
    // and the account.
    expect(count).toBe(11);
  });
});
