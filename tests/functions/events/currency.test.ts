import { beforeAll, describe, expect, it } from 'vitest';
import { headPath } from '../../../lib/dynamodb/keys.ts';
import type { Outcome } from '../../support/call.ts';
import { type Client, newClient, sharedClients } from '../../support/client.ts';
import { allBudgets, catering, party } from '../../support/service.ts';
import { setInEvent } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

type Event = { id: string };

let ada: Client;
beforeAll(async () => {
  ada = await newClient();
});

const viewed = async (event: Event) => (await ada.view(event)).text;
const add = (event: Event, fields: object, headers = {}) =>
  ada.createBudget(event, catering({ spent: 0, ...fields }), headers);
/** The status of a response, and the sentences of its errors. */
const answered = ({ status, body }: Outcome) => [
  status,
  ...(body.errors ?? []).map(({ message }) => message),
];

const KEEP = 'Currency must keep its number of fractional digits while the event has budgets.';

describe('the currency of an event', () => {
  it.each(['EUR', 'JPY', 'BHD', 'XCG', 'ZWG'])('may be %s', async (currency) => {
    expect(await viewed(await ada.newEvent({ currency }))).toContain(`"currency":"${currency}"`);
  });

  it.each([
    // Withdrawn, metal, unit of account with four digits, test code, not upper case, no code.
    ...['HRK', 'XAU', 'CLF', 'UYW', 'XTS', 'XXX', 'eur', 'EURO', ''],
    ...[7, true, ['EUR']],
  ])('is not %s', async (currency) => {
    const { codes, body } = await ada.create(party({ currency }));
    expect(codes).toEqual([422, 'currency invalid']);
    expect(body.errors?.[0]?.message).toMatch(/^Currency must be /);
  });

  it('is in no answer if there is none, also if it is null or was cleared', async () => {
    const cleared = await ada.newEvent({ currency: 'JPY', limit_amount: 5 });
    const none = { currency: null, limit_amount: null };
    expect((await ada.update(cleared, none)).status).toBe(200);
    for (const event of [cleared, await ada.newEvent(none), await ada.newEvent()])
      expect(await viewed(event)).toMatch(/"total_amount":0\.00,[^{}]*"event_date":"2026-07-04"}}$/);
  });

  it.each([
    ['JPY', '1500', '0'],
    ['EUR', '1500.00', '0.00'],
    ['BHD', '1500.000', '0.000'],
  ])('%s decides the fractional digits of all amounts', async (currency, amount, zero) => {
    const own = await newClient();
    const event = await own.newEvent({ currency, limit_amount: 1500 });
    const created = await own.createBudget(event, { name: 'Band', category: 'Music', amount: 1500 });
    expect(created.text).toContain(`"amount":${amount},"spent":${zero}}`);
    const view = await own.view(event);
    expect(view.text).toContain(`"total_amount":${amount},`);
    expect(view.text).toContain(`"currency":"${currency}","limit_amount":${amount}}`);
    const { text } = await own.listBudgets(event);
    expect(text).toContain(
      `"total_amount":${amount},"total_spent":${zero},` +
        `"remaining":${amount},"to_pay":${amount},"over_budget":false`,
    );
    expect(text).toContain(`"limit_amount":${amount},"left":${zero},"over_limit":false`);
    const list = await own.list({ include: 'summary' });
    expect(list.text).toContain(`"total_spent":${zero},"remaining":${amount},"to_pay":${amount}`);
    expect(list.text).toContain(`"left":${zero}`);
    const exported = await own.exportAccount();
    expect(exported.text).toContain(`"limit_amount":${amount},"budgets":[{`);
    expect(exported.text).toContain(`"amount":${amount},"spent":${zero}}`);
  });

  it('can get other digits while the event has no budgets, and then not until they are gone', async () => {
    const event = await ada.newEvent({ currency: 'EUR' });
    expect((await ada.update(event, { currency: 'JPY' })).status).toBe(200);
    const budget = await ada.newBudget(event, { amount: 1500 });
    for (const currency of ['EUR', 'BHD', null]) {
      const outcome = await rejected(() => ada.update(event, { currency, limit_amount: 1 }));
      expect([outcome.codes, answered(outcome)]).toEqual([
        [409, 'currency in_use'],
        [409, KEEP],
      ]);
    }
    expect((await ada.update(event, { currency: 'JPY', name: 'Ball' })).status).toBe(200);
    expect(await viewed(event)).toMatch(/"name":"Ball","total_amount":1500,.*"currency":"JPY"}}$/);
    await ada.deleteBudget(budget);
    expect((await ada.update(event, { currency: null })).status).toBe(200);
    await ada.newBudget(event);
    for (const currency of ['JPY', 'KWD'])
      expect((await ada.update(event, { currency })).codes).toEqual([409, 'currency in_use']);
  });

  it.each([
    [undefined, 'EUR', '15.50'],
    ['EUR', 'USD', '15.50'],
    ['EUR', null, '15.50'],
    ['JPY', 'KRW', '15'],
    ['KWD', 'BHD', '15.500'],
  ])('can be changed beside budgets and a limit if the digits stay: %s to %s', async (from, to, amount) => {
    const event = await ada.newEvent({ currency: from, limit_amount: Number(amount) });
    await ada.newBudget(event, { amount: Number(amount) });
    expect((await ada.update(event, { currency: to })).status).toBe(200);
    const before = to ? `"currency":"${to}"` : '"event_date":"2026-07-04"';
    expect(await viewed(event)).toContain(`${before},"limit_amount":${amount}`);
    expect(await viewed(event)).toContain(`"total_amount":${amount},"budgets_count":1`);
  });

  it('has the digits of its time, so it can’t be set again beside amounts if it has others now', async () => {
    const event = await ada.newEvent({ currency: 'JPY' });
    await ada.newBudget(event, { amount: 1500 });
    await setInEvent(ada.token, event, headPath('digits'), 2);
    expect((await ada.update(event, { currency: 'JPY' })).status).toBe(409);
    expect((await ada.update(event, { name: 'Ball' })).status).toBe(200);
    expect(await viewed(event)).toContain('"total_amount":15.00,');
  });
});

const LIMIT_MISSING =
  'Limit amount is required with a currency that has a different number of fractional digits, ' +
  'because the event has a limit.';

describe('the limit of an event', () => {
  it('changes with the digits of the currency only together with a new one, or without any', async () => {
    const event = await ada.newEvent({ currency: 'EUR', limit_amount: 99.99 });
    const outcome = await rejected(() => ada.update(event, { currency: 'JPY' }));
    expect([outcome.codes, answered(outcome)]).toEqual([
      [409, 'limit_amount blank'],
      [409, LIMIT_MISSING],
    ]);
    expect((await ada.update(event, { currency: 'JPY', limit_amount: 15_000 })).status).toBe(200);
    expect(await viewed(event)).toContain('"currency":"JPY","limit_amount":15000}');
    expect((await ada.update(event, { currency: 'BHD', limit_amount: null })).status).toBe(200);
    expect(await viewed(event)).toMatch(/"currency":"BHD"}}$/);
    expect((await ada.update(event, { currency: 'EUR' })).status).toBe(200);
  });

  it('follows the digits of the currency, whether sent or stored', async () => {
    const event = await ada.newEvent({ currency: 'JPY' });
    const precise = (digits: string) => [422, `Limit amount must have ${digits} fractional digits.`];
    for (const [fields, expected] of [
      [{ limit_amount: 0.5 }, precise('no')],
      [{ limit_amount: 0.005 }, precise('no')],
      [{ limit_amount: 500 }, [200]],
      [{ currency: 'EUR', limit_amount: 0.005 }, precise('at most two')],
      [{ currency: 'BHD', limit_amount: 0.005 }, [200]],
      [{ limit_amount: 0.006 }, [200]],
    ])
      expect(answered(await ada.update(event, fields))).toEqual(expected);
    expect(await viewed(event)).toContain('"currency":"BHD","limit_amount":0.006}');
    const created = await ada.create(party({ currency: 'JPY', limit_amount: 0.5 }));
    expect(answered(created)).toEqual(precise('no'));
    const without = await ada.update(await ada.newEvent(), { limit_amount: 0.005 });
    expect(answered(without)).toEqual(precise('at most two'));
  });

  it('is no error beside another one if the currency of the event has its digits', async () => {
    const event = await ada.newEvent({ currency: 'BHD' });
    const fields = { name: '', limit_amount: 1.234 };
    expect((await ada.update(event, fields)).codes).toEqual([422, 'name blank']);
    expect((await ada.update(event, { limit_amount: 1.234 })).status).toBe(200);
  });

  it.each([
    [-1, 'negative'],
    [1e9, 'too_large'],
    ['5', 'invalid'],
    [0.0001, 'too_precise'],
  ])('is not %j', async (limit_amount, code) => {
    const { codes } = await ada.create(party({ currency: 'BHD', limit_amount }));
    expect(codes).toEqual([422, `limit_amount ${code}`]);
  });

  it('is exceeded by what is planned or spent, and not by just as much', async () => {
    const event = await ada.newEvent({ limit_amount: 100 });
    const budget = await ada.newBudget(event, { amount: 100, spent: 100 });
    for (const [fields, left, over_limit] of [
      [{ note: 'x' }, 0, false],
      [{ amount: 100, spent: 100.01 }, 0, true],
      [{ amount: 100.01, spent: 0 }, -0.01, true],
    ] as const) {
      await ada.updateBudget(budget, fields);
      const limit = { limit_amount: 100, left, over_limit };
      expect((await ada.listBudgets(event)).body['summary']).toMatchObject(limit);
      const { data } = (await ada.list({ include: 'summary' })).body;
      expect(data).toContainEqual(expect.objectContaining({ id: Number(event.id), ...limit }));
    }
  });
});

describe('an amount of a budget', () => {
  it('follows the digits of the event, at create and update', async () => {
    const [yen, dinars] = [await ada.newEvent({ currency: 'JPY' }), await ada.newEvent({ currency: 'BHD' })];
    const inYen = await ada.newBudget(yen, { amount: 7, spent: 0 });
    const inDinars = await ada.newBudget(dinars);
    const [amount, spent] = ['Amount', 'Spent'].map((name) => `${name} must have no fractional digits.`);
    expect(answered(await add(yen, { amount: 1.5 }))).toEqual([422, amount]);
    expect(answered(await add(yen, { amount: 1.005, spent: 0.5 }))).toEqual([422, amount, spent]);
    expect(answered(await ada.updateBudget(inYen, { spent: 1.5 }))).toEqual([422, spent]);
    expect((await ada.updateBudget(inYen, { spent: 15 })).status).toBe(200);
    expect((await add(dinars, { amount: 1.005 })).status).toBe(201);
    expect((await ada.updateBudget(inDinars, { amount: 999_999_999.999 })).status).toBe(200);
    const both = await allBudgets(ada.token, dinars);
    expect(both).toMatchObject([{ amount: 999_999_999.999 }, { amount: 1.005 }]);
    expect(await allBudgets(ada.token, yen)).toMatchObject([{ amount: 7, spent: 15 }]);
  });

  it.each([
    ['JPY', 999_999_999, 999_999_999.5],
    ['EUR', 999_999_999.99, 999_999_999.995],
    ['BHD', 999_999_999.999, 1e9],
  ])('in %s is at most %d', async (currency, most, more) => {
    const event = await ada.newEvent({ currency });
    expect((await add(event, { amount: most })).status).toBe(201);
    const message = `Amount is too large (maximum is ${most}).`;
    expect(answered(await add(event, { amount: more }))).toEqual([422, message]);
  });

  it('that doesn’t fit is no error where there is no such budget, for a viewer, or with an old tag', async () => {
    const { owner, viewer, budget } = await sharedClients();
    const statusesOf = async (path: typeof budget, by = owner, headers = {}) => {
      const body = catering({ amount: 1.005 });
      const add = await by.createBudget({ id: path.event_id }, body, headers);
      return [add.status, (await by.updateBudget(path, body, headers)).status];
    };
    expect(await statusesOf(budget)).toEqual([422, 422]);
    expect(await statusesOf(budget, owner, { 'if-match': '"99"' })).toEqual([412, 412]);
    expect(await statusesOf(budget, viewer)).toEqual([403, 403]);
    expect(await statusesOf({ ...budget, id: '1' })).toEqual([422, 404]);
    expect(await statusesOf({ ...budget, event_id: '1' })).toEqual([404, 404]);
  });

  it('is no error beside another one, at create and update', async () => {
    const event = await ada.newEvent({ currency: 'BHD' });
    const fields = { name: '', amount: 1.234 };
    expect((await add(event, fields)).codes).toEqual([422, 'name blank']);
    expect((await ada.updateBudget(await ada.newBudget(event), fields)).codes).toEqual([422, 'name blank']);
    const negative = await add(event, { ...fields, amount: -1 });
    expect(negative.codes).toEqual([422, 'name blank', 'amount negative']);
  });

  it.each([
    ['JPY', '999999999', 'no'],
    ['BHD', '999999999.999', 'at most three'],
    [null, '999999999.99', 'at most two'],
  ])('that fits no currency is rejected by the digits of %s', async (currency, maximum, digits) => {
    const { owner, editor, event, budget } = await sharedClients();
    await owner.deleteBudget(budget);
    await owner.update(event, { currency });
    const line = await owner.newBudget(event, { amount: 1, spent: 1 });
    for (const [amount, problem] of [
      [1.2345, `must have ${digits} fractional digits.`],
      [1e9, `is too large (maximum is ${maximum}).`],
      [999_999_999.9995, `is too large (maximum is ${maximum}).`],
    ] as const) {
      for (const by of [owner, editor]) {
        const added = await by.createBudget(event, catering({ amount, spent: 1 }));
        expect(answered(added)).toEqual([422, `Amount ${problem}`]);
        expect(answered(await by.updateBudget(line, { spent: amount }))).toEqual([422, `Spent ${problem}`]);
        const limited = await by.update(event, { limit_amount: amount });
        expect(answered(limited)).toEqual([422, `Limit amount ${problem}`]);
      }
      const created = await owner.create(party({ currency, limit_amount: amount }));
      expect(answered(created)).toEqual([422, `Limit amount ${problem}`]);
    }
  });

  it('of a repeated create has the digits of the first, also after a rejection', async () => {
    const event = await ada.newEvent({ currency: 'JPY' });
    const headers = { 'idempotency-key': 'a-key' };
    expect((await add(event, { amount: 1.5 }, headers)).status).toBe(422);
    const first = await add(event, { amount: 1500 }, headers);
    expect(first.text).toContain('"amount":1500,"spent":0}');
    const { status, text, id, isReplay } = await add(event, { amount: 1500 }, headers);
    expect([status, text, id, isReplay]).toEqual([201, first.text, first.id, true]);
    expect(await allBudgets(ada.token, event)).toHaveLength(1);
  });
});

it('events are sorted by the values of their totals, whatever their digits', async () => {
  const own = await newClient();
  for (const [currency, amount] of Object.entries({ JPY: 12, EUR: 11.99, BHD: 11.991 }))
    await own.newBudget(await own.newEvent({ currency, name: currency }), { amount });
  const { body } = await own.list({ sort: 'total_amount' });
  expect(body.data).toMatchObject([{ name: 'EUR' }, { name: 'BHD' }, { name: 'JPY' }]);
});
