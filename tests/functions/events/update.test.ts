import { beforeAll, describe, expect, it } from 'vitest';
import { handler as remove } from '../../../functions/events/delete.ts';
import { handler as update } from '../../../functions/events/update.ts';
import { handler as view } from '../../../functions/events/view.ts';
import { call } from '../../support/call.ts';
import { emptyUpdate } from '../../support/contract.ts';
import { allEvents, newEvent, newToken, party, viewEvent } from '../../support/service.ts';

const notThere = '{"status":"error","message":"Event failed to save"}';

describe('POST /events/update/{id}', () => {
  let token: string;
  beforeAll(async () => {
    token = await newToken();
  });

  it('answers 200 with the message, and the event is changed', async () => {
    const path = await newEvent(token);
    const body = party({ name: 'Winter ball', event_date: '2026-12-21' });
    const { status, text } = await call(update, { token, path, body });
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"Event saved successfully"}');
    expect(await viewEvent(token, path)).toMatchObject(body);
  });

  it.each([{ name: 'Ball' }, { description: '' }, { event_date: '2027-01-01' }])(
    'changes only the field in %j',
    async (body) => {
      const path = await newEvent(token);
      const before = await viewEvent(token, path);
      await call(update, { token, path, body });
      expect(await viewEvent(token, path)).toEqual({ ...before, ...body });
    },
  );

  it('has the same result when it is sent twice', async () => {
    const path = await newEvent(token);
    await call(update, { token, path, body: { name: 'Ball' } });
    expect((await call(update, { token, path, body: { name: 'Ball' } })).status).toBe(200);
    expect((await viewEvent(token, path)).name).toBe('Ball');
  });

  it.each([
    [{}, 'body', emptyUpdate(update)],
    [{ total_amount: 5 }, 'body', emptyUpdate(update)],
    [{ name: null }, 'name', 'Name must be a string.'],
    [{ event_date: '' }, 'event_date', "Event date can't be blank."],
    [
      { name: 'Ball', event_date: '2026-02-30' },
      'event_date',
      'Event date must be a valid date (YYYY-MM-DD).',
    ],
  ])('answers 422 for %j with the reason, and changes nothing', async (body, field, message) => {
    const path = await newEvent(token);
    const outcome = await call(update, { token, path, body });
    expect(outcome.status).toBe(422);
    expect(outcome.body).toEqual({
      status: 'error',
      message: 'Event failed to save',
      errors: [{ field, code: expect.any(String), message }],
    });
    expect(await viewEvent(token, path)).toMatchObject(party());
  });

  it.each(['1', '0', 'x', '9007199254740992'])(
    'answers 404 for the id %j and creates no event',
    async (id) => {
      const fresh = await newToken();
      const { status, text } = await call(update, { token: fresh, path: { id }, body: party() });
      expect(status).toBe(404);
      expect(text).toBe(notThere);
      expect(await allEvents(fresh)).toEqual([]);
    },
  );

  it('answers 404 for an event of another account and leaves it unchanged', async () => {
    const owner = await newToken();
    const path = await newEvent(owner);
    const { status, text } = await call(update, { token, path, body: { name: 'Mine' } });
    expect(status).toBe(404);
    expect(text).toBe(notThere);
    expect(await viewEvent(owner, path)).toMatchObject(party());
  });

  it('never recreates an event that is deleted concurrently', async () => {
    const path = await newEvent(token);
    const updates = Array.from({ length: 10 }, (_, n) =>
      call(update, { token, path, body: { name: `No. ${n}` } }),
    );
    await Promise.all([...updates, call(remove, { token, path })]);
    expect((await call(update, { token, path, body: { name: 'Back' } })).status).toBe(404);
    expect((await call(view, { method: 'GET', token, path })).status).toBe(404);
  });
});
