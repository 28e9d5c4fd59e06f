import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { handler as list } from '../../../functions/events/list.ts';
import { call } from '../../support/call.ts';
import type { GatewayRequest } from '../../support/gateway.ts';
import { newEvent, newToken } from '../../support/service.ts';

const get = (request: GatewayRequest) => call(list, { method: 'GET', ...request });
const idsOf = (events: unknown) =>
  z
    .array(z.looseObject({ id: z.int() }))
    .parse(events)
    .map(({ id }) => String(id));

describe('GET /events', () => {
  it('answers 200 with no events for a new account', async () => {
    const { status, text } = await get({ token: await newToken() });
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","return_count":0,"data":[]}');
  });

  it('returns all fields of an event, the total with two fractional digits', async () => {
    const token = await newToken();
    const { id } = await newEvent(token);
    const { text } = await get({ token });
    expect(text).toBe(
      `{"status":"success","return_count":1,"data":[{"id":${id},"name":"Summer party","total_amount":0.00,` +
        '"budgets_count":0,"description":"In the garden","event_date":"2026-07-04"}]}',
    );
  });

  it('returns only the account’s own events, oldest first', async () => {
    const [token, other] = [await newToken(), await newToken()];
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      ids.push((await newEvent(token)).id);
      await newEvent(other);
    }
    const { body } = await get({ token });
    expect(body['return_count']).toBe(12);
    expect(idsOf(body.data)).toEqual(ids);
  });

  it('continues after the cursor', async () => {
    const token = await newToken();
    const [first, second, third] = [await newEvent(token), await newEvent(token), await newEvent(token)];
    expect(idsOf((await get({ token, query: { cursor: first.id } })).body.data)).toEqual([
      second.id,
      third.id,
    ]);
    expect((await get({ token, query: { cursor: '9007199254740991' } })).body.data).toEqual([]);
  });

  it.each(['', 'x', '0', '-1', '9007199254740992'])('answers 422 for the cursor %j', async (cursor) => {
    const { status, body } = await get({ token: await newToken(), query: { cursor } });
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ field: 'cursor', code: 'invalid', message: 'Cursor is invalid.' }]);
  });
});
