import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { call, type Outcome } from '../../support/call.ts';
import { faultsIn, faultyDatabase, type Lane } from '../../support/faults.ts';
import { undo } from '../../support/history.ts';
import { emulator } from '../../support/proxied-database.ts';
import { historyEntries, recordBadly, recordedTable } from '../../support/records.ts';
import { historyLength } from '../../support/scale.ts';
import { allBudgets, endpoints, newEvent, newPayment, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { killedAfter, killedDuring } from '../../support/stepping.ts';
import { deleteEvent, restore } from '../../support/trash.ts';
import { expectUnavailable } from '../acting.ts';
import { aimAt, currency, planOperation, send } from '../operations/plan.ts';
import {
  digitsOf,
  type Reason,
  type State,
  stateIn,
  type Undone,
  undoOf,
  writtenLines,
} from '../operations/undo.ts';
import { count, countFaults } from '../players/figures.ts';
import { playHistories } from '../players/histories.ts';
import { type StoredEvent, storedAt } from '../stored.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
});

/** The number of steps. OPERATIONS overrides it. */
const OPERATIONS = historyLength(160);
const PER_HISTORY = 40;

const stored = storedAt();
const database = await faultyDatabase();

const few = fc.constantFrom('a', 'b');
const sent = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof(fc.constantFrom(undefined, null), value, fc.constant(undefined));

/** Of what the operations of plans leave out: texts, and the limit of the event. */
const texts = fc.record({
  of: fc.constantFrom('event', 'event', 'budget', 'budget', 'payment'),
  name: fc.option(few, { nil: undefined }),
  note: sent(few),
  vendor: sent(few),
  limit_amount: sent(fc.nat({ max: 9 })),
  currency: fc.constantFrom(undefined, undefined, 'JPY', 'EUR', null),
});

const step = fc.record({
  kind: fc.constantFrom(
    ...(['plan', 'plan', 'plan', 'plan', 'plan', 'plan', 'plan', 'plan', 'texts', 'texts'] as const),
    ...(['undo', 'undo', 'undo', 'undo', 'undo', 'undo', 'undo', 'undo', 'undo', 'undo'] as const),
  ),
  operation: planOperation.filter(({ kind }) => kind !== 'copy'),
  texts,
  /** How long ago the write was that is undone. The next one isn't there yet. */
  age: fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: 3 }) },
    { weight: 4, arbitrary: fc.nat({ max: PER_HISTORY }) },
    { weight: 1, arbitrary: fc.constant(-1) },
  ),
  keepsChanged: fc.boolean(),
  /** Whether what was written is recorded before. */
  isRecorded: fc.nat({ max: 9 }).map((n) => n > 0),
  /** Whether it is undone in its turn. */
  again: fc.boolean(),
  /** With how many requests to the database its function is killed, after the last of them or before its answer. */
  dies: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.record({ requests: fc.integer({ min: 1, max: 9 }), isDuring: fc.boolean() }),
    },
  ),
  isCleared: fc.nat({ max: 99 }).map((n) => n === 0),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What an event has at first: nothing, a budget with payments, or nearly as many budgets as it may. */
const start = fc.oneof(
  { weight: 12, arbitrary: fc.constant('nothing' as const) },
  { weight: 3, arbitrary: fc.constant('payments' as const) },
  { weight: 1, arbitrary: fc.constant('budgets' as const) },
);

const history = fc
  .array(step, { minLength: PER_HISTORY, maxLength: PER_HISTORY })
  // At first there is nothing to undo.
  .map((steps) => steps.map((each, n) => (n < 5 ? { ...each, kind: 'plan' as const } : each)));

const answered = z.object({
  undone_count: z.int(),
  kept_count: z.int(),
  budgets: z.optional(z.array(z.looseObject({ id: z.int() }))),
  data: z.optional(z.unknown()),
});
const reasons = z.object({
  errors: z.array(
    z.object({
      field: z.string(),
      code: z.string(),
      budget_id: z.optional(z.int()),
      payment_id: z.optional(z.int()),
    }),
  ),
});

const MAX_ERRORS = 100;

const textOf = ({ field, code, budget_id, payment_id }: Reason) =>
  [field, code, budget_id, payment_id].map(String).join(' ');

const isUndone = (expected: Undone | Reason[] | 404): expected is Undone =>
  typeof expected === 'object' && 'state' in expected;

function expectReasons(expected: Undone | Reason[], { text }: Outcome) {
  const found = reasons.parse(JSON.parse(text)).errors.map(textOf);
  const all = isUndone(expected) ? [] : expected.map(textOf);
  if (all.length <= MAX_ERRORS) expect(found.toSorted()).toEqual(all.toSorted());
  else {
    expect(found).toHaveLength(MAX_ERRORS);
    expect(all).toEqual(expect.arrayContaining(found));
  }
}

/** What is counted of an answer. */
const nameOf = ({ status, body }: Outcome): string =>
  [status, ...new Set(body.errors?.map(({ code }) => code))].join(' ');

interface Sent {
  version: number;
  keepsChanged?: boolean;
  key?: string;
  dies?: Step['dies'];
}

/** An event, its states by version, and what is recorded of them. */
class Play {
  readonly #token: string;
  readonly #id: string;
  readonly #lane: Lane;
  readonly #record: () => Promise<void>;
  readonly #states = new Map<number, State>();
  /** What was done under a key. */
  readonly #done = new Map<string, Undone>();
  /** The version that an undo undid, by its own. */
  readonly #undoes = new Map<number, number>();
  /** What is stored now. */
  #found: StoredEvent | undefined;
  #version = 0;
  #recorded = 0;
  /** The first version that the history shows. */
  #from = 1;

  constructor(token: string, id: string, lane: Lane, record: () => Promise<void>) {
    this.#token = token;
    this.#id = id;
    this.#lane = lane;
    this.#record = record;
  }

  get #stored(): StoredEvent {
    if (!this.#found) throw new Error('There is no event');
    return this.#found;
  }

  get #event() {
    return { id: this.#id };
  }

  get #now(): State {
    const now = this.#states.get(this.#version);
    if (!now) throw new Error('There is no event');
    return now;
  }

  /** The event as it is stored. Fails if it is in no order, or if a write was missed. */
  async look() {
    const { events, trash } = await stored.eventsAndClaims(accountIdOf(this.#token));
    const event = [...events, ...trash].find(({ id }) => id === Number(this.#id));
    if (!event) throw new Error('There is no event');
    const { version, history_from = 1 } = event;
    expect(version - this.#version).toBeOneOf([0, 1]);
    const state = stateIn(event);
    if (version === this.#version) expect(state).toEqual(this.#now);
    this.#states.set(version, state);
    this.#version = version;
    this.#from = history_from;
    this.#found = event;
  }

  async record() {
    await this.#record();
    this.#recorded = this.#version;
  }

  async play(step: Step) {
    if (step.isCleared) await this.#clear();
    if (step.kind === 'undo') await this.#undo(step);
    else if (step.kind === 'texts') await this.#write(step);
    else if (step.operation.kind === 'restore') await this.#restore();
    else await this.#change(step);
  }

  async #change({ operation }: Step) {
    const aim = aimAt(this.#stored, operation);
    const { status } = await this.#lane.complete(() => send(this.#token, this.#id, aim));
    count(`${aim.kind}: ${status}`);
    await this.look();
  }

  async #write({ texts: { of, name, note, vendor, limit_amount, currency }, operation }: Step) {
    const lines = [...this.#now.lines];
    const event_id = this.#id;
    const [budget, line] = lines[operation.budget % Math.max(lines.length, 1)] ?? [1];
    const [payment = 1] = [...(line?.payments.keys() ?? [])];
    const [budget_id, id] = [String(budget), String(payment)];
    const calls = {
      event: ['update', this.#event, { name, limit_amount, currency }],
      budget: ['updateBudget', { event_id, id: budget_id }, { name, note, vendor }],
      payment: ['updatePayment', { event_id, budget_id, id }, { note }],
    } as const;
    const [endpoint, path, body] = calls[of];
    const { handler } = endpoints[endpoint];
    const { status } = await this.#lane.complete(() => call(handler, { token: this.#token, path, body }));
    count(`${endpoint}: ${status}`);
    await this.look();
  }

  async #restore() {
    await deleteEvent(this.#token, this.#event);
    await this.look();
    await restore(this.#token, this.#event);
    await this.look();
  }

  async #clear() {
    await call(endpoints.clearHistory.handler, { token: this.#token, path: { event_id: this.#id } });
    await this.look();
  }

  /** What the undo of a version is answered with today. */
  #expected(version: number, keepsChanged: boolean): Undone | Reason[] | 404 {
    if (version > this.#version || version < Math.max(this.#from, 1)) return 404;
    if (version > this.#recorded) return [{ field: 'version', code: 'not_recorded' }];
    const [was, is] = [this.#states.get(version - 1), this.#states.get(version)];
    const expected = undoOf({ was, is, now: this.#now }, keepsChanged);
    const mayBeUndone =
      Array.isArray(expected) && expected.some(({ code }) => code === 'changed' || code === 'not_undoable');
    return mayBeUndone && this.#undoOf(version) ? [{ field: 'version', code: 'undone' }] : expected;
  }

  /** The newest undo of a version that was not undone itself, of those that can be read: the last write, and recorded ones. */
  #undoOf(version: number): number | undefined {
    const undo = [...this.#undoes]
      .filter(([by, of]) => of === version && (by <= this.#recorded || by === this.#version))
      .map(([by]) => by)
      .at(-1);
    return undo !== undefined && this.#undoOf(undo) === undefined ? undo : undefined;
  }

  async #undo({ age, keepsChanged, isRecorded, again, dies }: Step) {
    if (isRecorded) await this.record();
    const version = this.#version - (age % this.#version);
    const before = this.#now;
    const key = dies ? randomUUID() : '';
    if (dies) await this.#send({ version, keepsChanged, key, dies });
    const { status } = await this.#send({ version, keepsChanged, key });
    if (status !== 200) return;
    // It was not heard that it was done, and the key is forgotten.
    if (dies) await this.#send({ version, keepsChanged });
    if (!again || keepsChanged || dies) return;
    await this.record();
    const outcome = await this.#send({ version: this.#version });
    expect(outcome.status).toBeOneOf([200, 503]);
    if (outcome.status === 200) expect(this.#now).toEqual(before);
    count(`undo of an undo: ${outcome.status}`);
  }

  /** Sends an undo, and compares what it did, and its answer, with the model. */
  async #send({ version, keepsChanged = false, key = '', dies }: Sent): Promise<Outcome> {
    const earlier = this.#done.get(key);
    const expected = earlier ?? this.#expected(version, keepsChanged);
    const [before, versionBefore, { faults }] = [this.#now, this.#version, this.#lane];
    const headers = { prefer: 'return=representation', ...(key && { 'idempotency-key': key }) };
    const once = () =>
      undo(this.#token, this.#event, version, { body: { keep_changed: keepsChanged }, headers });
    const outcome = await this.#lane.complete(() =>
      dies ? (dies.isDuring ? killedDuring : killedAfter)(dies.requests, once) : once(),
    );
    await this.look();
    const isDone = this.#version > versionBefore;
    count(`undo: ${nameOf(outcome)}${isDone && outcome.status !== 200 ? ', but done' : ''}`);
    if (isDone) {
      if (earlier || !isUndone(expected))
        throw new Error(`${outcome.text} though ${JSON.stringify(expected)}`);
      expect(this.#now).toEqual(expected.state);
      this.#undoes.set(this.#version, version);
      if (key) this.#done.set(key, expected);
    }
    const { status, text } = outcome;
    if (status === 200) {
      if (!isUndone(expected)) throw new Error(`${text} though ${JSON.stringify(expected)}`);
      expect([isDone, outcome.isReplay]).toEqual([!earlier, earlier !== undefined]);
      const { undone_count, kept_count, budgets, data } = answered.parse(JSON.parse(text));
      expect([undone_count, kept_count]).toEqual([expected.undone, expected.kept]);
      if (!earlier) {
        expect(budgets?.map(({ id }) => id)).toEqual(writtenLines(before, this.#now));
        expect(data !== undefined).toBe(!isDeepStrictEqual(before.event, this.#now.event));
      }
      await this.#expectShown();
    } else if (status === 503 || status === 500) {
      if (status === 503) expectUnavailable(outcome, endpoints.undo.failure);
      expect(dies !== undefined || this.#lane.faults > faults).toBe(true);
      if (status === 500) expect(dies).toBeTruthy();
    } else {
      expect([status, text]).toEqual([expected === 404 ? 404 : 409, text]);
      if (expected !== 404) expectReasons(expected, outcome);
    }
    return outcome;
  }

  async #expectShown() {
    const unit = 10 ** digitsOf(this.#now);
    const shown = await allBudgets(this.#token, this.#event);
    expect(
      shown.map(({ id, amount, spent }) => [id, Math.round(amount * unit), Math.round(spent * unit)]),
    ).toEqual([...this.#now.lines].map(([id, { fields }]) => [id, fields['amount'], fields['spent']]));
  }

  /** Each write has an entry, and those of undos say of what. */
  async expectEntries() {
    await this.record();
    const event = { ownerId: accountIdOf(this.#token), eventId: Number(this.#id) };
    const entries = (await historyEntries(event)).filter(({ version }) => version >= this.#from);
    const shown = [...this.#states.keys()].filter((version) => version >= this.#from);
    expect(entries.map(({ version, author }) => [version, author?.undoes])).toEqual(
      shown.map((version) => [version, this.#undoes.get(version)]),
    );
  }
}

/** Begins with an event that has nothing, a budget with many payments, or nearly as many budgets as it may. */
async function begin(
  token: string,
  id: string,
  content: 'nothing' | 'payments' | 'budgets',
  look: () => Promise<unknown>,
) {
  const path = { event_id: id };
  const length = content === 'payments' ? 1 : content === 'budgets' ? 498 : 0;
  const budgets = Array.from({ length }, () => ({ name: 'Line', amount: 1 }));
  if (length > 0) await call(endpoints.importBudgets.handler, { token, path, body: { budgets } });
  await look();
  if (content !== 'payments') return;
  const [budget] = await allBudgets(token, { id });
  for (let n = 0; n < 23; n += 1) {
    await newPayment(token, { ...path, id: String(budget?.id) }, { amount: 1, paid: n % 2 === 0 });
    await look();
  }
}

it.each([
  ['', 0],
  [', with all kinds of faults', 10],
])(
  'undos do what a model says, and of what was changed since nothing%s',
  { timeout: 3_600_000 },
  async (_, percent) => {
    const record = await recordedTable(emulator);
    const property = fc.asyncProperty(
      history,
      currency,
      start,
      faultsIn(percent),
      fc.infiniteStream(fc.boolean()),
      async (steps, code, content, faults, deaths) => {
        const token = await newToken();
        const { id } = await newEvent(token, { currency: code });
        const lane = database.disturb(() => faults.next().value);
        const play = new Play(token, id, lane, () =>
          record((batch) => recordBadly(batch, deaths.next().value ?? false)),
        );
        await play.look();
        await begin(token, id, content, () => play.look());
        for (const each of steps) await play.play(each);
        await play.expectEntries();
        countFaults(lane);
      },
    );
    await playHistories(property, { operations: OPERATIONS, perHistory: PER_HISTORY, atOnce: 1 });
  },
);
