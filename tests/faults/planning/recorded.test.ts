import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { HistoryEntry, RecordedChange } from '../../../lib/history/entry.ts';
import type { Event } from '../../../lib/plan/event.ts';
import { fieldsOfEvent } from '../../../lib/plan/head.ts';
import { getEvent } from '../../../lib/plan/repository.ts';
import type { BudgetPart } from '../../../lib/plan/stored-budget.ts';
import { faultsIn, faultyDatabase } from '../../support/faults.ts';
import { emulator } from '../../support/proxied-database.ts';
import { historyEntries, recordBadly, recordedTable } from '../../support/records.ts';
import { historyLength } from '../../support/scale.ts';
import { newEvent, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { aimAt, currency, planOperation, send } from '../operations/plan.ts';
import { count, countFaults } from '../players/figures.ts';
import { playHistories } from '../players/histories.ts';
import { storedAt } from '../stored.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
});

/** The number of operations. OPERATIONS overrides it. */
const OPERATIONS = historyLength(120);
const PER_HISTORY = 30;

const stored = storedAt();
const database = await faultyDatabase();
const history = fc.array(planOperation, { minLength: PER_HISTORY, maxLength: PER_HISTORY });

type Fields = Record<string, unknown>;

/** Everything that a history tells of an event, by the kind and id of what it is of. */
type Told = Map<string, Fields>;

const defined = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** What the change of a budget, or a stored one, has of that. */
function partsOfBudget(id: number, { payments = [], ...budget }: BudgetPart): [string, Fields][] {
  const { version: _, updated_at: __, ...fields } = budget;
  return [
    [`budget ${id}`, defined(fields)],
    ...payments.map(({ id: paymentId, ...payment }): [string, Fields] => [
      `payment ${id} ${paymentId}`,
      defined(payment),
    ]),
  ];
}

function toldOf(event: Event): Told {
  const { digits: _, ...fields } = fieldsOfEvent(event);
  return new Map([
    ['event', defined(fields)],
    ...event.budgets.flatMap(({ id, digits: _, ...budget }) => partsOfBudget(id, budget)),
  ]);
}

function partsOf(recorded: RecordedChange, side: 'before' | 'after'): [string, Fields][] {
  if (recorded.kind === 'budget') return partsOfBudget(recorded.id, recorded[side] ?? {});
  if (recorded.kind === 'payment')
    return [[`payment ${recorded.budget_id} ${recorded.id}`, defined(recorded[side] ?? {})]];
  if (recorded.kind === 'member') throw new Error('There are none');
  const { digits: _, ...fields } = recorded[side] ?? {};
  return [['event', defined(fields)]];
}

/** What follows from an entry. Fails if what it says of the time before isn't so. */
function follow(before: Told, { changes, more }: HistoryEntry): Told {
  expect(more).toBe(0);
  const told = new Map(before);
  for (const recorded of changes) {
    count(`${recorded.kind} ${recorded.change}`);
    const [was, is] = [partsOf(recorded, 'before'), partsOf(recorded, 'after')];
    if (recorded.change === 'created')
      for (const [id, fields] of is) {
        expect([id, told.has(id)]).toEqual([id, false]);
        told.set(id, fields);
      }
    else if (recorded.change === 'deleted')
      for (const [id, fields] of was) {
        expect([id, told.get(id)]).toEqual([id, fields]);
        told.delete(id);
      }
    else
      for (const [n, [id, after]] of is.entries()) {
        const fields = told.get(id) ?? {};
        const names = Object.keys({ ...was[n]?.[1], ...after });
        expect(names).not.toEqual([]);
        expect([id, partWith(fields, names)]).toEqual([id, was[n]?.[1]]);
        // An amount is always there beside a price that came or went.
        const isRepriced = isPriced(was[n]?.[1]) !== isPriced(after);
        for (const name of names.filter((each) => each !== 'amount_cents' || !isRepriced))
          expect(after[name]).not.toBe(fields[name]);
        const kept = Object.keys(fields).filter((name) => !names.includes(name));
        told.set(id, { ...partWith(fields, kept), ...after });
      }
  }
  return withSpent(told);
}

/** With payments, what was spent follows from them. */
function withSpent(told: Told): Told {
  const after = new Map(told);
  for (const [name, budget] of told) {
    const payments = [...told].filter(([other]) => other.startsWith(`${name.replace('budget', 'payment')} `));
    const paid = payments.filter(([, { paid, paid_on }]) => paid ?? paid_on);
    const spent_cents = paid.reduce((sum, [, { amount_cents }]) => sum + Number(amount_cents), 0);
    if (name.startsWith('budget ') && payments.length > 0) after.set(name, { ...budget, spent_cents });
  }
  return after;
}

const isPriced = (fields: Fields = {}): boolean => fields['unit_cents'] !== undefined;

const partWith = (fields: Fields, names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

it('entries say what each write has changed, whatever fails', { timeout: 3_600_000 }, async () => {
  const record = await recordedTable(emulator);
  const property = fc.asyncProperty(
    history,
    currency,
    faultsIn(10),
    fc.infiniteStream(fc.boolean()),
    async (operations, code, faults, deaths) => {
      const token = await newToken();
      const ownerId = accountIdOf(token);
      const { id } = await newEvent(token, { currency: code });
      const versions = new Map<number, Event>();
      const lane = database.disturb(() => faults.next().value);
      const look = async () => {
        const event = await getEvent({ ownerId, eventId: Number(id) });
        if (event) versions.set(event.version, event);
      };
      await look();
      for (const operation of operations) {
        const { events } = await stored.eventsAndClaims(ownerId);
        const event = events.find((each) => each.id === Number(id));
        if (!event) throw new Error('There is no event');
        const aim = aimAt(event, operation);
        await lane.complete(() => send(token, id, aim));
        await look();
      }
      countFaults(lane);
      await record((batch) => recordBadly(batch, deaths.next().value ?? false));
      const entries = await historyEntries({ ownerId, eventId: Number(id) });
      expect(entries.map(({ version }) => version)).toEqual([...versions.keys()]);
      let told: Told = new Map();
      for (const entry of entries) {
        const event = versions.get(entry.version);
        if (!event) throw new Error('There is no such version');
        told = follow(told, entry);
        expect(told).toEqual(toldOf(event));
        expect(entry).toMatchObject({ at: event.updated_at, digits: event.digits });
      }
    },
  );
  await playHistories(property, { operations: OPERATIONS, perHistory: PER_HISTORY, atOnce: 1 });
});
