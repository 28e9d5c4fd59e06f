import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { emptyUpdate } from '../../support/contract.ts';
import { notFound } from '../../support/rejections.ts';
import { deposit, endpoints, newBudget, newEvent, newPayment, newToken } from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

const { updatePayment, viewBudget, listBudgets } = endpoints;

type Path = Awaited<ReturnType<typeof newPayment>>;

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };
let path: Path;
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
  budget = await newBudget(token, event, { amount: 2_000, spent: 0 });
  path = await newPayment(token, budget);
});

const change = (body: object, headers: Record<string, string> = {}, on: object = path, by = token) =>
  call(updatePayment.handler, { token: by, path: { ...on }, headers, body: { ...body } });
const viewed = () => call(viewBudget.handler, { method: 'GET', token, path: budget });
const shown = async () => Object((await viewed()).body.data);
const listed = () => call(listBudgets.handler, { method: 'GET', token, path: { event_id: event.id } });
const spent = async () => Object((await listed()).body['summary']).total_spent;

describe('POST /events/{event_id}/budgets/{budget_id}/payments/update/{id}', () => {
  it('answers 200 with the message, and the tag of its budget', async () => {
    const { status, text, headers } = await change({ paid_on: '2027-02-27' });
    expect([status, text]).toEqual([200, '{"status":"success","message":"Payment saved successfully"}']);
    expect(headers['etag']).toBe((await viewed()).tag);
    expect(headers).not.toHaveProperty('location');
  });

  it('changes what is sent and keeps the rest', async () => {
    const other = await newPayment(token, budget, { amount: 7 });
    const [first, second] = (await shown()).payments;
    const steps: [object, object][] = [
      [{ amount: 600.5 }, { amount: 600.5 }],
      [{ due_date: '2027-04-01' }, { due_date: '2027-04-01' }],
      [{ paid_on: '2027-03-30' }, { paid: true, paid_on: '2027-03-30' }],
      [{ note: '' }, { note: '' }],
      [
        { note: 'Half', paid_on: '2027-03-31' },
        { note: 'Half', paid_on: '2027-03-31' },
      ],
    ];
    let expected = first;
    for (const [body, changed] of steps) {
      expect((await change(body)).status).toBe(200);
      expected = { ...expected, ...changed };
      expect((await shown()).payments).toEqual([expected, second]);
    }
    expect(second.id).toBe(Number(other.id));
  });

  it('clears all but the amount with null', async () => {
    await change({ paid_on: '2027-02-27' });
    for (const name of ['paid_on', 'due_date', 'note']) {
      expect((await change({ [name]: null })).status).toBe(200);
      expect((await shown()).payments[0]).not.toHaveProperty(name);
    }
    expect((await viewed()).text).toContain(
      `"spent":0.00,"payments":[{"id":${path.id},"amount":500.00}],"unscheduled":1500.00}`,
    );
  });

  it('moves what was spent with what is paid, and with its amount', async () => {
    await newPayment(token, budget, { amount: 0.1, paid_on: '2027-01-01' });
    await newBudget(token, event, { amount: 10, spent: 7 });
    for (const [body, sum] of [
      [{ paid_on: '2027-02-27' }, 500.1],
      [{ paid_on: '2027-02-28' }, 500.1],
      [{ amount: 400.2 }, 400.3],
      [{ note: 'Less' }, 400.3],
      [{ paid_on: null }, 0.1],
      [{ amount: 999 }, 0.1],
    ] as const) {
      await change(body);
      expect(await shown()).toMatchObject({ spent: sum });
      expect(await spent()).toBe(sum + 7);
    }
  });

  it('of income moves what was received', async () => {
    const tickets = await newBudget(token, event, { kind: 'income', amount: 300, spent: 0 });
    const paid = await newPayment(token, tickets, { amount: 100 });
    const received = async () => Object((await listed()).body['summary']).total_received;
    await change({ paid_on: '2027-01-01' }, {}, paid);
    expect([await spent(), await received()]).toEqual([0, 100]);
    await change({ amount: 50 }, {}, paid);
    expect([await spent(), await received()]).toEqual([0, 50]);
  });

  it.each([
    [{}, 'body', 'blank', emptyUpdate(updatePayment.handler)],
    [{ paid: 'yes' }, 'paid', 'invalid', 'Paid must be true or false.'],
    [{ amount: null }, 'amount', 'invalid', 'Amount must be a number.'],
    [{ amount: 0.001 }, 'amount', 'too_precise', 'Amount must have at most two fractional digits.'],
    [{ paid_on: 'today' }, 'paid_on', 'invalid', 'Paid on must be a valid date (YYYY-MM-DD).'],
    [{ due_date: '' }, 'due_date', 'invalid', 'Due date must be a valid date (YYYY-MM-DD).'],
    [{ note: 'x'.repeat(101) }, 'note', 'too_long', 'Note is too long (maximum is 100 characters).'],
  ])('rejects %j', async (body, field, code, message) => {
    const before = await tableContent();
    const refused = await change(body);
    expect([refused.status, refused.body]).toEqual([
      422,
      { status: 'error', message: 'Payment failed to save', errors: [{ field, code, message }] },
    ]);
    expect(await tableContent()).toEqual(before);
  });

  it('refuses what makes all payments too large, and takes what fits', async () => {
    await newPayment(token, budget, { amount: 999_999_000 });
    expect((await change({ amount: 999.99 })).status).toBe(200);
    const refused = await change({ amount: 1_000 });
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ field: 'amount', code: 'too_large' }],
    ]);
    expect((await change({ amount: 999.98, paid_on: '2027-01-01' })).status).toBe(200);
    expect(await spent()).toBe(999.98);
  });

  it('is the same 404 for what is not there, and for the event of another account', async () => {
    const other = await newBudget(token, event, { spent: 0 });
    const stranger = await newToken();
    for (const [on, by] of [
      [{ ...path, id: '1' }, token],
      [{ ...path, id: 'x' }, token],
      [{ ...path, budget_id: '1' }, token],
      [{ ...path, budget_id: other.id }, token],
      [{ ...path, event_id: '1' }, token],
      [path, stranger],
    ] as const) {
      const { status, text } = await change({ amount: 1 }, {}, on, by);
      expect([status, text]).toEqual([404, notFound('Payment failed to save')]);
    }
    expect((await shown()).payments).toMatchObject([deposit()]);
  });
});

describe('two people', () => {
  it('who tick two payments of a budget off at once lose neither', async () => {
    const other = await newPayment(token, budget, { amount: 70.5 });
    const outcomes = await Promise.all([
      change({ paid_on: '2027-02-27' }),
      change({ paid_on: '2027-02-28' }, {}, other),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(outcomes.map((outcome) => outcome.tag)).size).toBe(2);
    expect(await shown()).toMatchObject({
      spent: 570.5,
      payments: [{ paid_on: '2027-02-27' }, { paid_on: '2027-02-28' }],
    });
    expect(await spent()).toBe(570.5);
  });

  it('or ten, neither', async () => {
    const paths = [path];
    for (let n = 1; n < 10; n += 1) paths.push(await newPayment(token, budget, { amount: n }));
    const outcomes = await Promise.all(paths.map((on) => change({ paid_on: '2027-02-27' }, {}, on)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await spent()).toBe(545);
  });

  it('who send the same tag: one is 412, and the last write wins without tags', async () => {
    const other = await newPayment(token, budget, { amount: 70.5 });
    const tag = { 'if-match': (await viewed()).tag };
    const outcomes = await Promise.all([
      change({ paid_on: '2027-02-27' }, tag),
      change({ paid_on: '2027-02-28' }, tag, other),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect([500, 70.5]).toContain(await spent());
    await Promise.all([change({ amount: 1 }), change({ amount: 2 })]);
    expect([1, 2]).toContain((await shown()).payments[0].amount);
  });

  it('of whom one has a tag of before a change of the budget get 412, and none for the event', async () => {
    const tag = (await viewed()).tag;
    await call(endpoints.update.handler, { token, path: event, body: { name: 'Ball' } });
    const changed = await change({ amount: 5 }, { 'if-match': tag });
    expect(changed.status).toBe(200);
    const body = { name: 'Hall' };
    await call(endpoints.updateBudget.handler, { token, path: budget, body });
    const before = await tableContent();
    for (const old of [tag, changed.tag])
      expect((await change({ amount: 6 }, { 'if-match': old })).status).toBe(412);
    expect(await tableContent()).toEqual(before);
    expect((await change({ amount: 6 }, { 'if-match': (await viewed()).tag })).status).toBe(200);
  });
});

it('with Prefer: return=representation, it has the payment, its budget and the summary', async () => {
  // Neither is the first one.
  budget = await newBudget(token, event, { spent: 0 });
  await newPayment(token, budget);
  path = await newPayment(token, budget);
  const updated = await change({ paid_on: '2027-02-27' }, { prefer: 'return=representation' });
  const [view, list] = [await viewed(), await listed()];
  expect(Object.keys(updated.body)).toEqual(['status', 'message', 'data', 'budget', 'summary']);
  expect(updated.text).toContain(
    `"data":{"id":${path.id},"amount":500.00,"due_date":"2027-03-01","paid":true,"paid_on":"2027-02-27","note":"Deposit"},`,
  );
  expect(updated.body['budget']).toEqual(view.body.data);
  expect(updated.body['summary']).toEqual(list.body['summary']);
  expect(updated.tag).toBe(view.tag);
  expect(updated.headers).toMatchObject({ 'preference-applied': 'return=representation', vary: 'Prefer' });
});
