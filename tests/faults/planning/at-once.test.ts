import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { faultsIn, faultyDatabase } from '../../support/faults.ts';
import { historyLength } from '../../support/scale.ts';
import { newEvent, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { aimAt, currency, planOperation, send } from '../operations/plan.ts';
import { count, countFaults } from '../players/figures.ts';
import { playHistories } from '../players/histories.ts';
import { storedAt } from '../stored.ts';

vi.hoisted(() => {
  // Longer than a busy machine keeps this many histories waiting.
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
});

/** The number of operations. OPERATIONS overrides it. */
const OPERATIONS = historyLength(1_200);
const AT_ONCE = 6;
const BATCHES = 20;

const stored = storedAt();
const database = await faultyDatabase();

const operation = fc.record({
  operation: planOperation.filter(({ kind }) => kind !== 'copy' && kind !== 'restore'),
  /** How often a client sends it. */
  times: fc.constantFrom(1, 1, 2),
});
const batch = fc.array(operation, { minLength: AT_ONCE, maxLength: AT_ONCE });
const history = fc.array(batch, { minLength: BATCHES, maxLength: BATCHES });
it('of writes at once, some of them repeated, each is done as often as its answers say, and sums are those of the budgets', {
  timeout: 3_600_000,
}, async () => {
  const property = fc.asyncProperty(history, faultsIn(20), currency, async (batches, faults, currency) => {
    const token = await newToken();
    const { id } = await newEvent(token, { currency });
    const lane = database.disturb(() => faults.next().value);
    /** Fails if the stored sums are not those of the budgets. */
    const found = async () => {
      const { events } = await stored.eventsAndClaims(accountIdOf(token));
      const [event] = events;
      if (!event) throw new Error('The event is gone');
      return event;
    };
    for (const operations of batches) {
      const before = await found();
      const calls = operations.flatMap(({ operation, times }) => {
        const aim = aimAt(before, operation);
        return Array.from({ length: times }, () => () => send(token, id, aim));
      });
      const outcomes = await lane.complete(() => Promise.all(calls.map((send) => send())));
      const statuses = outcomes.map(({ status }) => status);
      for (const status of statuses) {
        count(`answered ${status}`);
        expect([200, 201, 404, 409, 422, 503]).toContain(status);
      }
      const done = (await found()).version - before.version;
      // An estimate that every budget has already is no write.
      const confirmed = outcomes.filter(({ status, body }) => status < 300 && body.return_count !== 0).length;
      expect(done).toBeGreaterThanOrEqual(confirmed);
      expect(done).toBeLessThanOrEqual(confirmed + statuses.filter((status) => status === 503).length);
    }
    countFaults(lane);
  });
  await playHistories(property, { operations: OPERATIONS, perHistory: AT_ONCE * BATCHES, atOnce: 5 });
});
