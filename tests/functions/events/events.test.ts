import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { type Client, clientOf, newClient, sharedClients } from '../../support/client.ts';
import { emptyUpdate } from '../../support/contract.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { eventItem } from '../../support/event-item.ts';
import { notFound } from '../../support/rejections.ts';
import { allEvents, endpoints, party, storedPerson, viewEvent } from '../../support/service.ts';
import { accountIdOf, expire, giveRole, share } from '../../support/sharing.ts';
import { putItem, rejected } from '../../support/table.ts';

const SAVED = '{"status":"success","message":"Event saved successfully"}';
const DELETED = '{"status":"success","message":"Event deleted successfully"}';
const bare = (message: string): string => `{"status":"error","message":"${message}"}`;

let ada: Client;
beforeAll(async () => {
  ada = await newClient();
});

it('an event is created, viewed, updated and deleted', async () => {
  const ada = await newClient();
  const created = await ada.create(party({ name: '  Ball ', description: ' two\nlines ' }));
  expect([created.status, created.text]).toEqual([201, SAVED]);
  expect(created.headers['location']).toMatch(/^\/events\/view\/[1-9][0-9]{0,15}$/);
  const path = { id: created.id };
  const stored =
    '"total_amount":0.00,"budgets_count":0,"description":" two\\nlines ","event_date":"2026-07-04"';
  expect((await ada.view(path)).text).toBe(
    `{"status":"success","return_count":1,"data":{"id":${path.id},"name":"Ball",${stored}}}`,
  );
  let shown = await viewEvent(ada.token, path);
  for (const fields of [{ name: 'Gala' }, { description: '' }, { event_date: '2027-01-01' }]) {
    const updated = await ada.update(path, fields);
    expect([updated.status, updated.text]).toEqual([200, SAVED]);
    shown = { ...shown, ...fields };
    expect(await viewEvent(ada.token, path)).toEqual(shown);
  }
  const other = await ada.newEvent();
  const deleted = await ada.delete(path, { any: 'thing' });
  expect([deleted.status, deleted.text]).toEqual([200, DELETED]);
  expect((await allEvents(ada.token)).map(({ id }) => String(id))).toEqual([other.id]);
});

it('ignores fields that a client can’t set', async () => {
  const fields = { id: 7, total_amount: 5, budgets_count: 3, budgets: {}, PK: 'x' };
  const { id } = await ada.create(party({ ...fields, x: JSON.parse('{"__proto__":{}}') }));
  expect(id).not.toBe('7');
  expect(await viewEvent(ada.token, { id })).toMatchObject({ total_amount: 0, budgets_count: 0 });
});

it.each([
  { name: '🎈'.repeat(255), description: '🎈'.repeat(2_000) },
  { name: '<b>"O\'Neil" \\ \u200f</b>', event_date: '0001-01-01' },
  { name: 'x', event_date: '9999-12-31' },
  { description: '', event_date: '2000-02-29' },
])('stores what it accepts: %#', async (fields) => {
  expect(await viewEvent(ada.token, await ada.newEvent(fields))).toMatchObject(fields);
});

it('stores an empty description if it is missing', async () => {
  const path = await ada.newEvent({ description: undefined });
  expect((await viewEvent(ada.token, path)).description).toBe('');
});

it('rejects an event without name and day, and an update without fields', async () => {
  const missing = await rejected(() => ada.create({}));
  expect(missing.codes).toEqual([422, 'name blank', 'event_date blank']);
  const path = await ada.newEvent();
  for (const fields of [{}, { total_amount: 5 }]) {
    const { codes, body } = await rejected(() => ada.update(path, fields));
    expect([codes, body.errors?.[0]?.message]).toEqual([
      ...[[422, 'body blank'], emptyUpdate(endpoints.update.handler)],
    ]);
  }
});

it.each([
  '1',
  '9007199254740991',
  '9007199254740992',
  '12345678901234567',
  '0',
  '01',
  '-1',
  '1.0',
  '1e3',
  '',
])('finds no event with the id %j', async (id) => {
  const outcomes = [
    await ada.view({ id }),
    await ada.update({ id }, { name: 'x' }),
    await ada.delete({ id }),
  ];
  expect(outcomes.map(({ status, text }) => [status, text])).toEqual([
    [404, notFound('Event not found')],
    [404, bare('Event failed to save')],
    [404, bare('Event failed to delete')],
  ]);
});

it('never recreates an event that is deleted concurrently', async () => {
  const path = await ada.newEvent();
  const updates = Array.from({ length: 10 }, (_, n) => ada.update(path, { name: `No. ${n}` }));
  await Promise.all([...updates, ada.delete(path)]);
  expect((await ada.update(path, { name: 'Back' })).status).toBe(404);
  expect((await ada.view(path)).status).toBe(404);
});

it('of ten deletes at once, one is done', async () => {
  const path = await ada.newEvent();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => ada.delete(path)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
});

it('of 200 creates at once, each has an id of its own', async () => {
  const eve = await newClient();
  const paths = await Promise.all(Array.from({ length: 200 }, (_, n) => eve.newEvent({ name: `No. ${n}` })));
  const ids = new Set(paths.map(({ id }) => Number(id)));
  expect(ids.size).toBe(200);
  expect(new Set((await allEvents(eve.token)).map(({ id }) => id))).toEqual(ids);
});

it('a delete says with Prefer whom a restore won’t bring back', async () => {
  const { owner, event } = await sharedClients();
  for (const email of ['alan@example.com', 'grace@example.com'])
    await owner.inviteMember(event, { email, role: 'viewer' });
  await expire(owner.token, event, 'grace@example.com');
  const { status, text, headers } = await owner.delete(event, {}, { prefer: 'return=representation' });
  const removed = '"members_removed":2,"invitations_removed":1}';
  expect([status, text]).toEqual([200, DELETED.replace('}', `,${removed}`)]);
  expect(headers).toMatchObject({ 'preference-applied': 'return=representation', vary: 'Prefer' });
});

describe('a shared event', () => {
  let grace: Client;
  let event: { id: string };
  beforeEach(async () => {
    grace = clientOf(await storedPerson({ first_name: 'Grace', last_name: 'Hopper' }));
    event = await grace.newEvent();
    await share(grace.token, event, ada.token, 'viewer');
  });

  it('has the role and the owner for a member only, as the list has them', async () => {
    const bob = await newClient();
    await share(grace.token, event, bob.token, 'viewer');
    const viewed = await bob.view(event);
    expect(viewed.text).toContain('"event_date":"2026-07-04","role":"viewer","owner":"Grace Hopper"}}');
    expect(viewed.text).toBe((await bob.list()).text.replace('[', '').replace(']', ''));
    expect((await grace.view(event)).text).not.toMatch(/"role"|"owner"/);
    await giveRole(grace.token, event, bob.token, 'editor');
    expect((await bob.view(event)).body.data).toMatchObject({ role: 'editor' });
  });

  it('reads the names of the owner beside the event', async () => {
    takeRequests();
    await grace.view(event);
    expect(takeRequests().counts).toEqual({ reads: 2, writes: 0 });
    await ada.view(event);
    expect(takeRequests()).toMatchObject({ counts: { reads: 4, writes: 0 }, units: { read: 4, write: 0 } });
  });

  it('has the new name of the owner with the same ETag', async () => {
    const before = await ada.view(event);
    await grace.updateAccount({ first_name: 'Anne' });
    const renamed = await ada.view(event);
    expect(renamed.body.data).toMatchObject({ owner: 'Anne Hopper' });
    expect(renamed.tag).toBe(before.tag);
    expect((await ada.view(event, {}, { 'if-none-match': renamed.tag })).status).toBe(304);
  });

  it('is not shown where an own one has the same id', async () => {
    const eventId = Number(event.id);
    await putItem(eventKey({ ownerId: accountIdOf(ada.token), eventId }), eventItem(eventId, 1));
    const { body, text } = await ada.view(event);
    expect(body.data).toMatchObject({ budgets_count: 1 });
    expect(text).not.toMatch(/"role"|"owner"/);
  });
});
