import { describe, expect, it } from 'vitest';
import { handler as list } from '../../../functions/budgets/list.ts';
import { handler as listEvents } from '../../../functions/events/list.ts';
import { verifySessionToken } from '../../../lib/auth/session-tokens.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { call } from '../../support/call.ts';
import { eventItem } from '../../support/event-item.ts';
import { putItem } from '../../support/put-items.ts';
import { notFound } from '../../support/rejections.ts';
import { newBudget, newEvent, newToken } from '../../support/service.ts';

describe('GET /events/{event_id}/budgets', () => {
  it('answers 200 with a summary of zeros for an event without budgets', async () => {
    const token = await newToken();
    const { id } = await newEvent(token);
    const { status, text } = await call(list, { method: 'GET', token, path: { event_id: id } });
    expect(status).toBe(200);
    expect(text).toBe(
      '{"status":"success","return_count":0,"data":[],"summary":{"total_amount":0.00,"total_spent":0.00,' +
        '"remaining":0.00,"to_pay":0.00,"over_budget":false,"categories":[],"version":1}}',
    );
  });

  it('returns the lines, oldest first, and their totals', async () => {
    const token = await newToken();
    const event = await newEvent(token);
    const band = await newBudget(token, event, { name: 'Band', category: 'Music', amount: 50.25, spent: 80 });
    const hall = await newBudget(token, event, { name: 'Hall', category: '', amount: 100, spent: 0 });
    const { text } = await call(list, { method: 'GET', token, path: { event_id: event.id } });
    expect(text).toBe(
      '{"status":"success","return_count":2,"data":[' +
        `{"id":${band.id},"name":"Band","category":"Music","amount":50.25,"spent":80.00,"version":0},` +
        `{"id":${hall.id},"name":"Hall","category":"","amount":100.00,"spent":0.00,"version":0}],` +
        '"summary":{"total_amount":150.25,"total_spent":80.00,"remaining":70.25,"to_pay":100.00,"over_budget":false,"categories":[' +
        '{"category":"Music","total_amount":50.25,"total_spent":80.00,"remaining":-29.75,"to_pay":0.00,"over_budget":true},' +
        '{"category":"","total_amount":100.00,"total_spent":0.00,"remaining":100.00,"to_pay":100.00,"over_budget":false}],"version":3}}',
    );
  });

  it('answers the same 404 for an unknown event, another account’s event and an invalid id', async () => {
    const token = await newToken();
    const foreign = await newEvent(await newToken());
    for (const event_id of ['1', 'x', foreign.id]) {
      const { status, text } = await call(list, { method: 'GET', token, path: { event_id } });
      expect(status).toBe(404);
      expect(text).toBe(notFound('Event not found'));
    }
  });
});

describe('GET /events', () => {
  it('returns 200 events of 50 lines each in one response', async () => {
    const token = await newToken();
    const { accountId: ownerId = '' } = (await verifySessionToken(token)) ?? {};
    const ids = Array.from({ length: 200 }, () => nextId());
    const put = (id: number) => putItem(eventKey({ ownerId, eventId: id }), eventItem(id, 50));
    await Promise.all(ids.map(put));
    const { body } = await call(listEvents, { method: 'GET', token });
    expect(body['return_count']).toBe(200);
    expect(body.next_cursor).toBeUndefined();
    expect(body.data).toEqual(
      ids.map((id) => expect.objectContaining({ id, total_amount: 40_000, budgets_count: 50 })),
    );
  });
});
