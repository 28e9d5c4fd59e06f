import { expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { erase } from '../../support/erase.ts';
import { historyOf } from '../../support/history.ts';
import { recordedTable } from '../../support/records.ts';
import { endpoints, newBudget, newEvent, person } from '../../support/service.ts';
import { accountIdOf, newVerified, share } from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';
import { deleteEvent } from '../../support/trash.ts';

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
