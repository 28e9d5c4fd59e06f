import { describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import {
  allBudgets,
  allEvents,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  viewEvent,
} from '../../support/service.ts';
import { sharedEvent } from '../../support/sharing.ts';
import { DAYS, deleteEvent, itemOf, restore, setDeletedAt, trashOf } from '../../support/trash.ts';

const notThere = {
  status: 'error',
  message: 'Failed to restore the event',
  errors: [expect.objectContaining({ code: 'not_found' })],
};

describe('POST /trash/restore/{id}', () => {
  it('brings an event back with its budgets, payments and ids', async () => {
    const token = await newToken();
    const path = await newEvent(token, { currency: 'EUR', guests: 20 });
    const budget = await newBudget(token, path, { spent: 0 });
    await newPayment(token, budget);
    const budgets = await allBudgets(token, path);
    const [event] = await allEvents(token);
    const { head: was, ...itemWas } = { ...(await itemOf(token, path)) };
    await deleteEvent(token, path);
    expect(await allEvents(token)).toEqual([]);
    const { status, text, headers } = await restore(token, path);
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"Event restored successfully"}');
    expect(headers['location']).toBe(`/events/view/${path.id}`);
    expect(await allEvents(token)).toEqual([event]);
    expect(await allBudgets(token, path)).toEqual(budgets);
    expect(await trashOf(token)).toEqual([]);
    const { head: is, ...itemIs } = { ...(await itemOf(token, path)) };
    expect({ ...itemIs, writes: [] }).toEqual({ ...itemWas, writes: [] });
    const versions = { version: 5, frame: expect.any(Number), updated_at: expect.any(Number) };
    expect(is).toEqual(Object.assign({}, was, versions));
  });

  it('leaves nobody else a role, and the invitations withdrawn', async () => {
    const { owner, editor, event } = await sharedEvent();
    const invited = { email: 'alan@example.com', role: 'viewer' };
    const path = { event_id: event.id };
    expect((await call(endpoints.inviteMember.handler, { token: owner, path, body: invited })).status).toBe(
      201,
    );
    await deleteEvent(owner, event);
    await restore(owner, event);
    const { body } = await call(endpoints.listMembers.handler, { method: 'GET', token: owner, path });
    expect(body.data).toEqual([expect.objectContaining({ role: 'owner' })]);
    expect((await call(endpoints.view.handler, { method: 'GET', token: editor, path: event })).status).toBe(
      404,
    );
  });

  it('answers 404 for an event that is not in the trash, or is there for 30 days', async () => {
    const token = await newToken();
    const [kept, deleted] = [await newEvent(token), await newEvent(token)];
    await deleteEvent(token, deleted);
    expect(await restore(token, kept)).toMatchObject({ status: 404, body: notThere });
    expect(await restore(token, { id: '1' })).toMatchObject({ status: 404, body: notThere });
    await setDeletedAt(token, deleted, Date.now() - 30 * DAYS);
    expect(await restore(token, deleted)).toMatchObject({ status: 404, body: notThere });
    await setDeletedAt(token, deleted, Date.now() - 29.99 * DAYS);
    expect((await restore(token, deleted)).status).toBe(200);
    expect((await restore(token, deleted)).status).toBe(404);
  });

  it('answers 404 for the event of another account, even to its editor', async () => {
    const { owner, editor, event } = await sharedEvent();
    await deleteEvent(owner, event);
    for (const token of [editor, await newToken()]) expect((await restore(token, event)).status).toBe(404);
    expect(await trashOf(owner)).toHaveLength(1);
  });

  it('of ten at once, one is done', async () => {
    const token = await newToken();
    const path = await newEvent(token);
    await deleteEvent(token, path);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => restore(token, path)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect((await viewEvent(token, path)).id).toBe(Number(path.id));
  });

  it('a repeat with its key gets the first response, and an event that was deleted again stays deleted', async () => {
    const token = await newToken();
    const path = await newEvent(token);
    await deleteEvent(token, path);
    const headers = { 'idempotency-key': 'once' };
    const first = await call(endpoints.restore.handler, { token, path, headers });
    await deleteEvent(token, path);
    const repeat = await call(endpoints.restore.handler, { token, path, headers });
    expect(repeat.text).toBe(first.text);
    expect(repeat.headers).toMatchObject({
      'idempotency-replayed': 'true',
      location: first.headers['location'],
    });
    expect(await trashOf(token)).toHaveLength(1);
  });
});
