import fc from 'fast-check';
import { expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { historyLength } from '../../support/scale.ts';
import {
  allBudgets,
  catering,
  endpoints,
  newBudget,
  newEvent,
  newToken,
  viewEvent,
} from '../../support/service.ts';

/** The number of operations. OPERATIONS overrides it. */
const OPERATIONS = historyLength(500);
const PER_HISTORY = 50;

const operation = fc.record({
  kind: fc.constantFrom('create', 'create', 'update', 'delete', 'update event', 'delete event'),
  /** Whether the other account attempts it. */
  foreign: fc.boolean(),
  target: fc.nat({ max: 20 }),
  cents: fc.integer({ min: 0, max: 99_999_999_999 }),
});

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

it('count and total match a model at every step, whatever another account attempts', {
  timeout: 3_600_000,
}, async () => {
  const history = fc.array(operation, { minLength: PER_HISTORY, maxLength: PER_HISTORY });
  await fc.assert(fc.asyncProperty(history, play), { numRuns: Math.ceil(OPERATIONS / PER_HISTORY) });
});

async function play(history: Operation[]): Promise<void> {
  const [owner, other] = [await newToken(), await newToken()];
  let event = await newEvent(owner);
  let model = new Map<string, number>();
  for (const { kind, foreign, target, cents } of history) {
    const token = foreign ? other : owner;
    const amount = cents / 100;
    const id = [...model.keys()][target] ?? '1';
    const path = { event_id: event.id, id };
    if (kind === 'create' && !foreign) {
      model.set((await newBudget(owner, event, { amount })).id, cents);
    } else if (kind === 'create') {
      expect((await call(endpoints.createBudget.handler, { token, path, body: catering() })).status).toBe(
        404,
      );
    } else if (kind === 'update' || kind === 'delete') {
      const { handler } = kind === 'update' ? endpoints.updateBudget : endpoints.deleteBudget;
      const done = !foreign && model.has(id);
      expect((await call(handler, { token, path, body: { amount } })).status).toBe(done ? 200 : 404);
      if (done && kind === 'update') model.set(id, cents);
      if (done && kind === 'delete') model.delete(id);
    } else {
      const { handler } = kind === 'update event' ? endpoints.update : endpoints.delete;
      const outcome = await call(handler, { token, path: event, body: { name: `Worth ${amount}` } });
      expect(outcome.status).toBe(foreign ? 404 : 200);
      if (kind === 'delete event' && !foreign) {
        event = await newEvent(owner);
        model = new Map();
      }
    }
    const total = [...model.values()].reduce((sum, each) => sum + each, 0);
    expect(await viewEvent(owner, event)).toMatchObject({
      budgets_count: model.size,
      total_amount: total / 100,
    });
  }
  const shown = (await allBudgets(owner, event)).map(({ id, amount }) => [String(id), amount]);
  expect(shown).toEqual([...model].map(([id, cents]) => [id, cents / 100]));
}
