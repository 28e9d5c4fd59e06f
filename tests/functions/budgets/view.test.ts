import { describe, expect, it } from 'vitest';
import { handler as view } from '../../../functions/budgets/view.ts';
import { call } from '../../support/call.ts';
import { notFound } from '../../support/rejections.ts';
import { newBudget, newEvent, newToken } from '../../support/service.ts';

describe('GET /events/{event_id}/budgets/view/{id}', () => {
  it('answers 200 with one line, its amounts with two fractional digits', async () => {
    const token = await newToken();
    const path = await newBudget(token, await newEvent(token));
    const { status, text } = await call(view, { method: 'GET', token, path });
    expect(status).toBe(200);
    expect(text).toBe(
      `{"status":"success","return_count":1,"data":{"id":${path.id},"name":"Catering","category":"Food",` +
        '"amount":1250.50,"spent":300.00}}',
    );
  });

  it('answers 404 for an unknown line, and for the line of another event', async () => {
    const token = await newToken();
    const event = await newEvent(token);
    const { id } = await newBudget(token, await newEvent(token));
    for (const wrong of ['1', 'x', id]) {
      const path = { event_id: event.id, id: wrong };
      const { status, text } = await call(view, { method: 'GET', token, path });
      expect(status).toBe(404);
      expect(text).toBe(notFound('Budget not found'));
    }
  });

  it('answers the same 404 for a line of an unknown event and of another account’s event', async () => {
    const token = await newToken();
    const owner = await newToken();
    const foreign = await newBudget(owner, await newEvent(owner));
    for (const path of [foreign, { event_id: '1', id: foreign.id }]) {
      const { status, text } = await call(view, { method: 'GET', token, path });
      expect(status).toBe(404);
      expect(text).toBe(notFound('Budget not found'));
    }
  });
});
