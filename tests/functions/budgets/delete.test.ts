import { beforeEach, describe, expect, it } from 'vitest';
import { handler as remove } from '../../../functions/budgets/delete.ts';
import { handler as list } from '../../../functions/budgets/list.ts';
import { handler as removeEvent } from '../../../functions/events/delete.ts';
import { call } from '../../support/call.ts';
import { notFound } from '../../support/rejections.ts';
import { allBudgets, catering, newBudget, newEvent, newToken, viewEvent } from '../../support/service.ts';

const notThere = notFound('Budget failed to delete');

describe('POST /events/{event_id}/budgets/delete/{id}', () => {
  let token: string;
  let event: { id: string };
  let path: { event_id: string; id: string };
  beforeEach(async () => {
    token = await newToken();
    event = await newEvent(token);
    path = await newBudget(token, event);
  });

  it('answers 200 with the message, and updates count and total', async () => {
    const removed = await newBudget(token, event, { amount: 0.7 });
    await newBudget(token, event, { amount: 0.07 });
    const { status, text } = await call(remove, { token, path: removed });
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"Budget deleted successfully"}');
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 1250.57, budgets_count: 2 });
    expect((await allBudgets(token, event)).map(({ amount }) => amount)).toEqual([1250.5, 0.07]);
  });

  it('answers 200 to one of ten concurrent deletes, and 404 to the others', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => call(remove, { token, path })));
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomes.filter(({ status, text }) => status === 404 && text === notThere)).toHaveLength(9);
  });

  it('answers the same 404 for an unknown line, an unknown event and another account’s event, and deletes nothing', async () => {
    const owner = await newToken();
    const foreignEvent = await newEvent(owner);
    const foreign = await newBudget(owner, foreignEvent);
    for (const there of [{ ...path, id: '1' }, { ...path, event_id: '1' }, { ...path, id: 'x' }, foreign]) {
      const { status, text } = await call(remove, { token, path: there });
      expect(status).toBe(404);
      expect(text).toBe(notThere);
    }
    expect(await allBudgets(owner, foreignEvent)).toMatchObject([catering()]);
    expect(await allBudgets(token, event)).toMatchObject([catering()]);
  });

  it('also happens when the event is deleted', async () => {
    await call(removeEvent, { token, path: event });
    const { status } = await call(list, { method: 'GET', token, path: { event_id: event.id } });
    expect(status).toBe(404);
  });
});
