import { describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { endpoints, newAccessToken, newEvent, newToken, viewEvent } from '../../support/service.ts';
import {
  DAYS,
  deleteEvent,
  deleteForGood,
  itemOf,
  restore,
  setDeletedAt,
  trashOf,
} from '../../support/trash.ts';

describe('POST /trash/delete/{id}', () => {
  it('deletes an event in the trash for good', async () => {
    const token = await newToken();
    const [path, other] = [await newEvent(token), await newEvent(token)];
    for (const each of [path, other]) await deleteEvent(token, each);
    const { status, text } = await deleteForGood(token, path);
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"Event deleted successfully"}');
    expect(await itemOf(token, path)).toBeUndefined();
    expect((await restore(token, path)).status).toBe(404);
    expect((await trashOf(token)).map(({ id }) => String(id))).toEqual([other.id]);
  });

  it('answers 404 for an event that is not in the trash, and deletes nothing', async () => {
    const [token, stranger] = [await newToken(), await newToken()];
    const [kept, deleted] = [await newEvent(token), await newEvent(token)];
    await deleteEvent(token, deleted);
    expect((await deleteForGood(token, kept)).status).toBe(404);
    expect((await deleteForGood(stranger, deleted)).status).toBe(404);
    expect((await viewEvent(token, kept)).id).toBe(Number(kept.id));
    expect(await trashOf(token)).toHaveLength(1);
    await setDeletedAt(token, deleted, Date.now() - 31 * DAYS);
    const { status, body } = await deleteForGood(token, deleted);
    expect([status, body.message]).toEqual([404, 'Event failed to delete']);
  });

  it('answers 403 to an access token that may write', async () => {
    const token = await newToken();
    const path = await newEvent(token);
    await deleteEvent(token, path);
    const program = await newAccessToken(token);
    expect((await deleteForGood(program.token, path)).status).toBe(403);
    expect((await restore(program.token, path)).status).toBe(200);
  });

  it('of a restore and a deletion for good at once, one is done', async () => {
    const token = await newToken();
    const path = await newEvent(token);
    await deleteEvent(token, path);
    const outcomes = await Promise.all([restore(token, path), deleteForGood(token, path)]);
    const [restored, deleted] = outcomes.map(({ status }) => status);
    expect([restored, deleted].sort()).toEqual([200, 404]);
    expect((await itemOf(token, path)) === undefined).toBe(deleted === 200);
  });
});

describe('an event in the trash', () => {
  it('is found by no other endpoint', async () => {
    const token = await newToken();
    const path = await newEvent(token);
    await deleteEvent(token, path);
    const before = await itemOf(token, path);
    const { delete: remove, update, view, copy, listBudgets, listMembers } = endpoints;
    const inEvent = { event_id: path.id };
    const outcomes = await Promise.all([
      call(view.handler, { method: 'GET', token, path }),
      call(update.handler, { token, path, body: { name: 'New' } }),
      call(remove.handler, { token, path }),
      call(copy.handler, { token, path, body: { event_date: '2027-01-01' } }),
      call(listBudgets.handler, { method: 'GET', token, path: inEvent }),
      call(listMembers.handler, { method: 'GET', token, path: inEvent }),
      call(endpoints.createBudget.handler, { token, path: inEvent, body: { name: 'Band', amount: 1 } }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(7).fill(404));
    const query = { sort: '-created' };
    const { body } = await call(endpoints.list.handler, { method: 'GET', token, query });
    expect(body.data).toEqual([]);
    expect(await itemOf(token, path)).toEqual(before);
  });
});
