import { beforeEach, describe, expect, it } from 'vitest';
import { handler as update } from '../../../functions/budgets/update.ts';
import { handler as updateEvent } from '../../../functions/events/update.ts';
import { call } from '../../support/call.ts';
import { emptyUpdate } from '../../support/contract.ts';
import { notFound } from '../../support/rejections.ts';
import { allBudgets, catering, newBudget, newEvent, newToken, viewEvent } from '../../support/service.ts';

const notThere = notFound('Budget failed to save');

describe('POST /events/{event_id}/budgets/update/{id}', () => {
  let token: string;
  let event: { id: string };
  let path: { event_id: string; id: string };
  beforeEach(async () => {
    token = await newToken();
    event = await newEvent(token);
    path = await newBudget(token, event);
  });

  it('answers 200 with the message, and updates the total', async () => {
    const { status, text } = await call(update, { token, path, body: { amount: 99.99 } });
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"Budget saved successfully"}');
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 99.99, budgets_count: 1 });
  });

  it.each([{ name: 'Buffet' }, { category: '' }, { amount: 0 }, { spent: 0.01 }, { spent: 0 }])(
    'changes only the field in %j',
    async (body) => {
      const other = await newBudget(token, event);
      await call(update, { token, path, body });
      expect(await allBudgets(token, event)).toEqual([
        { id: Number(path.id), ...catering(), ...body },
        { id: Number(other.id), ...catering() },
      ]);
    },
  );

  it.each([
    [{}, 'body', emptyUpdate(update)],
    [{ name: '' }, 'name', "Name can't be blank."],
    [{ name: 'Buffet', amount: '5' }, 'amount', 'Amount must be a number.'],
    [{ spent: null }, 'spent', 'Spent must be a number.'],
  ])('answers 422 for %j with the reason, and changes nothing', async (body, field, message) => {
    const outcome = await call(update, { token, path, body });
    expect(outcome.status).toBe(422);
    expect(outcome.body).toEqual({
      status: 'error',
      message: 'Budget failed to save',
      errors: [{ field, code: expect.any(String), message }],
    });
    expect(await allBudgets(token, event)).toEqual([{ id: Number(path.id), ...catering() }]);
  });

  it('answers the same 404 for an unknown line, an unknown event and another account’s event, and changes nothing', async () => {
    const owner = await newToken();
    const foreignEvent = await newEvent(owner);
    const foreign = await newBudget(owner, foreignEvent);
    const wrong = [{ ...path, id: '1' }, { ...path, event_id: '1' }, { ...path, id: 'x' }, foreign];
    for (const there of wrong) {
      const { status, text } = await call(update, { token, path: there, body: catering({ name: 'Mine' }) });
      expect(status).toBe(404);
      expect(text).toBe(notThere);
    }
    expect(await allBudgets(owner, foreignEvent)).toMatchObject([catering()]);
    expect(await allBudgets(token, event)).toMatchObject([catering()]);
  });

  it('leaves a budget unchanged when its event is updated', async () => {
    await call(updateEvent, {
      token,
      path: event,
      body: { name: 'Ball', description: '', event_date: '2027-01-01' },
    });
    expect(await allBudgets(token, event)).toEqual([{ id: Number(path.id), ...catering() }]);
  });
});
