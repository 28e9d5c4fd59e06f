import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { handler as list } from '../../../functions/events/list.ts';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { newBudget, newEvent, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { wholeTable } from '../../support/whole-table.ts';

type Query = Record<string, string>;

const shown = z.object({
  return_count: z.int(),
  data: z.array(z.looseObject({ id: z.int(), name: z.string() })),
  next_cursor: z.optional(z.string()),
});

let token: string;
const get = (query: Query, by = token) => call(list, { method: 'GET', token: by, query });
const page = async (query: Query, by = token) => shown.parse((await get(query, by)).body);
const namesOf = async (query: Query) => (await page(query)).data.map(({ name }) => name);

/** In order of creation. */
const EVENTS = [
  { name: 'Zoe’s wedding', description: 'At the Café', event_date: '2027-06-01', amount: 30 },
  { name: 'ärger', description: '', event_date: '2027-01-01', amount: 200 },
  { name: 'Apfelfest', description: 'STRASSE', event_date: '2027-12-31', amount: 30 },
  { name: 'apfelfest', description: 'in the garden', event_date: '2027-06-01', amount: 4 },
];
const [ZOE, ARGER, FEST, SMALL_FEST] = EVENTS.map(({ name }) => name);

beforeAll(async () => {
  token = await newToken();
  for (const { amount, ...event } of EVENTS) {
    await newBudget(token, await newEvent(token, event), { amount, spent: 30 });
  }
});

describe('GET /events with filters', () => {
  it.each<[Query, (string | undefined)[]]>([
    [{ from: '2027-06-01' }, [ZOE, FEST, SMALL_FEST]],
    [{ to: '2027-06-01' }, [ZOE, ARGER, SMALL_FEST]],
    [{ from: '2027-06-01', to: '2027-06-01' }, [ZOE, SMALL_FEST]],
    [{ q: 'CAFE' }, [ZOE]],
    [{ q: 'café' }, [ZOE]],
    [{ q: 'straße' }, [FEST]],
    [{ q: 'Arger' }, [ARGER]],
    [{ q: 'fest', to: '2027-06-30' }, [SMALL_FEST]],
    [{ q: 'nothing of this' }, []],
    [{ size: '3', Sort: 'name' }, [ZOE, ARGER, FEST, SMALL_FEST]],
  ])('%j', async (query, names) => {
    const { data, return_count, next_cursor } = await page(query);
    expect(data.map(({ name }) => name)).toEqual(names);
    expect(return_count).toBe(names.length);
    expect(next_cursor).toBeUndefined();
  });
});

describe('GET /events with sort', () => {
  it.each<[string, (string | undefined)[]]>([
    ['created', [ZOE, ARGER, FEST, SMALL_FEST]],
    ['-created', [SMALL_FEST, FEST, ARGER, ZOE]],
    // Two of the same day, and two of the same amount, stay in order of creation.
    ['event_date', [ARGER, ZOE, SMALL_FEST, FEST]],
    ['-event_date', [FEST, ZOE, SMALL_FEST, ARGER]],
    ['name', [SMALL_FEST, FEST, ARGER, ZOE]],
    ['-name', [ZOE, ARGER, FEST, SMALL_FEST]],
    ['total_amount', [SMALL_FEST, ZOE, FEST, ARGER]],
    ['-total_amount', [ARGER, ZOE, FEST, SMALL_FEST]],
  ])('%s', async (sort, names) => {
    expect(await namesOf({ sort })).toEqual(names);
    const paged: string[] = [];
    for (let cursor: string | undefined = 'first'; cursor; ) {
      const { data, next_cursor } = await page({ sort, limit: '1', ...(cursor !== 'first' && { cursor }) });
      expect(data).toHaveLength(1);
      paged.push(...data.map(({ name }) => name));
      cursor = next_cursor;
    }
    expect(paged).toEqual(names);
  });
});

describe('GET /events with limit', () => {
  it('has a cursor only if there is more', async () => {
    for (const query of [{}, { q: 'e' }, { sort: 'name' }, { sort: '-created' }]) {
      expect((await page({ ...query, limit: '3' })).next_cursor).toBeDefined();
      expect((await page({ ...query, limit: '4' })).next_cursor).toBeUndefined();
    }
  });

  it('looks through more events than its limit for what a filter selects', async () => {
    const own = await newToken();
    await wholeTable().addEvents(accountIdOf(own), 25);
    await newEvent(own, { name: 'Found' });
    expect((await page({ q: 'found', limit: '1' }, own)).data).toMatchObject([{ name: 'Found' }]);
  });

  it('keeps an id as its cursor in the default order', async () => {
    const { data, next_cursor } = await page({ limit: '2', include: 'summary' });
    expect(next_cursor).toBe(String(data[1]?.id));
    expect((await page({ sort: 'created', cursor: String(next_cursor) })).data).toHaveLength(2);
  });
});

describe('GET /events with include=summary', () => {
  it('adds the amount spent, what remains, and whether the event is over budget', async () => {
    const { text } = await get({ q: 'apfel', sort: 'name', include: 'summary' });
    expect(text).toContain(
      '"name":"apfelfest","total_amount":4.00,"budgets_count":1,"description":"in the garden",' +
        '"event_date":"2027-06-01","total_spent":30.00,"remaining":-26.00,"to_pay":0.00,"over_budget":true}',
    );
    expect(text).toContain('"total_spent":30.00,"remaining":0.00,"to_pay":0.00,"over_budget":false}');
    expect((await get({ q: 'apfel' })).text).not.toContain('total_spent');
  });
});

describe('GET /events with a wrong value', () => {
  it.each<[Query, string, string, string]>([
    [{ from: '2027-02-30' }, 'from', 'invalid', 'From must be a valid date (YYYY-MM-DD).'],
    [{ from: '' }, 'from', 'invalid', 'From must be a valid date (YYYY-MM-DD).'],
    [{ to: '1.1.2027' }, 'to', 'invalid', 'To must be a valid date (YYYY-MM-DD).'],
    [{ from: '2027-99-99', to: '2027-01-01' }, 'from', 'invalid', 'From must be a valid date (YYYY-MM-DD).'],
    [{ from: '2027-01-02', to: '2027-01-01' }, 'from', 'invalid', 'From must not be after to.'],
    [{ q: '' }, 'q', 'blank', "Q can't be blank."],
    [{ q: 'x'.repeat(101) }, 'q', 'too_long', 'Q is too long (maximum is 100 characters).'],
    [{ q: '\u0301' }, 'q', 'invalid', 'Q must contain more than accents.'],
    [{ limit: '0' }, 'limit', 'invalid', 'Limit must be a whole number from 1 to 200.'],
    [{ limit: '201' }, 'limit', 'invalid', 'Limit must be a whole number from 1 to 200.'],
    [{ limit: '9'.repeat(400) }, 'limit', 'invalid', 'Limit must be a whole number from 1 to 200.'],
    [{ limit: '1e1' }, 'limit', 'invalid', 'Limit must be a whole number from 1 to 200.'],
    [
      { sort: 'size' },
      'sort',
      'invalid',
      'Sort must be one of created, -created, event_date, -event_date, name, -name, total_amount, -total_amount.',
    ],
    [
      { include: 'all' },
      'include',
      'invalid',
      'Include may only contain summary, version, times, share_link.',
    ],
    // API Gateway joins repeated parameters.
    [{ from: '2027-01-01,2027-01-02' }, 'from', 'invalid', 'From must be a valid date (YYYY-MM-DD).'],
    [{ limit: '1,2' }, 'limit', 'invalid', 'Limit must be a whole number from 1 to 200.'],
  ])('%j answers 422', async (query, field, code, message) => {
    const { status, body } = await get(query);
    expect(status).toBe(422);
    expect(body.message).toBe('Events failed to load');
    expect(body.errors).toEqual([{ field, code, message }]);
  });
});

describe('a cursor of GET /events', () => {
  const query = { sort: 'name', q: 'e', limit: '1' };
  const refusal = async (query: Query, by = token) => {
    const { status, body } = await get(query, by);
    return [status, body.message, body.errors?.map(({ field, message }) => `${field}: ${message}`)];
  };
  const REJECTED = [
    422,
    'Events failed to load',
    ['cursor: Cursor must be the next_cursor of a list with the same sort and filters.'],
  ];
  const PLAINLY_REJECTED = [422, 'Events failed to load', ['cursor: Cursor is invalid.']];
  let cursor: string;
  beforeAll(async () => {
    cursor = String((await page(query)).next_cursor);
  });

  it('continues with another limit, with a summary, and with q in another spelling', async () => {
    const { data } = await page({ sort: 'name', q: 'É', limit: '2', include: 'summary', cursor });
    expect(data.map(({ name }) => name)).toEqual([FEST, ARGER]);
  });

  it.each<[string, Query]>([
    ['another sort', { ...query, sort: 'event_date' }],
    ['the reverse', { ...query, sort: '-name' }],
    ['another q', { ...query, q: 'f' }],
    ['a first day', { ...query, from: '2027-01-01' }],
    ['a last day', { ...query, to: '2027-12-31' }],
    ['one filter less', { sort: 'name', limit: '1' }],
  ])('is refused with %s', async (_, other) => {
    expect(await refusal({ ...other, cursor })).toEqual(REJECTED);
  });

  it('is rejected in the default order, as an id is in any other', async () => {
    expect(await refusal({ cursor })).toEqual(PLAINLY_REJECTED);
    expect(await refusal({ sort: 'name', cursor: '1' })).toEqual(REJECTED);
  });

  it('is rejected if any character is changed, or if it is cut off anywhere', async () => {
    for (let at = 0; at < cursor.length; at += 1) {
      for (const other of ['A', 'B']) {
        const changed = cursor.slice(0, at) + other + cursor.slice(at + 1);
        if (changed !== cursor) expect(await refusal({ ...query, cursor: changed })).toEqual(REJECTED);
      }
      expect((await refusal({ ...query, cursor: cursor.slice(0, at) }))[0]).toBe(422);
    }
    expect(await refusal({ ...query, cursor: `${cursor}=` })).toEqual(PLAINLY_REJECTED);
  });

  it('is rejected in another account', async () => {
    expect(await refusal({ ...query, cursor }, await newToken())).toEqual(REJECTED);
  });

  it('stays valid after the signing key is rotated', async () => {
    setVariable('TOKEN_KEYS', `a-new-key-with-at-least-thirty-two-bytes,${process.env['TOKEN_KEYS']}`);
    expect((await page({ ...query, cursor })).data).toHaveLength(1);
    resetVariables();
  });
});
