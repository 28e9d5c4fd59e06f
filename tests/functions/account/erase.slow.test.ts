import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { handler } from '../../../functions/account/erase.ts';
import { createAccount, getAccount } from '../../../lib/accounts/repository.ts';
import { idempotencyRecordKey } from '../../../lib/dynamodb/keys.ts';
import { newAccount } from '../../support/account.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context } from '../../support/gateway.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { putItem } from '../../support/table.ts';
import { wholeTable } from '../../support/whole-table.ts';

beforeEach(() => {
  // An erasure waits for this time and five seconds.
  setVariable('FUNCTION_TIMEOUT_SECONDS', '1');
  // The function is not given the keys.
  setVariable('TOKEN_KEYS', '');
});
afterEach(() => {
  takeInvocations();
  resetVariables();
});

async function leavingAccount(): Promise<string> {
  const account_id = randomUUID();
  await createAccount(newAccount({ account_id, leaving: Date.now() }));
  await wholeTable().addEvents(account_id, 3);
  await putItem(idempotencyRecordKey(account_id, 'a-hash'), {
    made_id: 1,
    fingerprint: 'x',
    expires_at: 2 ** 31,
  });
  return account_id;
}

it('erases an account that is being deleted', async () => {
  const account_id = await leavingAccount();
  await handler({ account_id }, context(900_000));
  expect(JSON.stringify(await wholeTable().items())).not.toContain(account_id);
  expect(takeInvocations()).toEqual([]);
});

it('invokes itself again if it has too little time, and fails if it can’t', async () => {
  const account_id = await leavingAccount();
  await handler({ account_id }, context(179_000));
  const again = { functionName: process.env['ERASE_FUNCTION'], type: 'Event', payload: { account_id } };
  expect(takeInvocations()).toEqual([again]);
  expect(await getAccount(account_id)).toBeDefined();
  const failing = withoutLambda(() => handler({ account_id }, context(179_000)));
  await expect(failing).rejects.toMatchObject({ name: 'InvocationError' });
});

it('does nothing for an account that is not there', async () => {
  const before = await wholeTable().items();
  await handler({ account_id: randomUUID() }, context(900_000));
  expect(await wholeTable().items()).toEqual(before);
});

it.each([{}, { account_id: 7 }, null, 'x'])('fails for the payload %j', async (payload) => {
  await expect(handler(payload, context(900_000))).rejects.toThrow();
});
