import fc from 'fast-check';
import { it, vi } from 'vitest';
import { faultsIn, faultyDatabase } from '../../support/faults.ts';
import { historyLength } from '../../support/scale.ts';
import { currency } from '../operations/plan.ts';
import { countFaults } from '../players/figures.ts';
import { playHistories } from '../players/histories.ts';
import { planHistory, playPlan } from './play.ts';

vi.hoisted(() => {
  // Longer than a busy machine keeps this many histories waiting.
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
});

/** The number of operations. OPERATIONS overrides it. */
const OPERATIONS = historyLength(450);
const PER_HISTORY = 50;

const database = await faultyDatabase();

it('with all kinds of faults, amounts, sums and payments are those of a model after every step', {
  timeout: 3_600_000,
}, async () => {
  const property = fc.asyncProperty(
    planHistory(PER_HISTORY),
    currency,
    faultsIn(20),
    async (operations, code, faults) => {
      const lane = database.disturb(() => faults.next().value);
      await playPlan(
        operations,
        code,
        (call) => lane.complete(call),
        () => lane.faults,
      );
      countFaults(lane);
    },
  );
  await playHistories(property, { operations: OPERATIONS, perHistory: PER_HISTORY, atOnce: 3 });
});
