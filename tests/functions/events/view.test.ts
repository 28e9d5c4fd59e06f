import { beforeAll, describe, expect, it } from 'vitest';
import { handler as view } from '../../../functions/events/view.ts';
import { call } from '../../support/call.ts';
import { notFound } from '../../support/rejections.ts';
import { newEvent, newToken } from '../../support/service.ts';

describe('GET /events/view/{id}', () => {
  let token: string;
  beforeAll(async () => {
    token = await newToken();
  });

  it('answers 200 with one event, its total with two fractional digits', async () => {
    const path = await newEvent(token);
    const { status, text } = await call(view, { method: 'GET', token, path });
    expect(status).toBe(200);
    expect(text).toBe(
      `{"status":"success","return_count":1,"data":{"id":${path.id},"name":"Summer party","total_amount":0.00,` +
        '"budgets_count":0,"description":"In the garden","event_date":"2026-07-04"}}',
    );
  });

  it.each([
    '1',
    '9007199254740991',
    '9007199254740992',
    '9999999999999999',
    '12345678901234567',
    '0',
    '01',
    '-1',
    '1.0',
    '1e3',
    'x',
    '',
    ' 1',
  ])('answers 404 for the id %j', async (id) => {
    const { status, text } = await call(view, { method: 'GET', token, path: { id } });
    expect(status).toBe(404);
    expect(text).toBe(notFound('Event not found'));
  });

  it('answers 404 for an event of another account', async () => {
    const path = await newEvent(await newToken());
    const { status, text } = await call(view, { method: 'GET', token, path });
    expect(status).toBe(404);
    expect(text).toBe(notFound('Event not found'));
  });
});
