import { beforeEach, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { endpoints, newEvent, newToken, person } from '../../support/service.ts';
import { verify } from '../../support/sharing.ts';

const { deleteAccount, exportAccount } = endpoints;

let token: string;
beforeEach(async () => {
  token = await newToken();
  await newEvent(token);
  takeRequests();
});

it('an export is counted, and asks for the session, the account, its events twice and those of others', async () => {
  await call(exportAccount.handler, { method: 'GET', token });
  expect(takeRequests().counts).toEqual({ reads: 5, writes: 1 });
});

it('an export for a verified address also asks for invitations', async () => {
  await verify(token);
  takeRequests();
  await call(exportAccount.handler, { method: 'GET', token });
  expect(takeRequests().counts).toEqual({ reads: 6, writes: 1 });
});

it('a further page asks for the address of the account alone', async () => {
  await call(exportAccount.handler, { method: 'GET', token, query: { cursor: '1' } });
  expect(takeRequests().counts).toEqual({ reads: 3, writes: 1 });
});

it('a deletion asks for the session and the account, writes one counter twice, and then the account with its address', async () => {
  const { password } = person();
  await call(deleteAccount.handler, { token, body: { password } });
  expect(takeRequests().counts).toEqual({ reads: 2, writes: 3 });
});
