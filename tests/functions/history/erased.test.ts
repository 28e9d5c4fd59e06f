import { beforeEach, describe, expect, it } from 'vitest';
import { primaryKey } from '../../../lib/dynamodb/keys.ts';
import { type Client, clientOf, sharedClients } from '../../support/client.ts';
import { erase, eraseInvoked } from '../../support/erase.ts';
import { historyOf, recorded, recordedDeletion } from '../../support/history.ts';
import { PASSWORD } from '../../support/person.ts';
import { historyEntries, recordBatch, recordedTable } from '../../support/records.ts';
import { allBudgets } from '../../support/service.ts';
import { accountIdOf, newVerified, referenceOf, share } from '../../support/sharing.ts';
import { putItem, tableContent } from '../../support/table.ts';

describe('a clear', () => {
  let shared: Awaited<ReturnType<typeof sharedClients>>;
  beforeEach(async () => {
    shared = await sharedClients();
  });

  const versions = async ({ owner, event } = shared) =>
    (await historyOf(owner.token, event)).map(({ version }) => version);
  const storedVersions = async ({ owner, event } = shared) =>
    (await historyEntries(referenceOf(owner.token, event))).map(({ version }) => version);

  it('hides all that was written before, at once, and only what comes later is shown', async () => {
    const { owner, editor, event, budget } = shared;
    const version = await recordedDeletion(owner.token, budget);
    const before = await allBudgets(owner.token, event);
    const { status, text } = await owner.clearHistory(event);
    expect(status).toBe(200);
    expect(text).toBe('{"status":"success","message":"History cleared successfully"}');
    expect(await allBudgets(owner.token, event)).toEqual(before);
    expect(await storedVersions()).toEqual([version]);
    expect(await historyOf(editor.token, event)).toEqual([]);
    expect((await owner.undo({ ...event, version: String(version) })).status).toBe(404);
    const later = await owner.newBudget(event);
    const next = await recordedDeletion(owner.token, later);
    expect(await versions()).toEqual([next]);
    expect((await owner.undo({ ...event, version: String(next) })).status).toBe(200);
  });

  it('deletes it, once the clear is recorded', async () => {
    const { owner, event, budget } = shared;
    await recordedDeletion(owner.token, budget);
    for (const _ of [1, 2]) {
      await recorded(owner.token, event, () => owner.clearHistory(event));
      expect([await storedVersions(), await versions()]).toEqual([[], []]);
    }
  });

  it('deletes nothing that came later, if its record is repeated', async () => {
    const { owner, event, budget } = shared;
    const record = await recordedTable();
    await recordedDeletion(owner.token, budget);
    await owner.clearHistory(event);
    const records: unknown[] = [];
    await record(async ({ Records }) => {
      records.push(...Records);
      return { batchItemFailures: [] };
    });
    await recorded(owner.token, event, () => owner.newBudget(event));
    const later = await versions();
    expect(later).toHaveLength(1);
    await recordBatch(records);
    await eraseInvoked();
    expect(await storedVersions()).toEqual(later);
  });
});

type Event = { id: string };

const deleteForGood = async (client: Client, event: Event) => {
  await client.delete(event);
  await client.deleteForGood(event);
};
const deleteAccount = async (client: Client) => {
  await client.deleteAccount({ password: PASSWORD });
  expect(await erase(accountIdOf(client.token))).toBe('erased');
};

it.each([
  ['a clear', (client: Client, event: Event) => client.clearHistory(event)],
  ['a deletion for good', deleteForGood],
  ['an erasure', deleteAccount],
])('nothing is left that arrives late, after %s', async (_, end) => {
  const record = await recordedTable();
  const ada = clientOf((await newVerified()).token);
  const event = await ada.newEvent();
  await ada.newBudget(event);
  await record();
  const partition = `HISTORY#${accountIdOf(ada.token)}`;
  const histories = async () =>
    Object.entries(await tableContent()).filter(([key]) => key.startsWith(partition));
  const before = await histories();
  expect(before).toHaveLength(2);
  await end(ada, event);
  const records: unknown[] = [];
  await record(async ({ Records }) => {
    records.push(...Records);
    return { batchItemFailures: [] };
  });
  await recordBatch(records);
  expect(await histories()).not.toEqual([]);
  await eraseInvoked(async () => {
    for (const [, item] of before) await putItem(primaryKey.parse(item), {});
  });
  expect(await histories()).toEqual([]);
});

it('nothing of an erased account’s events is left after the last record, not even in the trash', async () => {
  const record = await recordedTable();
  const [owner, editor] = [clientOf((await newVerified()).token), clientOf((await newVerified()).token)];
  const [kept, deleted] = [await owner.newEvent(), await owner.newEvent()];
  await share(owner.token, kept, editor.token, 'editor');
  for (const client of [owner, editor]) await client.newBudget(kept);
  await owner.newBudget(deleted);
  await owner.delete(deleted);
  await record();
  expect(await historyOf(owner.token, kept)).not.toEqual([]);
  await deleteAccount(owner);
  await record();
  const left = JSON.stringify(await tableContent());
  for (const each of [accountIdOf(owner.token), kept.id, deleted.id]) expect(left).not.toContain(each);
  expect(left).toContain(accountIdOf(editor.token));
});
