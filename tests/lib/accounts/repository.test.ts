import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import {
  createAccount,
  emailTaken,
  findAccount,
  findAccountId,
  freeAddress,
  getAccount,
  getOwnAccount,
  takeAddress,
} from '../../../lib/accounts/repository.ts';
import { accountKey, emailKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { newAccount } from '../../support/account.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { putItem, tableContent } from '../../support/table.ts';

let ada: ReturnType<typeof newAccount>;
let email: string;
beforeEach(async () => {
  [ada, email] = [newAccount(), `${randomUUID()}@example.com`];
  await createAccount(ada);
});

it('an account is found with all fields by its id and its address, until it is gone', async () => {
  const caller = { accountId: ada.account_id, sessionId: 'a-session' };
  expect([await getAccount(ada.account_id), await getOwnAccount(caller)]).toEqual([ada, ada]);
  expect([await findAccount(ada.email), await findAccountId(ada.email)]).toEqual([ada, ada.account_id]);
  expect(await getAccount('unknown')).toBeUndefined();
  await expect(getOwnAccount({ ...caller, accountId: 'unknown' })).rejects.toThrow('unauthorized');
});

it('an account that is created takes neither the id nor the address of another', async () => {
  const before = await tableContent();
  const other = newAccount({ account_id: ada.account_id });
  await expect(createAccount(other)).rejects.toThrow('Another account has the same random id');
  await expect(createAccount(newAccount({ email: ada.email }))).rejects.toEqual(emailTaken());
  expect(await tableContent()).toEqual(before);
});

it('one of 10 accounts that want an address at once gets it', async () => {
  const accounts = Array.from({ length: 10 }, () => newAccount({ email }));
  const outcomes = await Promise.allSettled(accounts.map(createAccount));
  const rejected = outcomes.filter(({ status }) => status === 'rejected');
  expect(rejected).toEqual(Array(9).fill({ status: 'rejected', reason: emailTaken() }));
  const stored = await Promise.all(accounts.map(({ account_id }) => getAccount(account_id)));
  expect(stored.filter(Boolean)).toEqual([await findAccount(email)]);
});

it('an address is given once, and freed only for the account that has it', async () => {
  const [someone, another] = [randomUUID(), randomUUID()];
  const take = async (id: string) => !(await send(takeAddress(email, id)));
  const free = async (id: string) => !(await send(freeAddress(email, id)));
  expect([await take(someone), await take(someone), await take(another)]).toEqual([true, false, false]);
  expect([await free(another), await findAccountId(email)]).toEqual([false, someone]);
  // It may be gone already, such as after a restore from a backup.
  expect([await free(someone), await free(someone)]).toEqual([true, true]);
  expect(await take(another)).toBe(true);
});

// The pointer and the account are read one after the other.
it.each<[string, (email: string) => Promise<unknown>]>([
  ['nobody has', async () => undefined],
  ['a missing account has', (email) => putItem(emailKey(email), { account_id: randomUUID() })],
  ['an account with another one has', (email) => putItem(emailKey(email), { account_id: ada.account_id })],
  ['a leaving account has', (email) => createAccount(newAccount({ email, leaving: Date.now() }))],
  [
    'an account without a pointer has',
    (email) => putItem(accountKey(randomUUID()), { ...newAccount(), email }),
  ],
])('nothing is found for an address that %s, with the same requests', async (_, store) => {
  await store(email);
  takeRequests();
  expect(await findAccount(email)).toBeUndefined();
  const { names } = takeRequests();
  await findAccount(ada.email);
  expect(names).toEqual(takeRequests().names);
});
