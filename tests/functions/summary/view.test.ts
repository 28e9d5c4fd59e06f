import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { type Digits, toAmount } from '../../../lib/money/amount.ts';
import { type Client, newClient } from '../../support/client.ts';
import { eventItem } from '../../support/event-item.ts';
import { scaled } from '../../support/scale.ts';
import { accountIdOf, pointAt, share, takeRole } from '../../support/sharing.ts';
import { putItems } from '../../support/table.ts';

let ada: Client;
beforeEach(async () => {
  ada = await newClient();
});

const dataOf = async (query: Record<string, string> = {}, by = ada) =>
  (await by.viewSummary(query)).text.replace(/^.*?"data":/, '').replace(/}$/, '');

const sums = (count: number, ...[total, spent, remaining, toPay, income, toReceive]: string[]) =>
  `"events_count":${count},"total_amount":${total},"total_spent":${spent},"remaining":${remaining},` +
  `"to_pay":${toPay},"total_income":${income},"to_receive":${toReceive}`;

it('has the sums of each currency, in total and per month, by the date of the event', async () => {
  expect((await ada.viewSummary()).text).toBe('{"status":"success","data":[]}');
  const july = await ada.newEvent({ event_date: '2027-07-31', currency: 'JPY' });
  await ada.newBudget(july, { amount: 1500, spent: 2000, due_date: '2020-01-01' });
  await ada.newBudget(july, { kind: 'income', amount: 7, spent: 5 });
  await ada.newBudget(await ada.newEvent({ event_date: '2027-06-30' }), { amount: 0.1, spent: 0.05 });
  await ada.newBudget(await ada.newEvent({ event_date: '2027-07-01' }), { amount: 0.2, spent: 0 });
  await ada.newEvent({ event_date: '2027-07-02', currency: 'BHD' });
  const yen = sums(1, '1500', '2000', '-500', '0', '7', '2');
  const dinar = sums(1, '0.000', '0.000', '0.000', '0.000', '0.000', '0.000');
  expect(await dataOf()).toBe(
    `[{"currency":null,${sums(2, '0.30', '0.05', '0.25', '0.25', '0.00', '0.00')},"months":[` +
      `{"month":"2027-06",${sums(1, '0.10', '0.05', '0.05', '0.05', '0.00', '0.00')}},` +
      `{"month":"2027-07",${sums(1, '0.20', '0.00', '0.20', '0.20', '0.00', '0.00')}}]},` +
      `{"currency":"BHD",${dinar},"months":[{"month":"2027-07",${dinar}}]},` +
      `{"currency":"JPY",${yen},"months":[{"month":"2027-07",${yen}}]}]`,
  );
});

it('has the events from the first to the last day', async () => {
  for (const event_date of ['2027-01-31', '2027-02-01', '2027-02-28', '2027-03-01'])
    await ada.newEvent({ event_date });
  for (const [query, count] of [
    [{ from: '2027-02-01', to: '2027-02-28' }, 2],
    [{ from: '2027-03-01' }, 1],
    [{ to: '2027-02-28' }, 3],
  ] as const)
    expect(await dataOf(query)).toContain(`[{"currency":null,"events_count":${count},`);
  expect(await dataOf({ from: '2027-03-02' })).toBe('[]');
  for (const [query, message] of [
    [{ from: '2027-02-30' }, 'From must be a valid date (YYYY-MM-DD).'],
    [{ from: '2027-02-02', to: '2027-02-01' }, 'From must not be after to.'],
  ] as const) {
    const { codes, messages } = await ada.viewSummary(query);
    expect([...codes, ...messages]).toEqual([422, 'from invalid', message]);
  }
});

it('has shared events for every role, and for nobody else', async () => {
  const [editor, viewer, stranger] = [await newClient(), await newClient(), await newClient()];
  const event = await ada.newEvent({ currency: 'EUR' });
  await ada.newBudget(event, { amount: 1, spent: 0 });
  await ada.newEvent({ currency: 'EUR' });
  await share(ada.token, event, editor.token, 'editor');
  await share(ada.token, event, viewer.token, 'viewer');
  await pointAt(ada.token, event, stranger.token);
  const shared = `[{"currency":"EUR",${sums(1, '1.00', '0.00', '1.00', '1.00', '0.00', '0.00')},`;
  expect(await dataOf({}, editor)).toContain(shared);
  expect(await dataOf({}, viewer)).toContain(shared);
  expect(await dataOf({}, stranger)).toBe('[]');
  await takeRole(ada.token, event, viewer.token);
  expect(await dataOf({}, viewer)).toBe('[]');
  expect(await dataOf()).toContain('"events_count":2');
});

interface Planned {
  currency: string | undefined;
  digits: Digits;
  event_date: string;
  planned: bigint;
  spent: bigint;
  income: bigint;
  toPay: bigint;
  toReceive: bigint;
}

async function put(token: string, plans: Planned[]): Promise<void> {
  const ownerId = accountIdOf(token);
  await putItems(
    plans.map(({ currency, digits, event_date, planned, spent, income, toPay, toReceive }) => {
      const eventId = nextId();
      const { head, ...item } = eventItem(eventId, 0);
      const sums = { total_cents: planned, spent_cents: spent, income_cents: income };
      const left = { to_pay_cents: toPay, to_receive_cents: toReceive };
      const money = { ...(currency && { currency, digits }), ...sums, ...left };
      return { ...item, head: { ...head, event_date, ...money }, ...eventKey({ ownerId, eventId }) };
    }),
  );
}

/** The sums of an account's events, made in another way: in thousandths, one event after another. */
function modelOf(plans: Planned[], digits: Digits): string {
  const sum = { planned: 0n, spent: 0n, income: 0n, toPay: 0n, toReceive: 0n };
  for (const plan of plans)
    for (const key of ['planned', 'spent', 'income', 'toPay', 'toReceive'] as const)
      sum[key] += plan[key] * 10n ** BigInt(3 - plan.digits);
  const all = [sum.planned, sum.spent, sum.planned - sum.spent, sum.toPay, sum.income, sum.toReceive];
  const shown = (thousandths: bigint) =>
    JSON.stringify(toAmount(thousandths / 10n ** BigInt(3 - digits), digits));
  return sums(plans.length, ...all.map(shown));
}

function expectedOf(plans: Planned[]): string {
  const currencies = [...new Set(plans.map(({ currency = '' }) => currency))].sort();
  const entries = currencies.map((code) => {
    const own = plans.filter(({ currency = '' }) => currency === code);
    const digits = ([3, 2, 0] as const).find((most) => own.some((plan) => plan.digits === most)) ?? 2;
    const months = [...new Set(own.map(({ event_date }) => event_date.slice(0, 7)))].sort();
    const shown = months.map((month) => {
      const inMonth = own.filter(({ event_date }) => event_date.startsWith(month));
      return `{"month":"${month}",${modelOf(inMonth, digits)}}`;
    });
    return `{"currency":${code ? `"${code}"` : null},${modelOf(own, digits)},"months":[${shown.join()}]}`;
  });
  return `[${entries.join()}]`;
}

/** The largest sum of an event: 500 amounts in thousandths. */
const MAX = 499_999_999_999_500n;
const amount = fc.oneof(fc.bigInt({ min: 0n, max: MAX }), fc.constant(MAX), fc.constant(0n));

const plan: fc.Arbitrary<Planned> = fc
  .record({
    // HUF as if ISO 4217 had changed its digits.
    context: fc.constantFrom<{ currency: string | undefined; digits: Digits }[]>(
      { currency: undefined, digits: 2 },
      { currency: 'EUR', digits: 2 },
      { currency: 'JPY', digits: 0 },
      { currency: 'BHD', digits: 3 },
      { currency: 'HUF', digits: 2 },
      { currency: 'HUF', digits: 0 },
    ),
    event_date: fc.constantFrom('0999-12-31', '2027-01-01', '2027-01-31', '2027-02-01', '9999-12-31'),
    ...{ planned: amount, spent: amount, income: amount, toPay: amount, toReceive: amount },
  })
  .map(({ context, ...rest }) => ({ ...context, ...rest }));

it('never mixes currencies, and months add up to totals', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { maxLength: 60 }), async (plans) => {
      const own = await newClient();
      await put(own.token, plans);
      expect(await dataOf({}, own)).toBe(expectedOf(plans));
      const from = '2027-01-01';
      const within = plans.filter(({ event_date }) => event_date >= from && event_date <= '2027-01-31');
      expect(await dataOf({ from, to: '2027-01-31' }, own)).toBe(expectedOf(within));
    }),
    { numRuns: scaled(200, 20) },
  );
});

it('is exact beyond 2^53', async () => {
  const largest = {
    currency: 'BHD',
    digits: 3,
    event_date: '2027-01-01',
    planned: MAX,
    income: MAX,
  } as const;
  const left = { spent: 1n, toPay: MAX, toReceive: 1n };
  await put(ada.token, Array<Planned>(41).fill({ ...largest, ...left }));
  // 41 times 499,999,999,999.500, which a number would round.
  const all = '20499999999979.500';
  const shown = sums(41, all, '0.041', '20499999999979.459', all, all, '0.041');
  expect(await dataOf()).toBe(`[{"currency":"BHD",${shown},"months":[{"month":"2027-01",${shown}}]}]`);
});

it('has the larger digits of a currency whose digits have changed', async () => {
  const huf = { currency: 'HUF', event_date: '2027-01-01', spent: 0n, income: 0n, toReceive: 0n };
  await put(ada.token, [
    { ...huf, digits: 0, planned: 150n, toPay: 150n },
    { ...huf, digits: 2, planned: 1n, toPay: 1n },
  ]);
  const shown = sums(2, '150.01', '0.00', '150.01', '150.01', '0.00', '0.00');
  expect(await dataOf()).toContain(`"currency":"HUF",${shown}`);
});
