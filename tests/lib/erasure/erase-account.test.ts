import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAccount, findAccountId, getAccount } from '../../../lib/accounts/repository.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import {
  accountKey,
  emailKey,
  eventKey,
  idempotencyRecordKey,
  invitationKey,
} from '../../../lib/dynamodb/keys.ts';
import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import { lastIdAt, nextId } from '../../../lib/id.ts';
import { eventIn } from '../../../lib/plan/event.ts';
import { newAccount, storedSession } from '../../support/account.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { erase } from '../../support/erase.ts';
import { eventItem, trashedItem } from '../../support/event-item.ts';
import { accountIdOf, referenceOf, share, sharedEvent } from '../../support/sharing.ts';
import { putItem, putItems, tableContent } from '../../support/table.ts';

/** Stores an account that is being deleted. */
async function leavingAccount(fields: Parameters<typeof newAccount>[0] = {}) {
  const account = newAccount({ leaving: Date.now(), ...fields });
  await putItem(accountKey(account.account_id), account);
  return account;
}

const claimsOf = (accountId: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...idempotencyRecordKey(accountId, `hash-${n}`) }));

const textOfTable = async () => JSON.stringify(await tableContent());

it('an account that is being deleted is erased, one that is not is kept, and a missing one counts as erased', async () => {
  const [leaving, account] = [newAccount({ leaving: Date.now() }), newAccount()];
  await Promise.all([leaving, account].map(createAccount));
  expect(await erase(leaving.account_id)).toBe('erased');
  expect(await textOfTable()).not.toMatch(leaving.account_id);
  expect(await erase(account.account_id)).toBe('kept');
  // So that no change that was sent before can be done later.
  expect(await getAccount(account.account_id)).toEqual({ ...account, version: 2 });
  expect(await erase(randomUUID())).toBe('erased');
});

it('nothing is erased until the account’s last calls have ended', async () => {
  const { account_id } = await leavingAccount();
  await putItem(idempotencyRecordKey(account_id, 'a-hash'), {});
  const before = await tableContent();
  const waits: number[] = [];
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    expect(await tableContent()).toEqual(before);
  };
  expect(await eraseAccount(account_id, { wait })).toBe('erased');
  expect(waits).toEqual([(readConfig().functionTimeoutSeconds + 5) * 1_000]);
});

it('the address of another account is left to it', async () => {
  const account = await leavingAccount();
  await createAccount(newAccount({ account_id: 'another', email: account.email }));
  expect(await erase(account.account_id)).toBe('erased');
  expect(await findAccountId(account.email)).toBe('another');
});

it('what is no event is deleted in batches of 25, and nothing of another account', async () => {
  const [{ account_id }, other] = [await leavingAccount(), await leavingAccount()];
  await putItems([...claimsOf(account_id, 60), ...claimsOf(other.account_id, 3)]);
  takeRequests();
  expect(await erase(account_id)).toBe('erased');
  const { names } = takeRequests();
  expect(names.filter((name) => name === 'BatchWriteItemCommand')).toHaveLength(3);
  expect(await textOfTable()).not.toContain(account_id);
  expect(Object.keys(await tableContent()).filter((key) => key.includes(other.account_id))).toHaveLength(4);
});

/** What an invitation has without its event, and without its id. */
const invitation = {
  ...{ owner_id: 'nobody', event_id: 1, event_name: '', event_date: '' },
  ...{ role: 'viewer', expires_at: 2 ** 31 },
};

it('events that nobody shares are deleted with one request each, even those in the trash after their time', async () => {
  const { account_id: ownerId } = await leavingAccount();
  const old = (eventId: number) => {
    const { head, ...item } = trashedItem(eventId, 2);
    return { ...item, head: { ...head, deleted_at: Date.now() - 31 * 86_400_000 } };
  };
  for (const itemOf of [eventItem, eventItem, trashedItem, old]) {
    const eventId = nextId();
    await putItem(eventKey({ ownerId, eventId }), itemOf(eventId, 2));
  }
  takeRequests();
  expect(await erase(ownerId)).toBe('erased');
  // The last two are of the address and the account.
  const deletions = takeRequests().names.filter((name) => name === 'DeleteItemCommand');
  expect(deletions).toHaveLength(4 + 2);
  expect(await textOfTable()).not.toContain(ownerId);
});

it('a membership ends, and those of other members stay', async () => {
  const { owner, editor, viewer, event } = await sharedEvent();
  const leaver = await storedSession({ leaving: Date.now() });
  await share(owner, event, leaver, 'editor');
  expect(await erase(accountIdOf(leaver))).toBe('erased');
  const key = eventKey(referenceOf(owner, event));
  const members = eventIn(await getItem(key)).members.map(({ accountId }) => accountId);
  expect(members.sort()).toEqual([editor, viewer].map(accountIdOf).sort());
});

it('invitations to an address that is not verified stay, since it may be somebody else’s', async () => {
  const { account_id, email } = await leavingAccount();
  const key = invitationKey(email, 1);
  await putItem(key, { ...invitation, invitation_id: 1 });
  expect(await erase(account_id)).toBe('erased');
  expect(await tableContent()).toHaveProperty([`${key.PK} ${key.SK}`]);
});

it('an event that can’t be erased keeps nothing but itself and the account', async () => {
  const { account_id } = await leavingAccount();
  await putItems(claimsOf(account_id, 3));
  const broken = eventKey({ ownerId: account_id, eventId: nextId() });
  await putItem(broken, { head: 'of a later version' });
  await expect(erase(account_id)).rejects.toThrow('"invalid_type"');
  const left = Object.keys(await tableContent()).filter((key) => key.includes(account_id));
  expect(left.sort()).toEqual([`${broken.PK} ${broken.SK}`, `PERSON#${account_id} ACCOUNT`]);
});

it('an erasure without time stops and keeps the account, and goes on when it is called again', async () => {
  const { account_id } = await leavingAccount();
  // More than are deleted at a time.
  await putItems(claimsOf(account_id, 26 * 25));
  let groups = 0;
  const hasTime = () => ++groups <= 1;
  expect(await eraseAccount(account_id, { settleMs: 0, hasTime })).toBe('unfinished');
  const left = Object.keys(await tableContent()).filter((key) => key.includes(account_id));
  // One batch of claims, and the account.
  expect(left).toHaveLength(26);
  expect(await erase(account_id)).toBe('erased');
  expect(await textOfTable()).not.toContain(account_id);
});

describe('after a restore from a backup,', () => {
  it('an invitation without its event is deleted, unless it is newer than the end of the account', async () => {
    const { account_id, email, leaving = 0 } = await leavingAccount({ email_verified: true });
    const [before, later] = [lastIdAt(leaving), lastIdAt(leaving) + 1].map((id) => invitationKey(email, id));
    if (!before || !later) throw new Error('No keys');
    for (const key of [before, later])
      await putItem(key, { ...invitation, invitation_id: Number(key.SK.slice(-16)) });
    expect(await erase(account_id)).toBe('erased');
    const left = Object.keys(await tableContent()).filter((key) => key.includes(email));
    expect(left).toEqual([`${later.PK} ${later.SK}`]);
  });

  it('an address of the account that is still there is freed', async () => {
    const { account_id, email } = await leavingAccount();
    await putItem(emailKey(email), { account_id });
    expect(await erase(account_id)).toBe('erased');
    expect(await findAccountId(email)).toBeUndefined();
  });
});
