import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { askFor, newCalendar } from '../../support/calendar.ts';
import { type Client, newClient } from '../../support/client.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { allEvents, deposit } from '../../support/service.ts';
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
  host: Client;
  ada: Client;
}
type Fields = Record<string, unknown>;
interface Step {
  which: number;
  mine: boolean;
  event: Fields;
  budget: Fields;
  unit: Fields;
  payment: Fields;
}

const rows = z.array(z.looseObject({ id: z.coerce.string(), payments: z.optional(z.array(z.unknown())) }));

/** One of the events that an account owns, one of its budgets, and the first payment of each. */
async function placeOf({ host, ada }: World, { which, mine }: Step) {
  const by = mine ? ada : host;
  const events = rows.parse((await by.list({ shared: 'false' })).body.data);
  const event = events[which % Math.max(1, events.length)];
  if (!event) return undefined;
  const budgets = rows.parse((await by.listBudgets({ id: event.id })).body.data);
  const payments = budgets.flatMap(({ id, payments }) =>
    rows
      .parse(payments?.slice(0, 1) ?? [])
      .map((payment) => ({ event_id: event.id, budget_id: id, id: payment.id })),
  );
  const budget = budgets[which % 2];
  const found = { by, event: { id: event.id }, payments };
  return { ...found, budget: budget && { event_id: event.id, id: budget.id } };
}

type Place = NonNullable<Awaited<ReturnType<typeof placeOf>>>;

/** An event of each account, the other one's shared, with a budget that is due and one that is paid in parts. */
async function prepare({ host, ada }: World) {
  for (const client of [ada, host]) {
    const event = await client.newEvent({ event_date: '2027-06-30' });
    await client.newBudget(event, { spent: 0, due_date: '2027-06-30' });
    await client.newPayment(await client.newBudget(event, { spent: 0 }));
    if (client === host) await share(host.token, event, ada.token, 'viewer');
  }
}

/** What is done in one of the account's events. */
const IN_EVENT: Record<string, (place: Place, step: Step) => Promise<unknown>> = {
  // Another currency is rejected once there are budgets.
  'update an event': ({ by, event }, step) => by.update(event, { ...step.event, currency: undefined }),
  'delete an event': ({ by, event }) => by.delete(event),
  'create a budget': ({ by, event }, step) => by.newBudget(event, { spent: 0, ...step.budget }),
  'create a budget per guest': ({ by, event }, { budget, unit }) => {
    const own = { amount: undefined, due_date: budget['due_date'] ?? '2027-06-30' };
    return by.newBudget(event, { ...own, ...unit }).catch(() => undefined);
  },
  'update a budget': async ({ by, budget }, step) => budget && by.updateBudget(budget, step.budget),
  'delete a budget': async ({ by, budget }) => budget && by.deleteBudget(budget),
  'create a payment': async ({ by, event }, step) => {
    const budget = await by.newBudget(event, { spent: 0, note: step.budget['note'] });
    await by.newPayment(budget, deposit(step.payment));
  },
  'change payments': async ({ by, payments }, step) => {
    for (const payment of payments)
      await (step.which % 2 ? by.deletePayment(payment) : by.updatePayment(payment, step.payment));
  },
  'import budgets': ({ by, event }, { budget }) => by.importBudgets(event, { budgets: [budget, budget] }),
  'copy an event': ({ by, event }, { event: { event_date, name } }) => by.copy(event, { event_date, name }),
};

const ACTIONS: Record<string, (world: World, step: Step) => Promise<unknown>> = {
  'create an event': async ({ host, ada }, { mine, which, event: fields }) => {
    const event = await (mine ? ada : host).newEvent(fields);
    if (!mine && which % 2) await share(host.token, event, ada.token, 'viewer');
  },
  'give or take the role': async (world, step) => {
    const place = await placeOf(world, { ...step, mine: false });
    if (!place) return;
    const { event } = place;
    const [host, ada] = [world.host.token, world.ada.token];
    const isMember = (await allEvents(ada)).some(({ id }) => String(id) === event.id);
    if (!isMember) await share(host, event, ada, 'viewer');
    else if (step.which % 2) await takeRole(host, event, ada);
    else await giveRole(host, event, ada, 'editor');
  },
  'set the app': async (_, { which }) => {
    setVariable('APP_URL', which % 2 ? 'https://one.example.com' : '');
  },
  'name the service': async (_, { which }) => {
    setVariable('SERVICE_NAME', which % 2 ? 'Planner' : 'Parties');
  },
  ...Object.fromEntries(
    Object.entries(IN_EVENT).map(([action, act]) => [
      action,
      async (world: World, step: Step) => {
        const place = await placeOf(world, step);
        if (place) await act(place, step);
      },
    ]),
  ),
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
      const world = { host: await newClient(), ada: await newClient() };
      const token = await newCalendar(world.ada.token, { expires_on: '2028-06-01' });
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
