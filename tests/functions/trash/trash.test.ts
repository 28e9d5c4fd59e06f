import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, clientOf, newClient, sharedClients } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { notFound } from '../../support/rejections.ts';
import { allBudgets, allEvents, newAccessToken, party } from '../../support/service.ts';
import { rejected } from '../../support/table.ts';
import { DAYS, itemOf, setDeletedAt, trashOf } from '../../support/trash.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ currency: 'EUR', guests: 20 });
});

const inTrash = async (client = ada) => (await trashOf(client.token)).map(({ id }) => String(id));

it('shows for 30 days what a deleted event was', async () => {
  expect((await ada.listTrash()).text).toBe('{"status":"success","return_count":0,"data":[]}');
  await ada.newBudget(event);
  const before = Date.now();
  await ada.delete(event);
  const { body, text } = await ada.listTrash();
  const [{ deleted_at, expires_at } = { deleted_at: '', expires_at: '' }] = await trashOf(ada.token);
  const { name, event_date } = party();
  expect(body.data).toEqual([
    {
      ...{ id: Number(event.id), name, event_date, currency: 'EUR' },
      ...{ total_amount: 1250.5, budgets_count: 1, deleted_at, expires_at },
    },
  ]);
  expect(text).toContain('"total_amount":1250.50,');
  expect(Date.parse(deleted_at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(deleted_at)).toBeLessThanOrEqual(Date.now());
  expect(Date.parse(expires_at) - Date.parse(deleted_at)).toBe(30 * DAYS);
});

/** Of events in the trash, in days. */
const AGES = [5, 3, 3, 29.9, 30.1, 0, 0];

it('has the last deleted first, and no event that was restored, deleted for good, or is there too long', async () => {
  const [paths, now] = [await Promise.all(AGES.map(() => ada.newEvent())), Date.now()];
  for (const [n, path] of paths.entries()) {
    await ada.delete(path);
    await setDeletedAt(ada.token, path, now - (AGES[n] ?? 0) * DAYS);
  }
  const [five, three, alike, oldest, , restored = event, gone = event] = paths;
  await ada.restore(restored);
  await ada.deleteForGood(gone);
  const newestFirst = [three, alike].map((path) => Number(path?.id)).sort((one, other) => other - one);
  expect(await inTrash()).toEqual([...newestFirst.map(String), five?.id, oldest?.id]);
});

it('has only the caller’s own events, with one query', async () => {
  const { owner, editor, event } = await sharedClients();
  await owner.delete(event);
  expect(await inTrash(editor)).toEqual([]);
  takeRequests();
  expect(await inTrash(owner)).toHaveLength(1);
  expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
});

it('an event in the trash is found by no other endpoint', async () => {
  await ada.delete(event);
  for (const ask of [
    () => ada.view(event),
    () => ada.listBudgets(event),
    () => ada.listMembers(event),
    () => ada.update(event, { name: 'New' }),
    () => ada.delete(event),
    () => ada.copy(event, { event_date: '2027-01-01' }),
    () => ada.createBudget(event, { name: 'Band', amount: 1 }),
  ])
    expect((await rejected(ask)).status).toBe(404);
  expect((await ada.list({ sort: '-created' })).body.data).toEqual([]);
});

describe('a restore', () => {
  it('brings an event back with its budgets, payments and ids', async () => {
    await ada.newPayment(await ada.newBudget(event, { spent: 0 }));
    const read = async () => [await allEvents(ada.token), await allBudgets(ada.token, event)];
    const before = await read();
    const { head: was, ...itemWas } = { ...(await itemOf(ada.token, event)) };
    await ada.delete(event);
    expect(await allEvents(ada.token)).toEqual([]);
    const { status, text, headers } = await ada.restore(event);
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"Event restored successfully"}');
    expect(headers['location']).toBe(`/events/view/${event.id}`);
    expect([await read(), await inTrash()]).toEqual([before, []]);
    const { head: is, ...itemIs } = { ...(await itemOf(ada.token, event)) };
    expect({ ...itemIs, writes: [] }).toEqual({ ...itemWas, writes: [] });
    const versions = { version: 5, frame: expect.any(Number), updated_at: expect.any(Number) };
    expect(is).toEqual(Object.assign({}, was, versions));
  });

  it('leaves nobody else a role, and the invitations withdrawn', async () => {
    const { owner, editor, event } = await sharedClients();
    await owner.inviteMember(event, { email: 'alan@example.com', role: 'viewer' });
    await owner.delete(event);
    expect((await rejected(() => editor.restore(event))).status).toBe(404);
    await owner.restore(event);
    expect((await owner.listMembers(event)).body.data).toEqual([expect.objectContaining({ role: 'owner' })]);
    expect((await editor.view(event)).status).toBe(404);
  });

  it('is rejected for an event that is not in the trash, or is there for 30 days', async () => {
    const deleted = await ada.newEvent();
    await ada.delete(deleted);
    const text = notFound('Failed to restore the event');
    expect(await rejected(() => ada.restore(event))).toMatchObject({ status: 404, text });
    await setDeletedAt(ada.token, deleted, Date.now() - 30 * DAYS);
    expect(await rejected(() => ada.restore(deleted))).toMatchObject({ status: 404, text });
    await setDeletedAt(ada.token, deleted, Date.now() - 29.99 * DAYS);
    expect((await ada.restore(deleted)).status).toBe(200);
    expect((await ada.restore(deleted)).status).toBe(404);
  });

  it('of ten at once, one is done', async () => {
    await ada.delete(event);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => ada.restore(event)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect((await ada.view(event)).status).toBe(200);
  });

  it('repeated with its key gets the first response, and an event that was deleted again stays deleted', async () => {
    await ada.delete(event);
    const restore = () => ada.restore(event, undefined, { 'idempotency-key': 'once' });
    const { text, id } = await restore();
    await ada.delete(event);
    expect(await restore()).toMatchObject({ text, id, isReplay: true });
    expect(await inTrash()).toEqual([event.id]);
  });
});

describe('a deletion for good', () => {
  it('leaves nothing of an event, and others in the trash', async () => {
    const other = await ada.newEvent();
    for (const each of [event, other]) await ada.delete(each);
    const { status, text } = await ada.deleteForGood(event);
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"Event deleted successfully"}');
    expect(await itemOf(ada.token, event)).toBeUndefined();
    expect((await ada.restore(event)).status).toBe(404);
    expect(await inTrash()).toEqual([other.id]);
  });

  it('is rejected for an event that is not in the trash, of others, or there too long', async () => {
    const text = notFound('Event failed to delete');
    expect(await rejected(() => ada.deleteForGood(event))).toMatchObject({ status: 404, text });
    await ada.delete(event);
    const stranger = await newClient();
    expect(await rejected(() => stranger.deleteForGood(event))).toMatchObject({ status: 404, text });
    await setDeletedAt(ada.token, event, Date.now() - 31 * DAYS);
    expect(await rejected(() => ada.deleteForGood(event))).toMatchObject({ status: 404, text });
  });

  it('is no right of an access token that may write, as a restore is', async () => {
    await ada.delete(event);
    const program = clientOf((await newAccessToken(ada.token)).token);
    expect((await rejected(() => program.deleteForGood(event))).status).toBe(403);
    expect((await program.restore(event)).status).toBe(200);
  });

  it('and a restore at once: one is done', async () => {
    await ada.delete(event);
    const outcomes = await Promise.all([ada.restore(event), ada.deleteForGood(event)]);
    const [restored, deleted] = outcomes.map(({ status }) => status);
    expect([restored, deleted].sort()).toEqual([200, 404]);
    expect((await itemOf(ada.token, event)) === undefined).toBe(deleted === 200);
  });
});
