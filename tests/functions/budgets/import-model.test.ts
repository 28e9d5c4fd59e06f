import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { scaled } from '../../support/scale.ts';
import { expectSums } from '../../support/sharing.ts';

let ada: Client;
beforeAll(async () => {
  ada = await newClient();
});

const units = (max: number) => fc.oneof(fc.nat({ max }), fc.constant(999_999_999));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(fc.option(value), { nil: undefined, freq: 2 });

/** Fields of a body. Amounts are in hundredths, so some have too many digits for the currency. */
const fields = fc.record(
  {
    name: fc.constantFrom('Band', 'Choir'),
    category: fc.constantFrom('', 'Music'),
    amount: units(20_000),
    spent: units(20_000),
    unit_amount: fc.option(units(2_000)),
    quantity: fc.option(fc.integer({ min: 0, max: 4 })),
    per_guest: maybe(fc.boolean()),
    estimate: fc.option(units(20_000)),
    link: fc.constantFrom('https://example.com', 'http://example.com', null),
    due_date: fc.option(fc.constantFrom('2027-06-01', '2027-07-01')),
  },
  { requiredKeys: [] },
);
type Fields = typeof fields extends fc.Arbitrary<infer Value> ? Value : never;

const AMOUNTS: (keyof Fields)[] = ['amount', 'spent', 'unit_amount', 'estimate'];

function bodyOf(made: Fields, step: number): Record<string, unknown> {
  const amounts = AMOUNTS.flatMap((name) => {
    const amount = made[name];
    return typeof amount === 'number' ? [[name, (amount - (amount % step)) / 100]] : [];
  });
  return { ...made, ...Object.fromEntries(amounts) };
}

/** An import takes what was spent for an amount that is left out. A create doesn't. */
const planned = (body: Record<string, unknown>) =>
  (body['amount'] ?? body['unit_amount'] ?? body['spent']) === body['spent']
    ? { ...body, ...('spent' in body && { amount: body['spent'] }) }
    : body;

/** The lines that an event begins with, and which of them have a payment. */
const line = fc.constantFrom<Record<string, unknown>>(
  { name: 'Hall', amount: 50 },
  { name: 'Drinks', unit_amount: 3, quantity: 2, per_guest: true },
  { name: 'Tickets', kind: 'income', unit_amount: 12, estimate: 7 },
  { name: 'Band', amount: 20, spent: 3, due_date: '2027-05-01', vendor: 'Ada' },
);
const entry = fc.record({ place: fc.option(fc.nat({ max: 5 }), { freq: 3 }), fields });

const shown = async (event: { id: string }) => {
  const { version, ...summary } = await ada.summaryOf(event);
  return JSON.stringify([await ada.budgetsOf(event), summary]).replaceAll(/"id":\d+,/g, '');
};

async function eventWith(currency: string | undefined, lines: Record<string, unknown>[]) {
  const event = await ada.newEvent({ currency, guests: 5 });
  if (lines.length === 0) return { event, ids: [] };
  expect((await ada.importFile(event, lines)).status).toBe(201);
  const ids = (await ada.budgetsOf(event)).map(({ id }) => id);
  for (const [place, id] of ids.entries())
    if (lines[place]?.['name'] === 'Hall')
      await ada.newPayment({ event_id: event.id, id: String(id) }, { amount: 9, paid_on: '2027-01-01' });
  return { event, ids };
}

it.each<[currency: string | undefined, step: number]>([
  [undefined, 1],
  ['JPY', 100],
  ['JPY', 50],
  ['KWD', 1],
])('an import is what its entries are one by one, in %s', { timeout: 300_000 }, async (currency, step) => {
  const property = fc.asyncProperty(
    fc.array(line, { maxLength: 4 }),
    fc.uniqueArray(entry, { minLength: 1, maxLength: 6, selector: ({ place }) => place ?? {} }),
    async (lines, entries) => {
      const [one, other] = [await eventWith(currency, lines), await eventWith(currency, lines)];
      const all = entries.map(({ place, fields }) => ({
        at: place !== null && place < one.ids.length ? place : undefined,
        body: bodyOf(fields, step),
      }));
      const imported = await ada.importFile(
        one.event,
        all.map(({ at, body }) => (at === undefined ? body : { id: one.ids[at], ...body })),
      );
      const errors: string[] = [];
      for (const [index, { at, body }] of all.entries()) {
        const path = { event_id: other.event.id, id: String(other.ids[at ?? 0]) };
        const outcome =
          at === undefined
            ? await ada.createBudget(other.event, planned(body))
            : await ada.updateBudget(path, body);
        if (outcome.status >= 400)
          errors.push(...outcome.codes.slice(1).map((error) => `budgets[${index}].${error}`));
      }
      if (errors.length === 0) {
        expect([imported.status, await shown(one.event)]).toEqual([201, await shown(other.event)]);
      } else {
        expect(imported.status).toBe(422);
        // What depends on the event is checked when no body is wrong by itself.
        const found = imported.codes.slice(1).map((error) => String(error).replace('] ', '].body '));
        expect(errors).toEqual(expect.arrayContaining(found));
        expect(await shown(one.event)).toBe(await shown((await eventWith(currency, lines)).event));
      }
      await expectSums(ada.token, one.event);
    },
  );
  await fc.assert(property, { numRuns: scaled(200, 10), endOnFailure: true });
});
