import { beforeEach, describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/budgets/create.ts';
import { handler as removeEvent } from '../../../functions/events/delete.ts';
import { importInto } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { named } from '../../support/cases.ts';
import { notFound } from '../../support/rejections.ts';
import {
  allBudgets,
  allEvents,
  catering,
  newBudget,
  newEvent,
  newToken,
  viewEvent,
} from '../../support/service.ts';

const NEGATIVE = 'must not be negative. For a discount, a refund or a credit, lower the amount or add income';

describe('POST /events/{event_id}/budgets/create', () => {
  let token: string;
  let event: { id: string };
  beforeEach(async () => {
    token = await newToken();
    event = await newEvent(token);
  });

  const post = (body: unknown, path = { event_id: event.id }) => call(create, { token, path, body });

  it('answers 201 with the message, the stored line and its Location', async () => {
    const { status, headers, text } = await post(catering());
    const [, id] = /view\/(\d+)$/.exec(headers['location'] ?? '') ?? [];
    expect(status).toBe(201);
    expect(headers['location']).toBe(`/events/${event.id}/budgets/view/${id}`);
    expect(text).toBe(
      `{"status":"success","message":"Budget saved successfully","data":{"id":${id},"name":"Catering",` +
        '"category":"Food","amount":1250.50,"spent":300.00}}',
    );
  });

  it('adds the line to the event’s count and total', async () => {
    await newBudget(token, event, { amount: 0.1 });
    await newBudget(token, event, { amount: 0.2 });
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 0.3, budgets_count: 2 });
    expect(await allEvents(token)).toMatchObject([{ total_amount: 0.3, budgets_count: 2 }]);
  });

  it('accepts a line with only a name and an amount', async () => {
    await post({ name: ' Band ', amount: 10 });
    expect(await allBudgets(token, event)).toMatchObject([
      { name: 'Band', category: '', amount: 10, spent: 0 },
    ]);
  });

  it('ignores fields that a client can’t set', async () => {
    await post(catering({ id: 7, amount_cents: 1, version: 7 }));
    const [budget] = await allBudgets(token, event);
    expect(budget).toMatchObject({ amount: 1250.5 });
    expect(budget?.id).not.toBe(7);
  });

  it.each([
    ['0', 0],
    ['-0', 0],
    ['0.01', 0.01],
    ['0.29', 0.29],
    ['1.10', 1.1],
    ['1.005e3', 1005],
    ['1e2', 100],
    ['4.35', 4.35],
    ['1.15', 1.15],
    ['8.20', 8.2],
    ['999999999.99', 999_999_999.99],
  ])('accepts the amount %s', async (amount, stored) => {
    const { status } = await post(`{"name":"Band","amount":${amount},"spent":${amount}}`);
    expect(status).toBe(201);
    expect(await allBudgets(token, event)).toMatchObject([{ amount: stored, spent: stored }]);
  });

  it.each([
    ['1.001', 'must have at most two fractional digits'],
    ['0.005', 'must have at most two fractional digits'],
    ['999999999.989', 'must have at most two fractional digits'],
    ['5e-324', 'must have at most two fractional digits'],
    ['1.0000000000000000001', 'must have at most two fractional digits'],
    ['-1', NEGATIVE],
    ['-0.01', NEGATIVE],
    ['1000000000', 'is too large (maximum is 999999999.99)'],
    ['1e12', 'is too large (maximum is 999999999.99)'],
    ['1e999', 'must be a number'],
    ['"5"', 'must be a number'],
    ['null', 'must be a number'],
    ['true', 'must be a number'],
    ['[5]', 'must be a number'],
  ])('answers 422 for the amount %s, naming the field', async (amount, complaint) => {
    for (const [field, name] of [
      ['amount', 'Amount'],
      ['spent', 'Spent'],
    ] as const) {
      const { status, body } = await post(`{"name":"Band","amount":1,"${field}":${amount}}`);
      expect(status).toBe(422);
      expect(body.message).toBe('Budget failed to save');
      expect(body.errors).toEqual([{ field, code: expect.any(String), message: `${name} ${complaint}.` }]);
    }
    expect(await allBudgets(token, event)).toEqual([]);
  });

  it.each(
    named([
      ['name', undefined, "Name can't be blank."],
      ['name', ' ', "Name can't be blank."],
      ['name', 'x'.repeat(256), 'Name is too long (maximum is 255 characters).'],
      ['category', 7, 'Category must be a string.'],
      ['category', 'x'.repeat(101), 'Category is too long (maximum is 100 characters).'],
      ['amount', undefined, "Amount can't be blank."],
    ]),
  )('refuses $name with 422 and says why', async ({ field, value, message }) => {
    const { status, body } = await post(catering({ [field]: value }));
    expect(status).toBe(422);
    expect(body).toEqual({
      status: 'error',
      message: 'Budget failed to save',
      errors: [{ field, code: expect.any(String), message }],
    });
  });

  it('answers the same 404 for an unknown event, a deleted event, another account’s event and an invalid id', async () => {
    const deleted = await newEvent(token);
    await call(removeEvent, { token, path: deleted });
    const owner = await newToken();
    const foreign = await newEvent(owner);
    for (const event_id of ['1', 'x', deleted.id, foreign.id]) {
      const { status, text } = await post(catering(), { event_id });
      expect(status).toBe(404);
      expect(text).toBe(notFound('Budget failed to save'));
    }
    expect(await allBudgets(owner, foreign)).toEqual([]);
    expect(await allEvents(token)).toHaveLength(1);
  });

  it('keeps 60 lines that are created concurrently, and a total exact to the cent', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, n) => post(catering({ amount: n + 0.1 }))),
    );
    expect(outcomes.every(({ status }) => status === 201)).toBe(true);
    expect(new Set((await allBudgets(token, event)).map(({ id }) => id)).size).toBe(60);
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 1776, budgets_count: 60 });
  });

  it('answers 409 for a 501st line, even when 50 concurrent calls add the last one', async () => {
    const longest = {
      name: 'x'.repeat(255),
      category: 'y'.repeat(100),
      amount: 999_999_999.99,
      spent: 999_999_999.99,
    };
    await importInto(token, event, Array(499).fill(longest));
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => post(longest)));
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = outcomes.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(49);
    expect(refused[0]?.body).toEqual({
      status: 'error',
      message: 'Budget failed to save',
      errors: [{ field: 'budgets', code: 'full', message: 'An event can have at most 500 budgets.' }],
    });
    expect(await viewEvent(token, event)).toMatchObject({
      total_amount: 499_999_999_995,
      budgets_count: 500,
    });
  });
});
