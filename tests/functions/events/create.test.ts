import { beforeAll, describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/events/create.ts';
import { call } from '../../support/call.ts';
import { named } from '../../support/cases.ts';
import { allEvents, newEvent, newToken, party, viewEvent } from '../../support/service.ts';

describe('POST /events/create', () => {
  let token: string;
  beforeAll(async () => {
    token = await newToken();
  });

  it('answers 201 with the message, and the new id only in Location', async () => {
    const { status, headers, text } = await call(create, { token, body: party() });
    expect(status).toBe(201);
    expect(text).toBe('{"status":"success","message":"Event saved successfully"}');
    expect(headers['location']).toMatch(/^\/events\/view\/[1-9][0-9]{0,15}$/);
  });

  it('stores the fields, with the name trimmed and the description unchanged', async () => {
    const path = await newEvent(token, {
      name: '  Ball ',
      description: ' two\nlines ',
      event_date: '2028-02-29',
    });
    expect(await viewEvent(token, path)).toEqual({
      id: Number(path.id),
      name: 'Ball',
      total_amount: 0,
      budgets_count: 0,
      description: ' two\nlines ',
      event_date: '2028-02-29',
    });
  });

  it('stores an empty description if it is missing', async () => {
    const path = await newEvent(token, { description: undefined });
    expect((await viewEvent(token, path)).description).toBe('');
  });

  it('ignores fields that a client can’t set', async () => {
    const path = await newEvent(token, {
      id: 7,
      total_amount: 5,
      budgets_count: 3,
      budgets: {},
      PK: 'x',
      x: JSON.parse('{"__proto__":{}}'),
    });
    expect(path.id).not.toBe('7');
    expect(await viewEvent(token, path)).toMatchObject({ total_amount: 0, budgets_count: 0 });
  });

  it.each(
    named([
      ['name', 'x'],
      ['name', '🎈'.repeat(255)],
      ['name', '<b>"O\'Neil" \\ \u200f</b>'],
      ['description', ''],
      ['description', '🎈'.repeat(2_000)],
      ['event_date', '0001-01-01'],
      ['event_date', '9999-12-31'],
      ['event_date', '2000-02-29'],
    ]),
  )('accepts $name', async ({ field, value }) => {
    expect(await viewEvent(token, await newEvent(token, { [field]: value }))).toMatchObject({
      [field]: value,
    });
  });

  it.each(
    named([
      ['name', undefined, "Name can't be blank."],
      ['name', '  ', "Name can't be blank."],
      ['name', null, 'Name must be a string.'],
      ['name', 'x'.repeat(256), 'Name is too long (maximum is 255 characters).'],
      ['name', '\udfff', 'Name must be well-formed Unicode.'],
      ['description', 'x'.repeat(2_001), 'Description is too long (maximum is 2000 characters).'],
      ['description', null, 'Description must be a string.'],
      ['event_date', undefined, "Event date can't be blank."],
      ['event_date', '', "Event date can't be blank."],
      ['event_date', ' ', 'Event date must be a valid date (YYYY-MM-DD).'],
      ['event_date', '2026-02-29', 'Event date must be a valid date (YYYY-MM-DD).'],
      ['event_date', '1900-02-29', 'Event date must be a valid date (YYYY-MM-DD).'],
      ['event_date', '2026-13-01', 'Event date must be a valid date (YYYY-MM-DD).'],
      ['event_date', '2026-1-1', 'Event date must be a valid date (YYYY-MM-DD).'],
      ['event_date', '2026-01-01T00:00:00Z', 'Event date must be a valid date (YYYY-MM-DD).'],
      ['event_date', ' 2026-01-01', 'Event date must be a valid date (YYYY-MM-DD).'],
      ['event_date', '0000-01-01', 'Event date must be a valid date (YYYY-MM-DD).'],
      ['event_date', 20260101, 'Event date must be a string.'],
    ]),
  )('refuses $name with 422 and says why', async ({ field, value, message }) => {
    const { status, body } = await call(create, { token, body: party({ [field]: value }) });
    expect(status).toBe(422);
    expect(body).toEqual({
      status: 'error',
      message: 'Event failed to save',
      errors: [{ field, code: expect.any(String), message }],
    });
  });

  it('stores nothing if it rejects the body', async () => {
    const fresh = await newToken();
    await call(create, { token: fresh, body: party({ event_date: 'soon' }) });
    expect(await allEvents(fresh)).toEqual([]);
  });

  it('assigns 200 unique ids to 200 concurrent creates, and loses none', async () => {
    const fresh = await newToken();
    const paths = await Promise.all(
      Array.from({ length: 200 }, (_, n) => newEvent(fresh, { name: `No. ${n}` })),
    );
    const ids = new Set(paths.map(({ id }) => Number(id)));
    expect(ids.size).toBe(200);
    expect(new Set((await allEvents(fresh)).map(({ id }) => id))).toEqual(ids);
  });
});
