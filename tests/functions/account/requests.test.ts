import { expect, it } from 'vitest';
import { newClient } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { person } from '../../support/service.ts';
import { verify } from '../../support/sharing.ts';

it('an export is counted, and a deletion writes one counter twice, and then the account with its address', async () => {
  const ada = await newClient();
  await ada.newEvent();
  const countsOf = async (work: () => Promise<unknown>) => {
    takeRequests();
    await work();
    return takeRequests().counts;
  };
  // The session, the account, its events twice and those of others.
  expect(await countsOf(() => ada.exportAccount())).toEqual({ reads: 5, writes: 1 });
  // A further page reads only the address of the account.
  expect(await countsOf(() => ada.exportAccount({ cursor: '1' }))).toEqual({ reads: 3, writes: 1 });
  await verify(ada.token);
  // The invitations too.
  expect(await countsOf(() => ada.exportAccount())).toEqual({ reads: 6, writes: 1 });
  const { password } = person();
  expect(await countsOf(() => ada.deleteAccount({ password }))).toEqual({ reads: 2, writes: 3 });
});
