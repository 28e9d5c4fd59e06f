import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { askFor, newCalendar } from '../../support/calendar.ts';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import {
  allBudgets,
  allEvents,
  deposit,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
} from '../../support/service.ts';
import { giveRole, share, takeRole } from '../../support/sharing.ts';

const NOW = Date.UTC(2027, 2, 1, 12);
/** When calendars are asked for: also in another year, and in the last month of a token. */
const TIMES = [NOW, NOW + 1, Date.UTC(2027, 11, 31), Date.UTC(2028, 0, 1), Date.UTC(2028, 4, 20)];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

const days = fc.constantFrom('2025-12-31', '2026-01-01', '2026-12-31', '2027-06-30', '2027-07-01');
const texts = fc.constantFrom('Wedding', 'Ball', 'Old Mill');
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);

const eventFields = fc.record(
  {
    name: texts,
    description: texts,
    event_date: days,
    guests: maybe(fc.constantFrom(10, 20)),
    currency: fc.constantFrom('EUR', 'USD'),
  },
  { requiredKeys: ['name', 'event_date'] },
);
const budgetFields = fc.record(
  {
    name: texts,
    amount: fc.constantFrom(7, 8.5),
    kind: fc.constantFrom('expense', 'income'),
    vendor: maybe(texts),
    note: maybe(texts),
    due_date: maybe(days),
    spent: fc.constantFrom(0, 7, 8.5),
    category: texts,
  },
  { requiredKeys: ['name', 'amount'] },
);
const unitFields = fc.record({ name: texts, unit_amount: fc.constantFrom(2, 3), per_guest: fc.boolean() });
const paymentFields = fc.record({
  amount: fc.constantFrom(1, 2),
  due_date: maybe(days),
  note: maybe(texts),
  paid: maybe(fc.constant(true)),
  paid_on: maybe(days),
});

/** Two accounts: one has events of its own and of the other one. */
interface World {
  owner: string;
  session: string;
}
interface Step {
  which: number;
  mine: boolean;
  event: Record<string, unknown>;
  budget: Record<string, unknown>;
  unit: Record<string, unknown>;
  payment: Record<string, unknown>;
}

const by = ({ owner, session }: World, { mine }: Step): string => (mine ? session : owner);

/** One of the events that an account owns, and one of its budgets. */
async function place(world: World, step: Step) {
  const token = by(world, step);
  const own = await call(endpoints.list.handler, { method: 'GET', token, query: { shared: 'false' } });
  const events = [own.body.data].flat();
  const { id } = Object(events[step.which % Math.max(1, events.length)]);
  if (id === undefined) return undefined;
  const event = { id: String(id) };
  const budgets = await allBudgets(token, event);
  const budget = budgets[step.which % 2];
  const path = budget && { event_id: event.id, id: String(budget.id) };
  return { token, event, path };
}

const shownPayment = z.looseObject({ id: z.int() });

async function changePayment(token: string, step: Step, ids: Record<string, string | number>) {
  const path = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]));
  if (step.which % 2) await call(endpoints.deletePayment.handler, { token, path });
  else await call(endpoints.updatePayment.handler, { token, path, body: step.payment });
}

/** An event of each account, the other one's shared, with a budget that is due and one that is paid in parts. */
async function prepare({ owner, session }: World) {
  for (const token of [session, owner]) {
    const event = await newEvent(token, { event_date: '2027-06-30' });
    await newBudget(token, event, { spent: 0, due_date: '2027-06-30' });
    await newPayment(token, await newBudget(token, event, { spent: 0 }));
    if (token === owner) await share(owner, event, session, 'viewer');
  }
}

const ACTIONS: Record<string, (world: World, step: Step) => Promise<unknown>> = {
  'create an event': async (world, step) => {
    const event = await newEvent(by(world, step), step.event);
    if (!step.mine && step.which % 2) await share(world.owner, event, world.session, 'viewer');
  },
  'update an event': async (world, step) => {
    const found = await place(world, step);
    // Another currency is refused once there are budgets.
    const body = { ...step.event, currency: undefined };
    return found && call(endpoints.update.handler, { token: found.token, path: found.event, body });
  },
  'delete an event': async (world, step) => {
    const found = await place(world, step);
    return found && call(endpoints.delete.handler, { token: found.token, path: found.event });
  },
  'create a budget': async (world, step) => {
    const found = await place(world, step);
    return found && newBudget(found.token, found.event, { spent: 0, ...step.budget });
  },
  'create a budget per guest': async (world, step) => {
    const found = await place(world, step);
    const own = { amount: undefined, due_date: step.budget['due_date'] ?? '2027-06-30' };
    return found && newBudget(found.token, found.event, { ...own, ...step.unit }).catch(() => undefined);
  },
  'update a budget': async (world, step) => {
    const found = await place(world, step);
    if (!found?.path) return;
    await call(endpoints.updateBudget.handler, { token: found.token, path: found.path, body: step.budget });
  },
  'delete a budget': async (world, step) => {
    const found = await place(world, step);
    if (!found?.path) return;
    await call(endpoints.deleteBudget.handler, { token: found.token, path: found.path });
  },
  'create a payment': async (world, step) => {
    const found = await place(world, step);
    if (!found) return;
    const budget = await newBudget(found.token, found.event, { spent: 0, note: step.budget['note'] });
    await newPayment(found.token, budget, deposit(step.payment));
  },
  'change a payment': async (world, step) => {
    const found = await place(world, step);
    if (!found) return;
    const path = { event_id: found.event.id };
    const { body } = await call(endpoints.listBudgets.handler, { method: 'GET', token: found.token, path });
    const listed = z.array(z.looseObject({ id: z.int(), payments: z.optional(z.array(shownPayment)) }));
    for (const { id: budget_id, payments = [] } of listed.parse(body.data)) {
      const [payment] = payments;
      if (payment) await changePayment(found.token, step, { ...path, budget_id, id: payment.id });
    }
  },
  'import budgets': async (world, step) => {
    const found = await place(world, step);
    if (!found) return;
    const path = { event_id: found.event.id };
    const body = { budgets: [step.budget, step.budget] };
    await call(endpoints.importBudgets.handler, { token: found.token, path, body });
  },
  'copy an event': async (world, step) => {
    const found = await place(world, step);
    const { event_date, name } = step.event;
    if (found)
      await call(endpoints.copy.handler, {
        ...{ token: found.token, path: found.event, body: { event_date, name } },
      });
  },
  'give or take the role': async (world, step) => {
    const found = await place(world, { ...step, mine: false });
    if (!found) return;
    const isMember = (await allEvents(world.session)).some(({ id }) => String(id) === found.event.id);
    if (!isMember) await share(world.owner, found.event, world.session, 'viewer');
    else if (step.which % 2) await takeRole(world.owner, found.event, world.session);
    else await giveRole(world.owner, found.event, world.session, 'editor');
  },
  'set the app': async (_, { which }) => {
    setVariable('APP_URL', which % 2 ? 'https://one.example.com' : '');
  },
  'name the service': async (_, { which }) => {
    setVariable('SERVICE_NAME', which % 2 ? 'Planner' : 'Parties');
  },
};

const NAME = 'a calendar that shows anything else has another tag, and the same tag never has another file';

it(NAME, { timeout: 180_000 }, async () => {
  const step = fc.record({
    action: fc.constantFrom(...Object.keys(ACTIONS)),
    which: fc.nat({ max: 5 }),
    mine: fc.boolean(),
    event: eventFields,
    budget: budgetFields,
    unit: unitFields,
    payment: paymentFields,
  });
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      resetVariables();
      vi.setSystemTime(NOW);
      const world = { owner: await newToken(), session: await newToken() };
      const token = await newCalendar(world.session, { expires_on: '2028-06-01' });
      const files = new Map<string, string>();
      await prepare(world);
      for (const { action, ...each } of steps) {
        const before = files.size;
        await ACTIONS[action]?.(world, each);
        for (const [n, now] of TIMES.entries())
          for (const only of n === 0 ? [undefined, 'events', 'payments'] : [undefined]) {
            vi.setSystemTime(now);
            const { statusCode, headers, body } = await askFor(token, { ...(only && { query: { only } }) });
            expect(statusCode).toBe(200);
            const etag = String(headers['etag']);
            expect(files.get(etag) ?? body, action).toBe(body);
            files.set(etag, body);
          }
        vi.setSystemTime(NOW);
        if (files.size > before) done.add(action);
      }
    }),
    { numRuns: 50, endOnFailure: true },
  );
  // Each of them has changed a tag.
  expect([...done].sort()).toEqual(Object.keys(ACTIONS).sort());
});
