import { beforeAll, describe, expect, it } from 'vitest';
import { ConditionFailedError } from '../../lib/dynamodb/client.ts';
import { call } from '../support/call.ts';
import { endpointNamed } from '../support/endpoints.ts';
import { newOwner, type Owner } from '../support/owner.ts';
import { commandsOf, run } from '../support/runbook.ts';
import { endpoints } from '../support/service.ts';
import { accountIdOf, newVerified, sharedEvent } from '../support/sharing.ts';
import { tableContent } from '../support/table-content.ts';

const [block, unblock] = commandsOf('Block an account');

const BLOCKED = [
  {
    field: 'account',
    code: 'blocked',
    message: 'This account is blocked. Contact the operator of this service.',
  },
];

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
    const before = await tableContent();
    const endpoint = endpointNamed(name);
    const request = { token: owner[credential], ...owner.requestOf(endpoint) };
    const { status, body } = await call(endpoint.handler, request);
    expect([status, body.errors]).toEqual([403, BLOCKED]);
    expect(await tableContent()).toEqual(before);
  });

  it('can log in, to be told so', async () => {
    const { email, password, token: session } = await newVerified();
    await run(block, accountIdOf(session));
    const { status, body } = await call(endpoints.login.handler, { body: { username: email, password } });
    expect(status).toBe(200);
    const viewed = await call(endpoints.viewAccount.handler, { method: 'GET', token: String(body.token) });
    expect([viewed.status, viewed.body.errors]).toEqual([403, BLOCKED]);
  });
});

it('members keep the event of a blocked owner, who has it again when the account is unblocked', async () => {
  const { owner, editor, event } = await sharedEvent();
  const viewedBy = async (token: string) =>
    (await call(endpoints.view.handler, { method: 'GET', token, path: event })).status;
  await run(block, accountIdOf(owner));
  expect([await viewedBy(owner), await viewedBy(editor)]).toEqual([403, 200]);
  await run(unblock, accountIdOf(owner));
  expect([await viewedBy(owner), await viewedBy(editor)]).toEqual([200, 200]);
});

it('an account that does not exist is not blocked', async () => {
  for (const command of [block, unblock])
    await expect(run(command, crypto.randomUUID())).rejects.toThrow(ConditionFailedError);
});
