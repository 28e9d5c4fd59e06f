import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { historyKey } from '../../../lib/dynamodb/keys.ts';
import { caughtLog } from '../../support/caught-log.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context } from '../../support/gateway.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { putItem } from '../../support/table.ts';

const log = caughtLog('INFO');
const { handler } = await import('../../../functions/history/erase.ts');

beforeEach(() => {
  log.clear();
  // An erasure waits for this time and five seconds.
  setVariable('RECORD_TIMEOUT_SECONDS', '1');
  // The function is not given the keys.
  setVariable('TOKEN_KEYS', '');
});
afterEach(() => {
  takeInvocations();
  resetVariables();
});

async function entryOfSomebody() {
  const [owner_id, event_id] = [randomUUID(), 7];
  const key = historyKey({ ownerId: owner_id, eventId: event_id }, 3);
  await putItem(key, {});
  return { key, payload: { histories: [{ owner_id, event_id, before: 4 }] as const } };
}

it('erases histories', async () => {
  const { key, payload } = await entryOfSomebody();
  await handler(payload, context(900_000));
  expect(await getItem(key)).toBeUndefined();
  expect(takeInvocations()).toEqual([]);
});

it('logs which events were deleted for good, so that a restore of the table deletes them again', async () => {
  const { payload } = await entryOfSomebody();
  const [{ owner_id }] = payload.histories;
  const deleted = { owner_id, event_id: 8, deleted: true };
  await handler({ histories: [...payload.histories, deleted] }, context(900_000));
  expect(JSON.parse(log.text())).toMatchObject({
    ...{ message: 'task', histories: 2, outcome: 'erased' },
    deleted_events: [`${owner_id}/8`],
  });
});

it('invokes itself again if it has too little time, and fails if it can’t', async () => {
  const { key, payload } = await entryOfSomebody();
  await handler(payload, context(179_000));
  const again = { functionName: process.env['ERASE_HISTORIES_FUNCTION'], type: 'Event', payload };
  expect(takeInvocations()).toEqual([again]);
  expect(await getItem(key)).toBeDefined();
  const failing = withoutLambda(() => handler(payload, context(179_000)));
  await expect(failing).rejects.toMatchObject({ name: 'InvocationError' });
});

it.each([{}, { histories: [{ owner_id: 'x' }] }, null, 'x'])('fails for the payload %j', async (payload) => {
  await expect(handler(payload, context(900_000))).rejects.toThrow();
});
