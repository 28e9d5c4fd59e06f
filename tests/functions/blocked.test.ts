import { beforeAll, describe, expect, it } from 'vitest';
import { ConditionFailedError } from '../../lib/dynamodb/client.ts';
import { call } from '../support/call.ts';
import { clientOf, newVerifiedClient, nobody, sharedClients } from '../support/client.ts';
import { commandsOf, run } from '../support/documents.ts';
import { endpointNamed } from '../support/endpoints.ts';
import { newOwner, type Owner } from '../support/owner.ts';
import { accountIdOf } from '../support/sharing.ts';
import { rejected } from '../support/table.ts';

const [block, unblock] = commandsOf('Block an account');

const message = 'This account is blocked. Contact the operator of this service.';
const BLOCKED = [{ field: 'account', code: 'blocked', message }];

describe('a blocked account', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await newOwner();
    await run(block, accountIdOf(owner.session));
  });

  it.each([
    ['accountView', 'session'],
    ['authRefresh', 'session'],
    ['eventsUpdate', 'session'],
    ['eventsUpdate', 'write'],
  ] as const)('%s by %s answers 403 and changes nothing', async (name, credential) => {
    const endpoint = endpointNamed(name);
    const request = { token: owner[credential], ...owner.requestOf(endpoint) };
    const { status, body } = await rejected(() => call(endpoint.handler, request));
    expect([status, body.errors]).toEqual([403, BLOCKED]);
  });

  it('can log in, to be told so', async () => {
    const { email, password, token } = await newVerifiedClient();
    await run(block, accountIdOf(token));
    const { status, body } = await nobody.login({ username: email, password });
    expect(status).toBe(200);
    const viewed = await clientOf(String(body.token)).viewAccount();
    expect([viewed.status, viewed.body.errors]).toEqual([403, BLOCKED]);
  });
});

it('members keep the event of a blocked owner, who has it again when the account is unblocked', async () => {
  const { owner, editor, event } = await sharedClients();
  const views = async () => [(await owner.view(event)).status, (await editor.view(event)).status];
  await run(block, accountIdOf(owner.token));
  expect(await views()).toEqual([403, 200]);
  await run(unblock, accountIdOf(owner.token));
  expect(await views()).toEqual([200, 200]);
});

it('an account that does not exist is not blocked', async () => {
  for (const command of [block, unblock])
    await expect(run(command, crypto.randomUUID())).rejects.toThrow(ConditionFailedError);
});
