import { beforeAll, describe, expect, it } from 'vitest';
import { headPath } from '../../../lib/dynamodb/keys.ts';
import { call } from '../../support/call.ts';
import {
  allBudgets,
  catering,
  endpoints,
  newBudget,
  newEvent,
  newToken,
  party,
} from '../../support/service.ts';
import { newVerified, setInEvent, share } from '../../support/sharing.ts';

const { create, update, view, list, createBudget, updateBudget, listBudgets, exportAccount } = endpoints;

let token: string;
beforeAll(async () => {
  token = await newToken();
});

const viewed = async (path: { id: string }) =>
  (await call(view.handler, { method: 'GET', token, path })).text;
const change = (path: { id: string }, body: object) => call(update.handler, { token, path, body });
const add = ({ id: event_id }: { id: string }, fields: Record<string, unknown>, headers = {}) =>
  call(createBudget.handler, { token, path: { event_id }, headers, body: catering({ spent: 0, ...fields }) });

const errorsOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.errors];

describe('the currency of an event', () => {
  it.each(['EUR', 'JPY', 'BHD', 'XCG', 'ZWG'])('may be %s', async (currency) => {
    const event = await newEvent(token, { currency });
    expect(JSON.parse(await viewed(event)).data).toMatchObject({ currency });
  });

  it.each([
    // Withdrawn, metal, unit of account with four digits, test code, not upper case, no code.
    ...['HRK', 'XAU', 'CLF', 'UYW', 'XTS', 'XXX', 'eur', 'EURO', ''],
    ...[7, true, ['EUR']],
  ])('is not %s', async (currency) => {
    const outcome = await call(create.handler, { token, body: party({ currency }) });
    expect(errorsOf(outcome)).toEqual([
      422,
      [{ field: 'currency', code: 'invalid', message: expect.stringMatching(/^Currency must be /) }],
    ]);
  });

  it('is in no answer if there is none, also if it is null or was cleared', async () => {
    const [none, withNull, cleared] = [
      await newEvent(token),
      await newEvent(token, { currency: null, limit_amount: null }),
      await newEvent(token, { currency: 'JPY', limit_amount: 5 }),
    ];
    expect((await change(cleared, { currency: null, limit_amount: null })).status).toBe(200);
    for (const event of [none, withNull, cleared]) {
      expect(await viewed(event)).toMatch(/"total_amount":0\.00,[^{}]*"event_date":"2026-07-04"}}$/);
    }
  });

  it.each([
    ['JPY', '1500', '0'],
    ['EUR', '1500.00', '0.00'],
    ['BHD', '1500.000', '0.000'],
  ])('%s decides the fractional digits of all amounts', async (currency, amount, zero) => {
    const own = await newToken();
    const event = await newEvent(own, { currency, limit_amount: 1500 });
    const path = { event_id: event.id };
    const { text } = await call(createBudget.handler, {
      ...{ token: own, path, body: { name: 'Band', category: 'Music', amount: 1500 } },
    });
    expect(text).toContain(`"amount":${amount},"spent":${zero}}`);
    const get = async (handler: typeof view.handler, query = {}) =>
      (await call(handler, { method: 'GET', token: own, path: { ...event, ...path }, query })).text;
    expect(await get(view.handler)).toContain(`"total_amount":${amount},`);
    expect(await get(view.handler)).toContain(`"currency":"${currency}","limit_amount":${amount}}`);
    const summary = [
      ...[
        `"total_amount":${amount},"total_spent":${zero}`,
        `"remaining":${amount},"to_pay":${amount},"over_budget":false`,
      ],
      ...[`"limit_amount":${amount},"left":${zero},"over_limit":false`],
    ];
    for (const part of summary) expect(await get(listBudgets.handler)).toContain(part);
    for (const part of [summary[0], `"left":${zero}`])
      expect(await get(list.handler, { include: 'summary' })).toContain(part?.split(',').at(-1));
    const exported = await get(exportAccount.handler);
    expect(exported).toContain(`"limit_amount":${amount},"budgets":[{`);
    expect(exported).toContain(`"amount":${amount},"spent":${zero}}`);
  });

  const otherDigits = {
    field: 'currency',
    code: 'in_use',
    message: 'Currency must keep its number of fractional digits while the event has budgets.',
  };

  it('can get other digits while the event has no budgets, and then not until they are gone', async () => {
    const event = await newEvent(token, { currency: 'EUR' });
    expect((await change(event, { currency: 'JPY' })).status).toBe(200);
    const budget = await newBudget(token, event, { amount: 1500 });
    for (const currency of ['EUR', 'BHD', null])
      expect(errorsOf(await change(event, { currency, limit_amount: 1 }))).toEqual([409, [otherDigits]]);
    expect((await change(event, { currency: 'JPY', name: 'Ball' })).status).toBe(200);
    expect(await viewed(event)).toMatch(/"name":"Ball","total_amount":1500,.*"currency":"JPY"}}$/);
    await call(endpoints.deleteBudget.handler, { token, path: budget });
    expect((await change(event, { currency: null })).status).toBe(200);
  });

  it.each([
    [undefined, 'EUR', '15.50'],
    ['EUR', 'USD', '15.50'],
    ['EUR', null, '15.50'],
    ['JPY', 'KRW', '15'],
    ['KWD', 'BHD', '15.500'],
  ])('can be changed beside budgets and a limit if the digits stay: %s to %s', async (from, to, amount) => {
    const event = await newEvent(token, { currency: from, limit_amount: Number(amount) });
    await newBudget(token, event, { amount: Number(amount) });
    expect((await change(event, { currency: to })).status).toBe(200);
    const shown = `"limit_amount":${amount}`;
    expect(await viewed(event)).toContain(
      to ? `"currency":"${to}",${shown}` : `"event_date":"2026-07-04",${shown}`,
    );
    expect(await viewed(event)).toContain(`"total_amount":${amount},"budgets_count":1`);
  });

  it.each(['JPY', 'KWD'])(
    'can’t be added beside budgets if it is %s, which has other digits',
    async (currency) => {
      const event = await newEvent(token);
      await newBudget(token, event);
      expect(errorsOf(await change(event, { currency }))).toEqual([409, [otherDigits]]);
      expect(await viewed(event)).not.toContain('currency');
    },
  );

  it('has the digits of its time, so it can’t be set again beside amounts if it has others now', async () => {
    const event = await newEvent(token, { currency: 'JPY' });
    await newBudget(token, event, { amount: 1500 });
    await setInEvent(token, event, headPath('digits'), 2);
    expect((await change(event, { currency: 'JPY' })).status).toBe(409);
    expect((await change(event, { name: 'Ball' })).status).toBe(200);
    expect(await viewed(event)).toContain('"total_amount":15.00,');
  });
});

describe('the limit of an event', () => {
  const limit = async (event: { id: string }, limit_amount: unknown) =>
    errorsOf(await change(event, { limit_amount }));

  it('changes with the digits of the currency only together with a new one, or without any', async () => {
    const event = await newEvent(token, { currency: 'EUR', limit_amount: 99.99 });
    expect(errorsOf(await change(event, { currency: 'JPY' }))).toEqual([
      409,
      [
        {
          field: 'limit_amount',
          code: 'blank',
          message:
            'Limit amount is required with a currency that has a different number of fractional digits, because the event has a limit.',
        },
      ],
    ]);
    expect((await change(event, { currency: 'JPY', limit_amount: 15_000 })).status).toBe(200);
    expect(await viewed(event)).toContain('"currency":"JPY","limit_amount":15000}');
    expect((await change(event, { currency: 'BHD', limit_amount: null })).status).toBe(200);
    expect(await viewed(event)).toMatch(/"currency":"BHD"}}$/);
    expect((await change(event, { currency: 'EUR' })).status).toBe(200);
  });

  it('follows the digits of the currency, whether sent or stored', async () => {
    const event = await newEvent(token, { currency: 'JPY' });
    const precise = (message: string) => [
      422,
      [{ field: 'limit_amount', code: 'too_precise', message: `Limit amount must have ${message}.` }],
    ];
    expect(await limit(event, 0.5)).toEqual(precise('no fractional digits'));
    expect(await limit(event, 0.005)).toEqual(precise('no fractional digits'));
    expect(await limit(event, 500)).toEqual([200, undefined]);
    expect(errorsOf(await change(event, { currency: 'EUR', limit_amount: 0.005 }))).toEqual(
      precise('at most two fractional digits'),
    );
    expect(errorsOf(await change(event, { currency: 'BHD', limit_amount: 0.005 }))).toEqual([200, undefined]);
    expect(await limit(event, 0.006)).toEqual([200, undefined]);
    expect(await viewed(event)).toContain('"currency":"BHD","limit_amount":0.006}');
    const body = party({ currency: 'JPY', limit_amount: 0.5 });
    expect(errorsOf(await call(create.handler, { token, body }))).toEqual(precise('no fractional digits'));
    expect(await limit(await newEvent(token), 0.005)).toEqual(precise('at most two fractional digits'));
  });

  it('is no error beside another one if the currency of the event has its digits', async () => {
    const event = await newEvent(token, { currency: 'BHD' });
    expect(errorsOf(await change(event, { name: '', limit_amount: 1.234 }))).toMatchObject([
      422,
      [{ field: 'name', code: 'blank' }],
    ]);
    expect((await change(event, { limit_amount: 1.234 })).status).toBe(200);
  });

  it.each([
    [-1, 'negative'],
    [1e9, 'too_large'],
    ['5', 'invalid'],
    [0.0001, 'too_precise'],
  ])('is not %j', async (limit_amount, code) => {
    const outcome = await call(create.handler, { token, body: party({ currency: 'BHD', limit_amount }) });
    expect(outcome.body.errors).toMatchObject([{ field: 'limit_amount', code }]);
  });

  it('is exceeded by what is planned or spent, and not by just as much', async () => {
    const event = await newEvent(token, { limit_amount: 100 });
    const budget = await newBudget(token, event, { amount: 100, spent: 100 });
    const path = { event_id: event.id };
    const summary = async () =>
      JSON.parse((await call(listBudgets.handler, { method: 'GET', token, path })).text).summary;
    expect(await summary()).toMatchObject({ limit_amount: 100, left: 0, over_limit: false });
    for (const [body, left] of [
      [{ amount: 100, spent: 100.01 }, 0],
      [{ amount: 100.01, spent: 0 }, -0.01],
    ] as const) {
      await call(updateBudget.handler, { token, path: budget, body });
      expect(await summary()).toMatchObject({ left, over_limit: true });
      const query = { include: 'summary' };
      const { body: listed } = await call(list.handler, { method: 'GET', token, query });
      expect(listed.data).toContainEqual(
        expect.objectContaining({ limit_amount: 100, left, over_limit: true }),
      );
    }
  });
});

describe('an amount of a budget', () => {
  const precise = (field: string, message: string) => ({
    field,
    code: 'too_precise',
    message: `${field === 'amount' ? 'Amount' : 'Spent'} must have ${message} fractional digits.`,
  });

  it('follows the digits of the event, at create and update', async () => {
    const [yen, dinars] = [
      await newEvent(token, { currency: 'JPY' }),
      await newEvent(token, { currency: 'BHD' }),
    ];
    const [inYen, inDinars] = [
      await newBudget(token, yen, { amount: 7, spent: 0 }),
      await newBudget(token, dinars),
    ];
    const price = async (path: object, body: object) =>
      errorsOf(await call(updateBudget.handler, { token, path: { ...path }, body }));
    expect(errorsOf(await add(yen, { amount: 1.5 }))).toEqual([422, [precise('amount', 'no')]]);
    expect(errorsOf(await add(yen, { amount: 1.005, spent: 0.5 }))).toEqual([
      422,
      [precise('amount', 'no'), precise('spent', 'no')],
    ]);
    expect(await price(inYen, { spent: 1.5 })).toEqual([422, [precise('spent', 'no')]]);
    expect(await price(inYen, { spent: 15 })).toEqual([200, undefined]);
    expect((await add(dinars, { amount: 1.005 })).status).toBe(201);
    expect(await price(inDinars, { amount: 999_999_999.999 })).toEqual([200, undefined]);
    expect(await allBudgets(token, dinars)).toMatchObject([{ amount: 999_999_999.999 }, { amount: 1.005 }]);
    expect(await allBudgets(token, yen)).toMatchObject([{ amount: 7, spent: 15 }]);
  });

  it.each([
    ['JPY', 999_999_999, 999_999_999.5, 'Amount is too large (maximum is 999999999).'],
    ['EUR', 999_999_999.99, 999_999_999.995, 'Amount is too large (maximum is 999999999.99).'],
    ['BHD', 999_999_999.999, 1e9, 'Amount is too large (maximum is 999999999.999).'],
  ])('in %s is at most %d', async (currency, most, more, message) => {
    const event = await newEvent(token, { currency });
    expect((await add(event, { amount: most })).status).toBe(201);
    expect(errorsOf(await add(event, { amount: more }))).toEqual([
      422,
      [{ field: 'amount', code: 'too_large', message }],
    ]);
  });

  it('that doesn’t fit is no error where there is no such budget, for a viewer, or with an old tag', async () => {
    const event = await newEvent(token);
    const budget = await newBudget(token, event);
    const viewer = await newToken();
    await share(token, event, viewer, 'viewer');
    const body = catering({ amount: 1.005 });
    const statusesOf = async (path: { event_id: string; id: string }, by = token, headers = {}) => {
      const writes = [createBudget, updateBudget].map(({ handler }) =>
        call(handler, { token: by, path, headers, body }),
      );
      return (await Promise.all(writes)).map(({ status }) => status);
    };
    expect(await statusesOf(budget)).toEqual([422, 422]);
    expect(await statusesOf(budget, token, { 'if-match': '"99"' })).toEqual([412, 412]);
    expect(await statusesOf(budget, viewer)).toEqual([403, 403]);
    expect(await statusesOf({ ...budget, id: '1' })).toEqual([422, 404]);
    expect(await statusesOf({ ...budget, event_id: '1' })).toEqual([404, 404]);
  });

  const blank = { field: 'name', code: 'blank', message: "Name can't be blank." };

  it('is no error beside another one, at create and update', async () => {
    const event = await newEvent(token, { currency: 'BHD' });
    const budget = await newBudget(token, event);
    const fields = { name: '', amount: 1.234 };
    expect(errorsOf(await add(event, fields))).toEqual([422, [blank]]);
    expect(errorsOf(await call(updateBudget.handler, { token, path: budget, body: fields }))).toEqual([
      422,
      [blank],
    ]);
    expect(errorsOf(await add(event, { ...fields, amount: -1 }))).toMatchObject([
      422,
      [{ field: 'name' }, { field: 'amount', code: 'negative' }],
    ]);
  });

  it.each([
    ['JPY', 'at most 999999999', 'no'],
    ['BHD', 'at most 999999999.999', 'at most three'],
    [null, 'at most 999999999.99', 'at most two'],
  ])('that fits no currency is refused by the digits of %s', async (currency, most, digits) => {
    const event = await newEvent(token, { currency });
    const budget = await newBudget(token, event, { amount: 1, spent: 1 });
    const member = await newVerified();
    await share(token, event, member.token, 'editor');
    const maximum = most.replace('at most ', '');
    for (const [amount, problem] of [
      [1.2345, { code: 'too_precise', message: `must have ${digits} fractional digits.` }],
      [1e9, { code: 'too_large', message: `is too large (maximum is ${maximum}).` }],
      [999_999_999.9995, { code: 'too_large', message: `is too large (maximum is ${maximum}).` }],
    ] as const) {
      const refused = (field: string, label: string) => [
        422,
        [{ field, code: problem.code, message: `${label} ${problem.message}` }],
      ];
      for (const caller of [token, member.token]) {
        const path = { event_id: event.id };
        const body = catering({ amount, spent: 1 });
        expect(errorsOf(await call(createBudget.handler, { token: caller, path, body }))).toEqual(
          refused('amount', 'Amount'),
        );
        const changed = { token: caller, path: budget, body: { spent: amount } };
        expect(errorsOf(await call(updateBudget.handler, changed))).toEqual(refused('spent', 'Spent'));
        const limited = { token: caller, path: event, body: { limit_amount: amount } };
        expect(errorsOf(await call(update.handler, limited))).toEqual(
          refused('limit_amount', 'Limit amount'),
        );
      }
      const body = party({ currency, limit_amount: amount });
      expect(errorsOf(await call(create.handler, { token, body }))).toEqual(
        refused('limit_amount', 'Limit amount'),
      );
    }
  });

  it('of a repeated create has the digits of the first, also after a refusal', async () => {
    const event = await newEvent(token, { currency: 'JPY' });
    const headers = { 'idempotency-key': 'a-key' };
    expect((await add(event, { amount: 1.5 }, headers)).status).toBe(422);
    const first = await add(event, { amount: 1500 }, headers);
    const repeat = await add(event, { amount: 1500 }, headers);
    expect(first.text).toContain('"amount":1500,"spent":0}');
    expect([repeat.status, repeat.text, repeat.id]).toEqual([201, first.text, first.id]);
    expect(repeat.headers['idempotency-replayed']).toBe('true');
    expect(await allBudgets(token, event)).toHaveLength(1);
  });
});

it('events are sorted by the values of their totals, whatever their digits', async () => {
  const own = await newToken();
  const amounts = { JPY: 12, EUR: 11.99, BHD: 11.991 };
  for (const [currency, amount] of Object.entries(amounts))
    await newBudget(own, await newEvent(own, { currency, name: currency }), { amount });
  const query = { sort: 'total_amount' };
  const { body } = await call(list.handler, { method: 'GET', token: own, query });
  expect(body.data).toMatchObject([{ name: 'EUR' }, { name: 'BHD' }, { name: 'JPY' }]);
});
