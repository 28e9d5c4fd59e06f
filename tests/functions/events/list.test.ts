import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { type Client, clientOf, newClient } from '../../support/client.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { eventItem } from '../../support/event-item.ts';
import { PASSWORD } from '../../support/person.ts';
import { storedPerson, viewEvent } from '../../support/service.ts';
import { accountIdOf, pointAt, share, takeRole } from '../../support/sharing.ts';
import { putItem } from '../../support/table.ts';
import { wholeTable } from '../../support/whole-table.ts';

type Query = Record<string, string>;

const shown = z.object({
  return_count: z.int(),
  data: z.array(z.looseObject({ id: z.int(), name: z.string() })),
  next_cursor: z.optional(z.string()),
});
const pageOf = async (client: Client, query: Query = {}) => shown.parse((await client.list(query)).body);
const namesOf = async (client: Client, query?: Query) =>
  (await pageOf(client, query)).data.map(({ name }) => name);

/** The names of all events, from pages of one event. */
async function pagedNames(client: Client, query: Query): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined = 'first'; cursor; ) {
    const page = await pageOf(client, { ...query, limit: '1', ...(cursor !== 'first' && { cursor }) });
    expect(page.data).toHaveLength(1);
    names.push(...page.data.map(({ name }) => name));
    cursor = page.next_cursor;
  }
  return names;
}

/** In order of creation. */
const EVENTS = [
  { name: 'Zoe’s wedding', description: 'At the Café', event_date: '2027-06-01', amount: 30 },
  { name: 'ärger', description: '', event_date: '2027-01-01', amount: 200 },
  { name: 'Apfelfest', description: 'STRASSE', event_date: '2027-12-31', amount: 30 },
  { name: 'apfelfest', description: 'in the garden', event_date: '2027-06-01', amount: 4 },
];
const [ZOE, ARGER, FEST, SMALL_FEST] = EVENTS.map(({ name }) => name);

let ada: Client;
let events: { id: string }[];
beforeAll(async () => {
  ada = await newClient();
  events = [];
  for (const { amount, ...fields } of EVENTS) {
    const event = await ada.newEvent(fields);
    await ada.newBudget(event, { amount, spent: 30 });
    events.push(event);
  }
});

it('has all fields of own events, oldest first, and continues after a cursor', async () => {
  const bob = await newClient();
  expect((await bob.list()).text).toBe('{"status":"success","return_count":0,"data":[]}');
  const { id } = await bob.newEvent();
  expect((await bob.list()).text).toBe(
    `{"status":"success","return_count":1,"data":[{"id":${id},"name":"Summer party","total_amount":0.00,` +
      '"budgets_count":0,"description":"In the garden","event_date":"2026-07-04"}]}',
  );
  const { data } = await pageOf(ada, { cursor: String(events[0]?.id) });
  expect(data.map((event) => String(event.id))).toEqual(events.slice(1).map((event) => event.id));
  expect(await namesOf(ada, { cursor: '9007199254740991' })).toEqual([]);
});

it.each<[Query, (string | undefined)[]]>([
  [{ from: '2027-06-01' }, [ZOE, FEST, SMALL_FEST]],
  [{ to: '2027-06-01' }, [ZOE, ARGER, SMALL_FEST]],
  [{ from: '2027-06-01', to: '2027-06-01' }, [ZOE, SMALL_FEST]],
  [{ q: 'CAFE' }, [ZOE]],
  [{ q: 'straße' }, [FEST]],
  [{ q: 'Arger' }, [ARGER]],
  [{ q: 'fest', to: '2027-06-30' }, [SMALL_FEST]],
  [{ q: 'nothing of this' }, []],
  [{ size: '3', Sort: 'name' }, [ZOE, ARGER, FEST, SMALL_FEST]],
])('selects by %j', async (query, names) => {
  const { data, ...page } = await pageOf(ada, query);
  expect(data.map(({ name }) => name)).toEqual(names);
  expect(page).toEqual({ return_count: names.length });
});

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
])('sorts by %s, also in pages', async (sort, names) => {
  expect(await namesOf(ada, { sort })).toEqual(names);
  expect(await pagedNames(ada, { sort })).toEqual(names);
});

it('has a cursor only if there is more, which is an id in the default order', async () => {
  for (const query of [{}, { q: 'e' }, { sort: 'name' }, { sort: '-created' }]) {
    expect((await pageOf(ada, { ...query, limit: '3' })).next_cursor).toBeDefined();
    expect((await pageOf(ada, { ...query, limit: '4' })).next_cursor).toBeUndefined();
  }
  const { next_cursor: cursor = '' } = await pageOf(ada, { limit: '2', include: 'summary' });
  expect(cursor).toBe(events[1]?.id);
  expect((await pageOf(ada, { sort: 'created', cursor })).data).toHaveLength(2);
});

it('looks through more events than its limit for what a filter selects', async () => {
  const bob = await newClient();
  await wholeTable().addEvents(accountIdOf(bob.token), 25);
  await bob.newEvent({ name: 'Found' });
  expect(await namesOf(bob, { q: 'found', limit: '1' })).toEqual(['Found']);
});

it('has with `summary` the amount spent, what remains, and whether the event is over budget', async () => {
  const { text } = await ada.list({ q: 'apfel', sort: 'name', include: 'summary' });
  expect(text).toContain(
    '"name":"apfelfest","total_amount":4.00,"budgets_count":1,"description":"in the garden",' +
      '"event_date":"2027-06-01","total_spent":30.00,"remaining":-26.00,"to_pay":0.00,"over_budget":true}',
  );
  expect(text).toContain('"total_spent":30.00,"remaining":0.00,"to_pay":0.00,"over_budget":false}');
  expect((await ada.list({ q: 'apfel' })).text).not.toContain('total_spent');
});

const DAY = 'must be a valid date (YYYY-MM-DD).';
const ORDERS = 'created, -created, event_date, -event_date, name, -name, total_amount, -total_amount';
const LIMIT = 'Limit must be a whole number from 1 to 200.';

it.each<[Query, string, string]>([
  [{ from: '2027-99-99', to: '2027-01-01' }, 'from invalid', `From ${DAY}`],
  [{ from: '2027-01-02', to: '2027-01-01' }, 'from invalid', 'From must not be after to.'],
  [{ q: '' }, 'q blank', "Q can't be blank."],
  [{ q: 'x'.repeat(101) }, 'q too_long', 'Q is too long (maximum is 100 characters).'],
  [{ q: '\u0301' }, 'q invalid', 'Q must contain more than accents.'],
  [{ limit: '1e1' }, 'limit invalid', LIMIT],
  [{ sort: 'size' }, 'sort invalid', `Sort must be one of ${ORDERS}.`],
  [{ include: 'all' }, 'include invalid', 'Include may only contain summary, version, times, share_link.'],
  [{ cursor: '-1' }, 'cursor invalid', 'Cursor is invalid.'],
  [{ cursor: '9007199254740992' }, 'cursor invalid', 'Cursor is invalid.'],
])('rejects %j', async (query, error, message) => {
  const { codes, body } = await ada.list(query);
  expect([codes, body.message, body.errors?.[0]?.message]).toEqual([
    ...[[422, error], 'Events failed to load', message],
  ]);
});

describe('a cursor', () => {
  const query = { sort: 'name', q: 'e', limit: '1' };
  const rejection = async (query: Query, client = ada) => {
    const { codes, body } = await client.list(query);
    expect(codes).toEqual([422, 'cursor invalid']);
    return body.errors?.[0]?.message;
  };
  const OF_OTHERS = 'Cursor must be the next_cursor of a list with the same sort and filters.';
  let cursor: string;
  beforeAll(async () => {
    cursor = String((await pageOf(ada, query)).next_cursor);
  });

  it('continues with another limit, with a summary, and with q in another spelling', async () => {
    const other = { sort: 'name', q: 'É', limit: '2', include: 'summary', cursor };
    expect(await namesOf(ada, other)).toEqual([FEST, ARGER]);
  });

  it.each<[string, Query]>([
    ['another sort', { ...query, sort: 'event_date' }],
    ['the reverse', { ...query, sort: '-name' }],
    ['another q', { ...query, q: 'f' }],
    ['a first day', { ...query, from: '2027-01-01' }],
    ['a last day', { ...query, to: '2027-12-31' }],
    ['events of others', { ...query, shared: 'true' }],
    ['one filter less', { sort: 'name', limit: '1' }],
  ])('is rejected with %s', async (_, other) => {
    expect(await rejection({ ...other, cursor })).toBe(OF_OTHERS);
  });

  it('is rejected in the default order, as an id is in any other, and in another account', async () => {
    expect(await rejection({ cursor })).toBe('Cursor is invalid.');
    expect(await rejection({ sort: 'name', cursor: '1' })).toBe(OF_OTHERS);
    expect(await rejection({ ...query, cursor }, await newClient())).toBe(OF_OTHERS);
  });

  it('is rejected if any character is changed, or if it is cut off anywhere', async () => {
    for (let at = 0; at < cursor.length; at += 1) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(await rejection({ ...query, cursor: changed })).toBe(OF_OTHERS);
      await rejection({ ...query, cursor: cursor.slice(0, at) });
    }
    expect(await rejection({ ...query, cursor: `${cursor}=` })).toBe('Cursor is invalid.');
  });

  it('stays valid after the signing key is rotated', async () => {
    setVariable('TOKEN_KEYS', `a-new-key-with-at-least-thirty-two-bytes,${process.env['TOKEN_KEYS']}`);
    expect((await pageOf(ada, { ...query, cursor })).data).toHaveLength(1);
    resetVariables();
  });
});

describe('events of others', () => {
  let owner: Client;
  let member: Client;
  let viewed: { id: string };
  let edited: { id: string };
  /** Four events of the member, in this order: its own, two of the owner, its own. */
  beforeEach(async () => {
    owner = clientOf(await storedPerson({ first_name: 'Grace', last_name: 'Hopper' }));
    member = await newClient();
    await member.newEvent({ name: 'First' });
    viewed = await owner.newEvent({ name: 'Viewed', event_date: '2027-01-01' });
    await owner.newEvent({ name: 'Not shared' });
    edited = await owner.newEvent({ name: 'Edited', event_date: '2025-01-01' });
    await member.newEvent({ name: 'Last' });
    await share(owner.token, viewed, member.token, 'viewer');
    await share(owner.token, edited, member.token, 'editor');
  });

  it('are in one order with own ones, with role and owner, which their owner does not see', async () => {
    await owner.newBudget(viewed, { amount: 7 });
    const { data } = await pageOf(member);
    expect(data.map(({ name, role, owner: by }) => [name, role, by])).toEqual([
      ['First', undefined, undefined],
      ['Viewed', 'viewer', 'Grace Hopper'],
      ['Edited', 'editor', 'Grace Hopper'],
      ['Last', undefined, undefined],
    ]);
    expect(data[1]).toMatchObject({ total_amount: 7, budgets_count: 1 });
    const own = await pageOf(owner);
    expect(own.data.map(({ name }) => name)).toEqual(['Viewed', 'Not shared', 'Edited']);
    for (const event of [data[0], ...own.data]) expect(Object.keys({ ...event })).toHaveLength(6);
  });

  it.each<[Query, string[]]>([
    [{}, ['First', 'Viewed', 'Edited', 'Last']],
    [{ sort: '-created' }, ['Last', 'Edited', 'Viewed', 'First']],
    [{ sort: 'event_date' }, ['Edited', 'First', 'Last', 'Viewed']],
    [{ sort: 'name' }, ['Edited', 'First', 'Last', 'Viewed']],
    [{ q: 'ed' }, ['Viewed', 'Edited']],
    [{ from: '2027-01-01' }, ['Viewed']],
    [{ shared: 'true' }, ['Viewed', 'Edited']],
    [{ shared: 'false' }, ['First', 'Last']],
    [{ shared: 'true', sort: '-name' }, ['Viewed', 'Edited']],
    [{ shared: 'false', sort: '-name' }, ['Last', 'First']],
  ])('are selected and sorted by %j, also in pages', async (query, names) => {
    expect(await namesOf(member, query)).toEqual(names);
    expect(await pagedNames(member, query)).toEqual(names);
  });

  it('are left out where pointers give no role, or lead to nothing', async () => {
    await takeRole(owner.token, viewed, member.token);
    await owner.delete(edited);
    await pointAt(owner.token, edited, member.token);
    await pointAt(owner.token, { id: '1' }, member.token);
    expect(await namesOf(member)).toEqual(['First', 'Last']);
    expect(await namesOf(member, { limit: '2' })).toEqual(['First', 'Last']);
  });

  it('are left out where an own one has the same id, and once their owner’s account is being deleted', async () => {
    const eventId = Number(viewed.id);
    await putItem(eventKey({ ownerId: accountIdOf(member.token), eventId }), eventItem(eventId, 1));
    expect(await namesOf(member)).toEqual(['First', 'Summer party', 'Edited', 'Last']);
    expect(await namesOf(member, { shared: 'true' })).toEqual(['Edited']);
    expect(await viewEvent(member.token, viewed)).toMatchObject({ name: 'Summer party' });
    expect((await owner.deleteAccount({ password: PASSWORD })).status).toBe(200);
    expect(await namesOf(member)).toEqual(['First', 'Summer party', 'Last']);
  });
});
