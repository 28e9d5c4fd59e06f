import { beforeEach, describe, expect, it } from 'vitest';
import { runPermitted } from '../../../lib/aws/call.ts';
import { headPath } from '../../../lib/dynamodb/keys.ts';
import { call } from '../../support/call.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { ageEntry, historyOf, recorded, recordedDeletion, restoreBudgets } from '../../support/history.ts';
import {
  allBudgets,
  endpoints,
  newAccessToken,
  newBudget,
  newEvent,
  newPayment,
  newToken,
} from '../../support/service.ts';
import { setInEvent, share } from '../../support/sharing.ts';

const gate = await gateToDatabase();

let owner: string;
let event: { id: string };
beforeEach(async () => {
  owner = await newToken();
  event = await newEvent(owner, { guests: 10 });
});

/** A budget with a payment that was deleted. */
async function deletedBudget(fields: object = {}) {
  const budget = await newBudget(owner, event, { spent: 0, ...fields });
  await newPayment(owner, budget);
  const before = await allBudgets(owner, event);
  return { budget, before, version: await recordedDeletion(owner, budget) };
}

describe('POST /events/{event_id}/history/restore/{version}', () => {
  it('brings deleted budgets back with their payments and ids, in their places', async () => {
    const { budget, before, version } = await deletedBudget();
    const later = await newBudget(owner, event, { name: 'Later' });
    const { status, text } = await recorded(owner, event, () => restoreBudgets(owner, event, version));
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"Budgets restored successfully"}');
    const all = await allBudgets(owner, event);
    expect(all.map(({ id }) => String(id))).toEqual([budget.id, later.id]);
    expect(all.slice(0, 1)).toEqual(before);
    const [entry] = await historyOf(owner, event);
    expect(entry?.changes).toEqual([
      expect.objectContaining({ kind: 'budget', change: 'restored', id: Number(budget.id) }),
    ]);
  });

  it('leaves nothing in the event that makes a later creation look restored', async () => {
    const { version } = await deletedBudget();
    await recorded(owner, event, () => restoreBudgets(owner, event, version));
    await recorded(owner, event, () => newBudget(owner, event));
    const changes = (await historyOf(owner, event)).map((entry) => entry.changes.map(({ change }) => change));
    expect(changes.slice(0, 3)).toEqual([['created'], ['restored'], ['deleted']]);
  });

  it('gives a budget a tag that it never had, even if it is restored twice', async () => {
    const { budget, version } = await deletedBudget();
    const tags: unknown[] = [];
    for (const note of ['one', 'two']) {
      await restoreBudgets(owner, event, version);
      const { headers } = await call(endpoints.updateBudget.handler, {
        token: owner,
        path: budget,
        body: { note },
      });
      tags.push(headers['etag']);
      await recordedDeletion(owner, budget);
    }
    expect(tags[0]).toMatch(/^"\d+"$/);
    expect(new Set(tags).size).toBe(2);
  });

  it('brings nothing back that is cleared meanwhile', async () => {
    const { version } = await deletedBudget();
    const restore = await gate.hold(() => restoreBudgets(owner, event, version), /Query.*HISTORY#/);
    const { status } = await call(endpoints.clearHistory.handler, {
      token: owner,
      path: { event_id: event.id },
    });
    expect(status).toBe(200);
    expect(await restore()).toBe(404);
    expect(await allBudgets(owner, event)).toEqual([]);
  });

  it('is 404 for an entry that has expired, which the history does not show', async () => {
    const { version } = await deletedBudget();
    await ageEntry(owner, event, version, 90);
    expect(await historyOf(owner, event)).toEqual([]);
    expect((await restoreBudgets(owner, event, version)).status).toBe(404);
    await ageEntry(owner, event, version, 89);
    expect(await historyOf(owner, event)).toMatchObject([{ version }]);
    expect((await restoreBudgets(owner, event, version)).status).toBe(200);
  });

  it('is 404 for a write that deleted a payment alone', async () => {
    const path = await newPayment(owner, await newBudget(owner, event, { spent: 0 }));
    await recorded(owner, event, () => call(endpoints.deletePayment.handler, { token: owner, path }));
    const [entry] = await historyOf(owner, event);
    expect(entry?.changes).toMatchObject([{ kind: 'payment', change: 'deleted' }]);
    expect((await restoreBudgets(owner, event, entry?.version ?? 0)).status).toBe(404);
  });

  it('takes an access token that may write, and an editor', async () => {
    const editor = await newToken();
    await share(owner, event, editor, 'editor');
    const { version } = await deletedBudget();
    const { token } = await newAccessToken(editor);
    expect((await restoreBudgets(token, event, version)).status).toBe(200);
  });

  it('is 403 for viewers and for tokens that may only read, and 404 for strangers', async () => {
    const viewer = await newToken();
    await share(owner, event, viewer, 'viewer');
    const { version } = await deletedBudget();
    const { token } = await newAccessToken(owner, { access: 'read' });
    expect((await restoreBudgets(viewer, event, version)).status).toBe(403);
    expect((await restoreBudgets(viewer, event, version + 1)).status).toBe(403);
    expect((await restoreBudgets(token, event, version)).status).toBe(403);
    expect((await restoreBudgets(await newToken(), event, version)).status).toBe(404);
    expect(await allBudgets(owner, event)).toEqual([]);
  });

  it('is 404 for a write that deleted nothing, and for one that was not recorded', async () => {
    await recorded(owner, event, () => newBudget(owner, event));
    for (const version of [2, 1, 99, 'x']) {
      const { status, body } = await restoreBudgets(owner, event, version);
      expect([status, body.message]).toEqual([404, 'Budgets failed to be restored']);
    }
  });

  describe('of a write without an entry', () => {
    const WAIT = [
      409,
      '1',
      [
        {
          ...{ field: 'version', code: 'not_recorded' },
          message: "The history doesn't show this write yet. Try again in a second.",
        },
      ],
    ];
    const GONE = [404, undefined, [expect.objectContaining({ code: 'not_found' })]];
    const outcomeOf = async (version: number, path = event) => {
      const { status, headers, body } = await restoreBudgets(owner, path, version);
      return [status, headers['retry-after'], body.errors];
    };
    /** Deletes a budget without having that recorded. Returns the version. */
    async function unrecordedDeletion(path = event): Promise<number> {
      const budget = await newBudget(owner, path);
      await call(endpoints.deleteBudget.handler, { token: owner, path: budget });
      return versionOf(path);
    }
    const versionOf = async ({ id }: { id: string }) => {
      const { headers } = await call(endpoints.view.handler, { method: 'GET', token: owner, path: { id } });
      return Number(String(headers['etag']).replaceAll('"', ''));
    };
    const age = (path: { id: string }, ms: number) =>
      runPermitted(() => setInEvent(owner, path, headPath('updated_at'), Date.now() - ms));

    it('is 409 with when to try again while the write may still be recorded', async () => {
      const version = await unrecordedDeletion();
      expect(await outcomeOf(version)).toEqual(WAIT);
      await age(event, 58_000);
      expect(await outcomeOf(version)).toEqual(WAIT);
      expect(await outcomeOf(version - 1)).toEqual(WAIT);
    });

    it('is 404 a minute after the last write', async () => {
      const version = await unrecordedDeletion();
      await age(event, 60_000);
      expect(await outcomeOf(version)).toEqual(GONE);
    });

    it('is 404 for a version that the event has not had', async () => {
      expect(await outcomeOf((await unrecordedDeletion()) + 1)).toEqual(GONE);
    });

    it('is 404 below the newest entry', async () => {
      const version = await unrecordedDeletion();
      await recorded(owner, event, () => newBudget(owner, event));
      expect(await outcomeOf(version)).toEqual(GONE);
    });

    it('is 404 for what was cleared, and for the clear', async () => {
      const version = await unrecordedDeletion();
      await call(endpoints.clearHistory.handler, { token: owner, path: { event_id: event.id } });
      expect(await outcomeOf(version)).toEqual(GONE);
      expect(await outcomeOf(version + 1)).toEqual(GONE);
      expect(await outcomeOf(await unrecordedDeletion())).toEqual(WAIT);
    });
  });

  it('is 409 if one is there again', async () => {
    const { version } = await deletedBudget();
    await restoreBudgets(owner, event, version);
    const { status, body } = await restoreBudgets(owner, event, version);
    expect([status, body.errors]).toEqual([409, [expect.objectContaining({ code: 'duplicate' })]]);
    expect(await allBudgets(owner, event)).toHaveLength(1);
  });

  it('is 409 if the event has no room', async () => {
    const { version } = await deletedBudget();
    const budgets = Array.from({ length: 500 }, () => ({ name: 'Band', amount: 1 }));
    const path = { event_id: event.id };
    const { status: imported } = await call(endpoints.importBudgets.handler, {
      ...{ token: owner, path, body: { budgets } },
    });
    expect(imported).toBe(201);
    const { status, body } = await restoreBudgets(owner, event, version);
    expect([status, body.errors]).toEqual([409, [expect.objectContaining({ code: 'full' })]]);
  });

  it('is 409 if the amounts have other digits now', async () => {
    const { version } = await deletedBudget();
    const change = (currency: string) =>
      call(endpoints.update.handler, { token: owner, path: event, body: { currency } });
    await change('JPY');
    const { status, body } = await restoreBudgets(owner, event, version);
    expect([status, body.errors]).toEqual([409, [expect.objectContaining({ code: 'changed' })]]);
    await change('EUR');
    expect((await restoreBudgets(owner, event, version)).status).toBe(200);
  });

  it('gives amounts per guest as today’s guests make them, or 409 if they are too large', async () => {
    const { version } = await deletedBudget({ amount: undefined, unit_amount: 200_000, per_guest: true });
    const setGuests = (guests: number) =>
      call(endpoints.update.handler, { token: owner, path: event, body: { guests } });
    await setGuests(100_000);
    const { status, body } = await restoreBudgets(owner, event, version);
    expect([status, body.errors]).toEqual([409, [expect.objectContaining({ field: 'guests' })]]);
    await setGuests(20);
    expect((await restoreBudgets(owner, event, version)).status).toBe(200);
    expect((await allBudgets(owner, event)).map(({ amount }) => amount)).toEqual([4_000_000]);
  });

  it('a delete of the budget that was decided on before does nothing after it', async () => {
    const { budget, version } = await deletedBudget();
    await restoreBudgets(owner, event, version);
    const headers = { 'if-match': '"1"' };
    const { status } = await call(endpoints.deleteBudget.handler, { token: owner, path: budget, headers });
    expect(status).toBe(412);
    expect(await allBudgets(owner, event)).toHaveLength(1);
  });

  it('of ten at once, one is done', async () => {
    const { version } = await deletedBudget();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => restoreBudgets(owner, event, version)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await allBudgets(owner, event)).toHaveLength(1);
  });

  it('a repeat with its key gets the first response again', async () => {
    const { budget, version } = await deletedBudget();
    const path = { event_id: event.id, version: String(version) };
    const send = () =>
      call(endpoints.restoreBudgets.handler, { token: owner, path, headers: { 'idempotency-key': 'once' } });
    const first = await send();
    await call(endpoints.deleteBudget.handler, { token: owner, path: budget });
    const repeat = await send();
    expect([repeat.text, repeat.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(await allBudgets(owner, event)).toEqual([]);
  });
});
