import { describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { endpoints, newBudget, newEvent, newToken, party } from '../../support/service.ts';
import { sharedEvent } from '../../support/sharing.ts';
import { DAYS, deleteEvent, deleteForGood, restore, setDeletedAt, trashOf } from '../../support/trash.ts';

const list = (token: string, query = {}) =>
  call(endpoints.listTrash.handler, { method: 'GET', token, query });

describe('GET /trash', () => {
  it('is empty until an event is deleted', async () => {
    const token = await newToken();
    await newEvent(token);
    const { status, text } = await list(token);
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","return_count":0,"data":[]}');
  });

  it('shows what a deleted event was, and for 30 days', async () => {
    const token = await newToken();
    const path = await newEvent(token, { currency: 'EUR' });
    await newBudget(token, path);
    const before = Date.now();
    await deleteEvent(token, path);
    const { body, text } = await list(token);
    const [entry] = await trashOf(token);
    expect(body.data).toEqual([
      {
        ...{ id: Number(path.id), name: party().name, event_date: party().event_date, currency: 'EUR' },
        ...{ total_amount: 1250.5, budgets_count: 1 },
        ...{ deleted_at: expect.any(String), expires_at: expect.any(String) },
      },
    ]);
    expect(text).toContain('"total_amount":1250.50,');
    const deletedAt = Date.parse(String(entry?.deleted_at));
    expect(deletedAt).toBeGreaterThanOrEqual(before);
    expect(deletedAt).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(String(entry?.expires_at)) - deletedAt).toBe(30 * DAYS);
  });

  it('has the last deleted first, and no event that was restored, deleted for good, or is there too long', async () => {
    const token = await newToken();
    const paths = await Promise.all(Array.from({ length: 6 }, () => newEvent(token)));
    for (const path of paths) await deleteEvent(token, path);
    const ages = [3, 5, 29.9, 30.1, 0, 0];
    for (const [n, path] of paths.entries()) {
      await setDeletedAt(token, path, Date.now() - (ages[n] ?? 0) * DAYS);
    }
    const [three, five, oldest, , restored, gone] = paths;
    if (restored) await restore(token, restored);
    if (gone) await deleteForGood(token, gone);
    expect((await trashOf(token)).map(({ id }) => String(id))).toEqual([three?.id, five?.id, oldest?.id]);
  });

  it('has only the caller’s own events, with one query', async () => {
    const { owner, editor, event } = await sharedEvent();
    await deleteEvent(owner, event);
    expect(await trashOf(editor)).toEqual([]);
    takeRequests();
    expect(await trashOf(owner)).toHaveLength(1);
    expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
  });

  it('answers 422 for the cursor of another list', async () => {
    const { status, body } = await list(await newToken(), { cursor: 'abc' });
    expect(status).toBe(422);
    expect(body.message).toBe('Trash failed to load');
  });
});
