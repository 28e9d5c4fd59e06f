import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createAccount,
  emailTaken,
  findAccount,
  findAccountId,
  getAccount,
  getOwnAccount,
} from '../../../lib/accounts/repository.ts';
import { accountKey, emailKey } from '../../../lib/dynamodb/keys.ts';
import { newAccount } from '../../support/account.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { putItem } from '../../support/put-items.ts';
import { tableContent } from '../../support/table-content.ts';

let ada: ReturnType<typeof newAccount>;
beforeEach(async () => {
  ada = newAccount();
  await createAccount(ada);
});

describe('createAccount', () => {
  it('stores an account that getAccount returns with all fields, and gives it its address', async () => {
    expect(await getAccount(ada.account_id)).toEqual(ada);
    expect(await findAccountId(ada.email)).toBe(ada.account_id);
  });

  it('leaves an account unchanged that has the id, and gives nothing to it', async () => {
    const other = newAccount({ account_id: ada.account_id });
    await expect(createAccount(other)).rejects.toThrow('Another account has the same random id');
    expect(await getAccount(ada.account_id)).toEqual(ada);
    expect(await findAccountId(other.email)).toBeUndefined();
  });

  it('stores nothing if another account has the address', async () => {
    const before = await tableContent();
    await expect(createAccount(newAccount({ email: ada.email }))).rejects.toEqual(emailTaken());
    expect(await tableContent()).toEqual(before);
  });

  it('stores one of 10 accounts that want an address at once', async () => {
    const email = `${randomUUID()}@example.com`;
    const accounts = Array.from({ length: 10 }, () => newAccount({ email }));
    const outcomes = await Promise.allSettled(accounts.map(createAccount));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toHaveLength(9);
    for (const refusal of refusals) expect(refusal).toMatchObject({ reason: 'conflict' });
    const stored = await Promise.all(accounts.map(({ account_id }) => getAccount(account_id)));
    const [winner, ...others] = stored.filter(Boolean);
    expect([await findAccount(email), others]).toEqual([winner, []]);
  });
});

describe('getAccount', () => {
  it('returns nothing for an unknown id', async () => {
    expect(await getAccount('unknown')).toBeUndefined();
  });
});

describe('getOwnAccount', () => {
  it('throws if the account is gone', async () => {
    const sessionId = 'a-session';
    expect(await getOwnAccount({ accountId: ada.account_id, sessionId })).toEqual(ada);
    await expect(getOwnAccount({ accountId: 'unknown', sessionId })).rejects.toThrow('unauthorized');
  });
});

describe('findAccount', () => {
  it('finds the account that has the address', async () => {
    expect(await findAccount(ada.email)).toEqual(ada);
  });

  // The pointer and the account are read one after the other.
  it.each([
    ['nobody has', async () => undefined],
    ['a missing account has', (email: string) => putItem(emailKey(email), { account_id: randomUUID() })],
    [
      'an account with another address has',
      (email: string) => putItem(emailKey(email), { account_id: ada.account_id }),
    ],
    [
      'an account that is being deleted has',
      (email: string) => createAccount(newAccount({ email, leaving: Date.now() })),
    ],
  ])('finds nothing for an address that %s, with the same requests', async (_, store) => {
    const email = `${randomUUID()}@example.com`;
    await store(email);
    takeRequests();
    expect(await findAccount(email)).toBeUndefined();
    const { names } = takeRequests();
    await findAccount(ada.email);
    expect(names).toEqual(takeRequests().names);
  });
});

it('an account without its address, as after a restore from a backup, is not found by it', async () => {
  const grace = newAccount();
  await putItem(accountKey(grace.account_id), grace);
  expect(await getAccount(grace.account_id)).toEqual(grace);
  expect(await findAccount(grace.email)).toBeUndefined();
});
