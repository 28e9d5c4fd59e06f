import { beforeEach, describe, expect, it } from 'vitest';
import { call, type Outcome } from '../../support/call.ts';
import { notFound } from '../../support/rejections.ts';
import {
  deposit,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  viewEvent,
} from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

const { createPayment, updatePayment, deletePayment, viewBudget, updateBudget, deleteBudget, listBudgets } =
  endpoints;

type Path = { event_id: string; id: string };

let token: string;
let event: { id: string };
let budget: Path;
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
  budget = await newBudget(token, event, { amount: 2_000, spent: 0 });
});

const add = (body: object, headers: Record<string, string> = {}, { event_id, id } = budget, by = token) =>
  call(createPayment.handler, { token: by, path: { event_id, budget_id: id }, headers, body: { ...body } });
const viewed = (path = budget) => call(viewBudget.handler, { method: 'GET', token, path });
const shown = async (path = budget) => Object((await viewed(path)).body.data);
const summary = async () => {
  const path = { event_id: budget.event_id };
  const { body } = await call(listBudgets.handler, { method: 'GET', token, path });
  return Object(body['summary']);
};
const idOf = ({ body }: Outcome): string => String(Object(body.data).id);
const change = (path: Path, body: object) => call(updateBudget.handler, { token, path, body: { ...body } });

describe('POST /events/{event_id}/budgets/{budget_id}/payments/create', () => {
  it('answers 201 with the payment, and the path and the tag of its budget', async () => {
    const made = await add({ amount: 500, due_date: '2027-03-01', paid_on: '2027-02-27', note: 'Deposit' });
    expect([made.status, made.text]).toEqual([
      201,
      '{"status":"success","message":"Payment saved successfully","data":' +
        `{"id":${idOf(made)},"amount":500.00,"due_date":"2027-03-01","paid":true,"paid_on":"2027-02-27","note":"Deposit"}}`,
    ]);
    expect(made.headers['location']).toBe(`/events/${event.id}/budgets/view/${budget.id}`);
    expect(made.tag).toBe((await viewed()).tag);
  });

  it('shows them with the budget, oldest first, with what was spent and what has no payment yet', async () => {
    const first = await add({ amount: 500, due_date: '2027-03-01', paid_on: '2027-02-27', note: 'Deposit' });
    const second = await add({ amount: 1_000.5, due_date: '2027-01-01' });
    expect((await viewed()).text).toBe(
      `{"status":"success","return_count":1,"data":{"id":${budget.id},"name":"Catering","category":"Food",` +
        '"amount":2000.00,"spent":500.00,"payments":[' +
        `{"id":${idOf(first)},"amount":500.00,"due_date":"2027-03-01","paid":true,"paid_on":"2027-02-27","note":"Deposit"},` +
        `{"id":${idOf(second)},"amount":1000.50,"due_date":"2027-01-01"}],"unscheduled":499.50}}`,
    );
  });

  it('adds what is paid to the sums of the event, and what is not to none', async () => {
    await newBudget(token, event, { amount: 10, spent: 7 });
    await add({ amount: 0.1, paid_on: '2027-01-01' });
    await add({ amount: 0.2, paid_on: '2027-01-02' });
    await add({ amount: 100 });
    expect(await shown()).toMatchObject({ spent: 0.3, unscheduled: 1_899.7 });
    expect(await summary()).toMatchObject({ total_amount: 2_010, total_spent: 7.3, remaining: 2_002.7 });
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 2_010, budgets_count: 2 });
  });

  it('takes more than the amount of the budget, and shows a negative rest', async () => {
    await add({ amount: 1_500 });
    await add({ amount: 500.01 });
    expect((await viewed()).text).toContain('"spent":0.00,');
    expect((await viewed()).text).toContain('"unscheduled":-0.01}');
    await change(budget, { amount: 2_000.01 });
    expect((await viewed()).text).toContain('"unscheduled":0.00}');
  });

  it('of income adds to what was received', async () => {
    const tickets = await newBudget(token, event, { kind: 'income', amount: 300, spent: 0 });
    await add({ amount: 100, paid_on: '2027-01-01' }, {}, tickets);
    await add({ amount: 50 }, {}, tickets);
    expect(await shown(tickets)).toMatchObject({ kind: 'income', spent: 100, unscheduled: 150 });
    expect(await summary()).toMatchObject({ total_spent: 0, total_income: 300, total_received: 100 });
  });

  it.each([
    ['JPY', 700, '"amount":700,', '"unscheduled":1300}'],
    ['BHD', 0.001, '"amount":0.001,', '"unscheduled":1999.999}'],
  ])('has the digits of %s', async (currency, amount, text, rest) => {
    budget = await newBudget(token, await newEvent(token, { currency }), { amount: 2_000, spent: 0 });
    expect((await add(deposit({ amount }))).text).toContain(text);
    expect((await viewed()).text).toContain(rest);
    expect(await shown()).toMatchObject({ payments: [{ amount }] });
  });

  it('takes null as nothing, and ignores what it does not know', async () => {
    const nothing = { due_date: null, paid: null, paid_on: null, note: null };
    const made = await add({ amount: 0, ...nothing, id: 7, budget_id: 7 });
    expect(made.text).toContain(`"data":{"id":${idOf(made)},"amount":0.00}}`);
    const paid = await add({ amount: 0, paid: null, paid_on: '2027-02-27' });
    expect(paid.body.data).toMatchObject({ paid: true, paid_on: '2027-02-27' });
  });

  it.each([
    [{}, 'amount', 'blank', "Amount can't be blank."],
    [{ amount: null }, 'amount', 'invalid', 'Amount must be a number.'],
    [{ amount: 0.001 }, 'amount', 'too_precise', 'Amount must have at most two fractional digits.'],
    [{ amount: 1e9 }, 'amount', 'too_large', 'Amount is too large (maximum is 999999999.99).'],
    [
      { amount: 1, due_date: '2027-02-29' },
      'due_date',
      'invalid',
      'Due date must be a valid date (YYYY-MM-DD).',
    ],
    [{ amount: 1, paid: 'yes' }, 'paid', 'invalid', 'Paid must be true or false.'],
    [{ amount: 1, paid_on: true }, 'paid_on', 'invalid', 'Paid on must be a string.'],
    [
      { amount: 1, note: 'x'.repeat(101) },
      'note',
      'too_long',
      'Note is too long (maximum is 100 characters).',
    ],
  ])('rejects %j', async (body, field, code, message) => {
    const before = await tableContent();
    const refused = await add(body);
    expect([refused.status, refused.body]).toEqual([
      422,
      { status: 'error', message: 'Payment failed to save', errors: [{ field, code, message }] },
    ]);
    expect(await tableContent()).toEqual(before);
  });

  it('takes 24 for a budget, and refuses one more', async () => {
    const other = await newBudget(token, event, { spent: 0 });
    for (let n = 1; n <= 24; n += 1) expect((await add({ amount: n })).status).toBe(201);
    const before = await tableContent();
    const refused = await add({ amount: 25 });
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        status: 'error',
        message: 'Payment failed to save',
        errors: [{ field: 'payments', code: 'full', message: 'A budget can have at most 24 payments.' }],
      },
    ]);
    expect(await tableContent()).toEqual(before);
    expect(await shown()).toMatchObject({ unscheduled: 1_700 });
    expect((await add({ amount: 1 }, {}, other)).status).toBe(201);
    const [oldest] = (await shown()).payments;
    const path = { event_id: event.id, budget_id: budget.id, id: String(oldest.id) };
    expect((await call(deletePayment.handler, { token, path })).status).toBe(200);
    expect((await add({ amount: 25 })).status).toBe(201);
  });

  it.each([
    [undefined, 999_999_999.98, 0.01, '999999999.99'],
    ['JPY', 999_999_998, 1, '999999999'],
    ['BHD', 999_999_999.998, 0.001, '999999999.999'],
  ])(
    'refuses more than an amount may be for all together, in %s',
    async (currency, almost, least, shownMost) => {
      budget = await newBudget(token, await newEvent(token, { currency }), { amount: 2_000, spent: 0 });
      expect((await add({ amount: almost, paid_on: '2027-01-01' })).status).toBe(201);
      expect((await add({ amount: least })).status).toBe(201);
      const refused = await add({ amount: least });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        [
          {
            field: 'amount',
            code: 'too_large',
            message: `Amount makes the payments too large (maximum total is ${shownMost}).`,
          },
        ],
      ]);
      expect((await add({ amount: 0 })).status).toBe(201);
    },
  );
});

describe('a payment of what is not there', () => {
  it('is the same 404 for an unknown budget, one of another event, and the event of another account', async () => {
    const other = await newEvent(token);
    const stranger = await newToken();
    for (const [path, by] of [
      [{ ...budget, id: '1' }, token],
      [{ ...budget, id: 'x' }, token],
      [{ ...budget, event_id: '1' }, token],
      [{ ...budget, event_id: other.id }, token],
      [budget, stranger],
    ] as const) {
      const { status, text } = await add(deposit(), {}, path, by);
      expect([status, text]).toEqual([404, notFound('Payment failed to save')]);
    }
    expect(await shown()).not.toHaveProperty('payments');
  });

  it('is 422 first if the body is wrong for any event', async () => {
    const unknown = { ...budget, event_id: '1' };
    expect((await add({ amount: -1 }, {}, unknown)).status).toBe(422);
    expect((await add({ amount: 0.001 }, {}, unknown)).status).toBe(404);
  });
});

describe('If-Match', () => {
  it('takes the tag of the budget, and no older one', async () => {
    const tag = (await viewed()).tag;
    const made = await add(deposit(), { 'if-match': tag });
    expect(made.status).toBe(201);
    const before = await tableContent();
    for (const old of [tag, '"999"', `W/${made.tag}`])
      expect((await add(deposit(), { 'if-match': old })).status).toBe(412);
    expect(await tableContent()).toEqual(before);
    const next = await add(deposit(), { 'if-match': `"x", ${made.tag}` });
    expect((await add(deposit(), { 'if-match': next.tag })).status).toBe(201);
    expect((await add(deposit(), { 'if-match': '*' })).status).toBe(201);
  });

  it('does not mind writes of the event and of other budgets', async () => {
    const tag = (await viewed()).tag;
    await call(endpoints.update.handler, { token, path: event, body: { name: 'Ball' } });
    await newPayment(token, await newBudget(token, event, { spent: 0 }));
    expect((await add(deposit(), { 'if-match': tag })).status).toBe(201);
  });

  it('is 412 rather than 409', async () => {
    for (let n = 1; n <= 24; n += 1) await add({ amount: n });
    expect((await add(deposit(), { 'if-match': '"0"' })).status).toBe(412);
    expect((await add(deposit())).status).toBe(409);
  });
});

describe('under an Idempotency-Key', () => {
  const keyed = (body = deposit(), path = budget, tag = {}) =>
    add(body, { 'idempotency-key': 'a-key', ...tag }, path);
  const expectReplay = (again: Outcome, first: Outcome) => {
    expect([again.status, again.isReplay, again.text]).toEqual([201, true, first.text]);
    expect(again.headers['location']).toBe(first.headers['location']);
    expect(again.headers).not.toHaveProperty('etag');
  };

  it('a repeat gets the first response, and makes nothing', async () => {
    const made = await keyed();
    expect([made.status, made.isReplay, made.tag]).toEqual([201, false, (await viewed()).tag]);
    expectReplay(await keyed(), made);
    expect((await shown()).payments).toEqual([made.body.data]);
  });

  it('also after the payment was changed, after it was deleted, and after its budget was', async () => {
    const made = await keyed();
    const path = { event_id: event.id, budget_id: budget.id, id: idOf(made) };
    const changed = await call(updatePayment.handler, { token, path, body: { amount: 1, due_date: null } });
    expect(changed.status).toBe(200);
    expectReplay(await keyed(), made);
    expect((await shown()).payments).toEqual([{ id: Number(path.id), amount: 1, note: 'Deposit' }]);
    await call(deletePayment.handler, { token, path });
    expectReplay(await keyed(), made);
    expect(await shown()).not.toHaveProperty('payments');
    await call(deleteBudget.handler, { token, path: budget });
    expectReplay(await keyed(), made);
  });

  it('a repeat with other input is 422, and that for another budget is another payment', async () => {
    const made = await keyed();
    const refused = await keyed(deposit({ amount: 501 }));
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([422, 'reused']);
    const other = await newBudget(token, event, { spent: 0 });
    const second = await keyed(deposit(), other);
    expect([second.status, second.isReplay]).toEqual([201, false]);
    expect(idOf(second)).not.toBe(idOf(made));
  });

  it('has the digits of its event in a repeat', async () => {
    budget = await newBudget(token, await newEvent(token, { currency: 'BHD' }), { spent: 0 });
    const made = await keyed();
    expect(made.text).toContain('"amount":500.000,');
    expectReplay(await keyed(), made);
  });

  it('is not remembered after a refusal, and takes another body then', async () => {
    await change(budget, { spent: 999_999_999 });
    expect((await keyed()).status).toBe(422);
    expect((await keyed(deposit(), budget, { 'if-match': '"77"' })).status).toBe(412);
    await change(budget, { spent: 0 });
    expect((await keyed(deposit({ amount: 7 }))).status).toBe(201);
  });

  it('20 at once make one payment', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => keyed()));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(outcomes.map(idOf)).size).toBe(1);
    expect(outcomes.filter((outcome) => !outcome.isReplay)).toHaveLength(1);
    expect((await shown()).payments).toHaveLength(1);
  });
});

describe('with Prefer: return=representation', () => {
  const PREFERRED = { prefer: 'return=representation' };

  it('has the payment, its budget as the view has it, and the summary', async () => {
    await newBudget(token, event);
    for (const headers of [PREFERRED, { ...PREFERRED, 'idempotency-key': 'a-key' }]) {
      const made = await add(deposit({ paid_on: '2027-02-27' }), headers);
      const view = await viewed();
      const { text } = await call(listBudgets.handler, {
        method: 'GET',
        token,
        path: { event_id: event.id },
      });
      const of = (name: string, from: string) => from.slice(from.indexOf(`"${name}":`) + name.length + 3, -1);
      expect(made.text).toBe(
        '{"status":"success","message":"Payment saved successfully","data":' +
          `{"id":${idOf(made)},"amount":500.00,"due_date":"2027-03-01","paid":true,"paid_on":"2027-02-27","note":"Deposit"},` +
          `"budget":${of('data', view.text)},"summary":${of('summary', text)}}`,
      );
      expect(made.tag).toBe(view.tag);
      expect(made.headers).toMatchObject({ 'preference-applied': 'return=representation', vary: 'Prefer' });
    }
  });

  it('has neither in a replay', async () => {
    const key = { 'idempotency-key': 'a-key' };
    const made = await add(deposit(), key);
    const again = await add(deposit(), { ...key, ...PREFERRED });
    expect([again.isReplay, again.text]).toEqual([true, made.text]);
    expect(again.headers).not.toHaveProperty('preference-applied');
  });
});

describe('several at once', () => {
  it('are all made, and add up', async () => {
    const amounts = Array.from({ length: 10 }, (_, n) => n + 1);
    const made = await Promise.all(amounts.map((amount) => add({ amount, paid_on: '2027-01-01' })));
    expect(made.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(made.map(idOf)).size).toBe(10);
    expect(await shown()).toMatchObject({ spent: 55, unscheduled: 1_945 });
    expect(await summary()).toMatchObject({ total_spent: 55 });
  });

  it('of 23 and two more, one is refused', async () => {
    for (let n = 0; n < 23; n += 1) await add({ amount: 1 });
    const statuses = (await Promise.all([add({ amount: 2 }), add({ amount: 2 })])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([201, 409]);
    expect((await shown()).payments).toHaveLength(24);
  });

  it('of a payment and what its budget would have spent of its own, both are done or the latter is refused', async () => {
    const [made, spent] = await Promise.all([add(deposit()), change(budget, { spent: 7 })]);
    expect(made.status).toBe(201);
    const { spent: shownSpent, payments } = await shown();
    expect([spent.status, shownSpent, payments.length]).toEqual(
      spent.status === 200 ? [200, 7, 2] : [422, 0, 1],
    );
  });
});
