import { beforeEach, expect, it } from 'vitest';
import { documentClient } from '../../../lib/dynamodb/items.ts';
import { call } from '../../support/call.ts';
import { endpoints, newEvent, newToken, person } from '../../support/service.ts';

const { deleteAccount, exportAccount } = endpoints;

let requests: string[] = [];
documentClient().middlewareStack.add(
  (next, { commandName }) =>
    (command) => {
      requests.push(String(commandName));
      return next(command);
    },
  { step: 'finalizeRequest', name: 'count' },
);

let token: string;
beforeEach(async () => {
  token = await newToken();
  await newEvent(token);
  requests = [];
});

it('an export asks for the session, the account and its events', async () => {
  await call(exportAccount.handler, { method: 'GET', token });
  expect(requests.sort()).toEqual(['GetItemCommand', 'GetItemCommand', 'QueryCommand']);
});

it('a further page asks for no account', async () => {
  await call(exportAccount.handler, { method: 'GET', token, query: { cursor: '1' } });
  expect(requests.sort()).toEqual(['GetItemCommand', 'QueryCommand']);
});

it('a deletion asks for the session, the account and its failed logins, and writes four counters and the mark', async () => {
  const { password } = person();
  await call(deleteAccount.handler, { token, body: { password } });
  expect(requests.sort()).toEqual([
    ...Array(3).fill('GetItemCommand'),
    ...Array(5).fill('UpdateItemCommand'),
  ]);
});
