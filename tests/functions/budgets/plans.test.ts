import fc from 'fast-check';
import { it } from 'vitest';
import { currency } from '../../faults/operations/plan.ts';
import { planHistory, playPlan } from '../../faults/planning/play.ts';
import { scaled } from '../../support/scale.ts';

it('amounts, sums and payments are those of a model after every step, to the last digit', {
  timeout: 3_600_000,
}, async () => {
  const property = fc.asyncProperty(planHistory(40), currency, (operations, code) =>
    playPlan(operations, code),
  );
  await fc.assert(property, { numRuns: scaled(12, 1), endOnFailure: true, plugins: [fc.unbiased()] });
});
