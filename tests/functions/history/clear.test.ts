import { beforeEach, describe, expect, it } from 'vitest';
import type { Invoke } from '../../../local/table-stream.js';
import { call } from '../../support/call.ts';
import { eraseInvoked } from '../../support/erase.ts';
import { historyOf, recorded, recordedDeletion, undo } from '../../support/history.ts';
import { historyEntries, recordBatch, recordedTable } from '../../support/records.ts';
import { allBudgets, endpoints, newAccessToken, newBudget } from '../../support/service.ts';
import { accountIdOf, sharedEvent } from '../../support/sharing.ts';

type Shared = Awaited<ReturnType<typeof sharedEvent>>;

let shared: Shared;
beforeEach(async () => {
  shared = await sharedEvent();
});

const clear = (token: string) =>
  call(endpoints.clearHistory.handler, { token, path: { event_id: shared.event.id } });

const storedVersions = async () => {
  const event = { ownerId: accountIdOf(shared.owner), eventId: Number(shared.event.id) };
  return (await historyEntries(event)).map(({ version }) => version);
};

const deleteBudget = (): Promise<number> => recordedDeletion(shared.owner, shared.budget);

describe('POST /events/{event_id}/history/clear', () => {
  it('hides all that was written before, at once, and only what comes later is shown', async () => {
    const { owner, editor, event } = shared;
    const version = await deleteBudget();
    const { status, text } = await clear(owner);
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"History cleared successfully"}');
    expect(await storedVersions()).toEqual([version]);
    expect(await historyOf(editor, event)).toEqual([]);
    expect((await undo(owner, event, version)).status).toBe(404);
    await recorded(owner, event, () => newBudget(owner, event));
    expect((await historyOf(owner, event)).map((entry) => entry.version)).toEqual([version + 2]);
  });

  it('leaves what the next write deletes to be restored', async () => {
    const { owner, event } = shared;
    await clear(owner);
    const version = await deleteBudget();
    expect((await undo(owner, event, version)).status).toBe(200);
  });

  it('deletes it, once the clear is recorded', async () => {
    await deleteBudget();
    await recorded(shared.owner, shared.event, () => clear(shared.owner));
    expect(await storedVersions()).toEqual([]);
    await recorded(shared.owner, shared.event, () => clear(shared.owner));
    expect(await historyOf(shared.owner, shared.event)).toEqual([]);
  });

  it('deletes nothing that came later, if its record is repeated', async () => {
    const record = await recordedTable();
    await deleteBudget();
    await clear(shared.owner);
    const batches: Parameters<Invoke>[0][] = [];
    await record(async (batch) => {
      batches.push(batch);
      return { batchItemFailures: [] };
    });
    await recorded(shared.owner, shared.event, () => newBudget(shared.owner, shared.event));
    const later = await historyOf(shared.owner, shared.event);
    expect(later).toHaveLength(1);
    for (const { Records } of batches) await recordBatch(Records);
    await eraseInvoked();
    expect(await storedVersions()).toEqual(later.map(({ version }) => version));
  });

  it('takes the owner’s session only, and changes nothing else of the event', async () => {
    const { owner, editor, event } = shared;
    const before = await allBudgets(owner, event);
    const { token } = await newAccessToken(owner);
    expect((await clear(editor)).status).toBe(403);
    expect((await clear(token)).status).toBe(403);
    expect((await clear(owner)).status).toBe(200);
    expect(await allBudgets(owner, event)).toEqual(before);
  });
});
