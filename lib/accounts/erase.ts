import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../config.ts';
import { deleteAll } from '../dynamodb/batch-delete.ts';
import { deleteIfEquals } from '../dynamodb/conditional-writes.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { accountKey, emailKey } from '../dynamodb/keys.ts';
import { partitionOf } from '../dynamodb/queries.ts';
import { type Account, getAccount } from './account-repository.ts';

/** For a request that DynamoDB executes after its function has ended. */
const MARGIN_MS = 5_000;
const POLL_MS = 1_000;

/** With less time left, an erasure goes on in another invocation: it has to wait, and look through the items again. */
export const MIN_TIME_MS = 180_000;

interface Options {
  /** By then, every call that had begun has ended. */
  settleMs?: number;
  wait?: (milliseconds: number) => Promise<unknown>;
  /** Whether there is time to go on. */
  hasTime?: () => boolean;
  /** Ends what items of the account share with other accounts, before they are deleted. */
  release?: (accountId: string, items: Attributes[]) => Promise<void>;
  /** Ends the invitations to the account's e-mail address. Returns `false` if it stopped because there was no time. */
  withdraw?: (account: Account, hasTime: () => boolean) => Promise<boolean>;
}

/** Longer than a call takes. */
const settleTime = (): number => readConfig().functionTimeoutSeconds * 1_000 + MARGIN_MS;

/**
 * Erases an account that is leaving: its events, the invitations to it, its claims to e-mail addresses, and itself last,
 * so that it can be called again after it was interrupted at any point. `kept` if the account isn't leaving, `unfinished`
 * if it ran out of time.
 */
export async function eraseAccount(
  accountId: string,
  { settleMs = settleTime(), wait = setTimeout, hasTime = () => true, release, withdraw }: Options = {},
): Promise<'erased' | 'kept' | 'unfinished'> {
  const account = await awaitMark(accountId, settleMs, wait);
  if (!account) return 'erased';
  if (account.leaving === undefined) return 'kept';
  const items = partitionOf(accountId);
  const before = release && ((page: Attributes[]) => release(accountId, page));
  // Calls that began before the mark may still write events, join them, invite to them, or claim an address.
  await wait(settleMs);
  if (!(await deleteAll(items, hasTime, before))) return 'unfinished';
  if (withdraw && !(await withdraw(account, hasTime))) return 'unfinished';
  for (const email of Object.keys(account.claims)) {
    await deleteIfEquals(emailKey(email), ['account_id'], accountId);
  }
  await deleteIfEquals(accountKey(accountId), ['leaving'], account.leaving);
  return 'erased';
}

/** Gets the account as soon as it is leaving, or after the time that the call which deletes it may take. */
async function awaitMark(
  accountId: string,
  settleMs: number,
  wait: NonNullable<Options['wait']>,
): Promise<Account | undefined> {
  let account = await getAccount(accountId);
  for (let waited = 0; waited < settleMs && account && account.leaving === undefined; waited += POLL_MS) {
    await wait(POLL_MS);
    account = await getAccount(accountId);
  }
  return account;
}
