import { beforeAll, expect, it } from 'vitest';
import {
  block,
  type Deleted,
  deleteEvent,
  endAccountIn,
  itemsOf,
  planFor,
} from '../../build/restored-data.ts';
import { documentClient, getItem } from '../../lib/dynamodb/items.ts';
import { accountKey, emailKey } from '../../lib/dynamodb/keys.ts';
import { type Client, newVerifiedClient, sharedClients } from '../support/client.ts';
import { accountIdOf } from '../support/sharing.ts';
import { itemOf } from '../support/trash.ts';

const TABLE = String(process.env['TABLE_NAME']);
const NOTHING: Deleted = { accounts: new Set(), events: new Set() };
type Items = Record<string, unknown>[];

let owner: Client;
let event: { id: string };
let id: string;
let items: Items;
beforeAll(async () => {
  ({ owner, event } = await sharedClients());
  id = accountIdOf(owner.token);
  items = await itemsOf(TABLE);
});

const isOwner = ({ PK }: { PK?: unknown }) => PK === accountKey(id).PK;
const isEvent = ({ SK }: { SK?: unknown }) => String(SK).startsWith('EVENT#');
/** The table with another account of the owner; without it if `undefined`. */
const withOwner = (changes: object | undefined): Items =>
  items.flatMap((item) => (isOwner(item) ? (changes ? [{ ...item, ...changes }] : []) : [item]));
const withEvent = (changes: { PK?: string; deleted_at?: number } | undefined): Items =>
  items.flatMap((item) => {
    if (!isEvent(item)) return [item];
    if (!changes) return [];
    const { PK = item['PK'], ...inHead } = changes;
    return [{ ...item, PK, head: { ...Object(item['head']), ...inHead } }];
  });

const planned = (copy: Items, table: Items | undefined, deleted = NOTHING) => {
  const { events, halves: _, ...others } = planFor(copy, table, deleted);
  return { ...others, events: events.map(Object.values) };
};
const unchanged = { leaving: [], blocked: [], events: [], returning: [] };

it('a copy of a table in which nothing happened since stays as it is', () => {
  expect(items.some(isEvent)).toBe(true);
  expect(planned(items, items)).toEqual(unchanged);
});

it('keeps blocks and their ends', () => {
  const blocked = withOwner({ blocked: true });
  expect(planned(items, blocked)).toEqual({ ...unchanged, blocked: [{ id, isBlocked: true }] });
  expect(planned(blocked, items)).toEqual({ ...unchanged, blocked: [{ id, isBlocked: false }] });
});

it('keeps deletions of accounts: those that go on, and those in the log', () => {
  const logged = { ...NOTHING, accounts: new Set([id]) };
  expect(planned(items, withOwner({ leaving: 1 }))).toEqual({ ...unchanged, leaving: [id] });
  const erased = withOwner(undefined).filter((item) => !isEvent(item));
  expect(planned(items, erased, logged)).toEqual({ ...unchanged, leaving: [id] });
  expect(planned(items, undefined, logged)).toEqual({ ...unchanged, leaving: [id] });
});

it('brings back accounts and events that nobody is known to have deleted, and names them', () => {
  const returning = [`account ${id}`];
  expect(planned(items, withOwner(undefined))).toEqual({ ...unchanged, returning });
  const lost = { ...unchanged, returning: [`event ${event.id} of ${id}`] };
  expect(planned(items, withEvent(undefined))).toEqual(lost);
});

it('keeps deletions of events for good: those in the log, and those from the trash', () => {
  const events = [[id, Number(event.id)]];
  const logged = { ...NOTHING, events: new Set([`${id}/${event.id}`]) };
  expect(planned(items, withEvent(undefined), logged)).toEqual({ ...unchanged, events });
  const trashed = withEvent({ deleted_at: Date.now() });
  expect(planned(trashed, withEvent(undefined))).toEqual({ ...unchanged, events });
  expect(planned(trashed, undefined)).toEqual(unchanged);
});

it('gives an event that was handed over since back to its owner', () => {
  const logged = { ...NOTHING, events: new Set([`${id}/${event.id}`]) };
  expect(planned(items, withEvent({ PK: 'ACCOUNT#another' }), logged)).toEqual(unchanged);
});

it('does all of this in the table', async () => {
  const client = documentClient();
  const [gone, other] = [await newVerifiedClient(), await newVerifiedClient()];
  const [goneId, otherId] = [accountIdOf(gone.token), accountIdOf(other.token)];
  await endAccountIn(TABLE, goneId);
  expect(await getItem(emailKey(gone.email))).toBeUndefined();
  expect((await gone.list()).status).toBe(401);
  await client.send(block(TABLE, { id: otherId, isBlocked: true }));
  expect((await other.list()).status).toBe(403);
  await client.send(block(TABLE, { id: otherId, isBlocked: false }));
  expect(await getItem(accountKey(otherId))).not.toHaveProperty('blocked');
  await deleteEvent(TABLE, { ownerId: id, eventId: Number(event.id) });
  await deleteEvent(TABLE, { ownerId: id, eventId: Number(event.id) });
  expect(await itemOf(owner.token, event)).toBeUndefined();
  expect(planFor(await itemsOf(TABLE), undefined, NOTHING).halves).toEqual([]);
});
