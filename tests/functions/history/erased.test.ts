import { expect, it } from 'vitest';
import { primaryKey } from '../../../lib/dynamodb/keys.ts';
import { call } from '../../support/call.ts';
import { erase, eraseInvoked } from '../../support/erase.ts';
import { historyOf } from '../../support/history.ts';
import { putItem } from '../../support/put-items.ts';
import { recordBatch, recordedTable } from '../../support/records.ts';
import { endpoints, newBudget, newEvent, person } from '../../support/service.ts';
import { accountIdOf, newVerified, share } from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';
import { deleteEvent } from '../../support/trash.ts';

const deleteForGood = async (token: string, event: { id: string }) => {
  await deleteEvent(token, event);
  await call(endpoints.deleteForGood.handler, { token, path: event });
};
const deleteAccount = async (token: string) => {
  await call(endpoints.deleteAccount.handler, { token, body: { password: person().password } });
  await erase(accountIdOf(token));
};
const clear = (token: string, { id }: { id: string }) =>
  call(endpoints.clearHistory.handler, { token, path: { event_id: id } });

it.each([
  ['a clear', clear],
  ['a deletion for good', deleteForGood],
  ['an erasure', deleteAccount],
])('nothing is left that arrives late, after %s', async (_, end) => {
  const record = await recordedTable();
  const { token } = await newVerified();
  const event = await newEvent(token);
  await newBudget(token, event);
  await record();
  const histories = async () =>
    Object.entries(await tableContent()).filter(([key]) => key.startsWith(`HISTORY#${accountIdOf(token)}`));
  const before = await histories();
  expect(before).toHaveLength(2);
  await end(token, event);
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

it('nothing of an erased account’s events is left after the last record, not even of those in the trash', async () => {
  const record = await recordedTable();
  const [{ token: owner }, { token: editor }] = [await newVerified(), await newVerified()];
  const [kept, deleted] = [await newEvent(owner), await newEvent(owner)];
  await share(owner, kept, editor, 'editor');
  for (const token of [owner, editor]) await newBudget(token, kept);
  await newBudget(owner, deleted);
  await deleteEvent(owner, deleted);
  await record();
  expect(await historyOf(owner, kept)).not.toEqual([]);
  const { password } = person();
  await call(endpoints.deleteAccount.handler, { token: owner, body: { password } });
  expect(await erase(accountIdOf(owner))).toBe('erased');
  await record();
  const left = JSON.stringify(await tableContent());
  for (const each of [accountIdOf(owner), kept.id, deleted.id]) expect(left).not.toContain(each);
  expect(left).toContain(accountIdOf(editor));
});
