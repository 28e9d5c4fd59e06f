import { setTimeout } from 'node:timers/promises';
import type { Account } from '../accounts/account.ts';
import { freeAddress } from '../accounts/address.ts';
import { getAccount } from '../accounts/repository.ts';
import { readConfig } from '../config/config.ts';
import { deleteBatch } from '../dynamodb/batch-delete.ts';
import { Delete } from '../dynamodb/changes.ts';
import { equals } from '../dynamodb/conditions.ts';
import { type Attributes, type Query, queryPages } from '../dynamodb/items.ts';
import { accountKey, eventIdIn, invitationKey, isEventKey, isSharedKey } from '../dynamodb/keys.ts';
import { claimsOf, invitationsOf, partitionOf } from '../dynamodb/queries.ts';
import { send } from '../dynamodb/send.ts';
import { NotFoundError } from '../errors.ts';
import { changeEventOf } from '../events/change-event.ts';
import { invitationItem } from '../events/invitation.ts';
import { pointerIn } from '../events/pointer.ts';
import { lastIdAt } from '../id.ts';
import { withdraw } from '../invitations/repository.ts';
import { endMembership } from '../members/repository.ts';

/** For a request that DynamoDB executes after its function has ended. */
const MARGIN_MS = 5_000;
const POLL_MS = 1_000;

/** With less time left, an erasure goes on in another invocation: it has to wait, and look through the items again. */
export const MIN_TIME_MS = 180_000;

/** Items that are deleted at a time. DynamoDB takes up to 25 in a batch. */
const AT_ONCE = 25;

interface Options {
  /** By then, every call that had begun has ended. */
  settleMs?: number;
  wait?: (milliseconds: number) => Promise<unknown>;
  /** Whether there is time to go on. */
  hasTime?: () => boolean;
}

/** Longer than a call takes. */
const settleTime = (): number => readConfig().functionTimeoutSeconds * 1_000 + MARGIN_MS;

/**
 * Erases an account that is leaving: the invitations to it, its memberships, its events, and itself last, so that it can
 * be called again after it was interrupted at any point. `kept` if the account isn't leaving, `unfinished` if it ran out
 * of time.
 */
export async function eraseAccount(
  accountId: string,
  { settleMs = settleTime(), wait = setTimeout, hasTime = () => true }: Options = {},
): Promise<'erased' | 'kept' | 'unfinished'> {
  const account = await awaitMark(accountId, settleMs, wait);
  if (!account) return 'erased';
  if (account.leaving === undefined) return 'kept';
  // Calls that began before the mark may still write events, join them, invite to them, or change the address.
  await wait(settleMs);
  const isDone =
    (await withdrawInvitations(account, account.leaving, hasTime)) &&
    (await inGroups(partitionOf(accountId), hasTime, (items) => deleteItems(accountId, items))) &&
    (await inGroups(claimsOf(accountId), hasTime, deleteBatch));
  if (!isDone) return 'unfinished';
  await send(freeAddress(account.email, accountId));
  await send(new Delete(accountKey(accountId)).require(equals(['leaving'], account.leaving)));
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

/** Works on all items that a query finds, some at a time. Returns `false` if it stopped because there was no time. */
async function inGroups(
  query: Query,
  hasTime: () => boolean,
  work: (items: Attributes[]) => Promise<void>,
): Promise<boolean> {
  for await (const page of queryPages(query)) {
    for (let start = 0; start < page.length; start += AT_ONCE) {
      if (!hasTime()) return false;
      await work(page.slice(start, start + AT_ONCE));
    }
  }
  return true;
}

/**
 * Withdraws the invitations to the account's e-mail address. Later ones are for the next person with the address, and an
 * address that isn't verified may be somebody else's.
 */
async function withdrawInvitations(
  { email, email_verified }: Account,
  leaving: number,
  hasTime: () => boolean,
): Promise<boolean> {
  if (!email_verified) return true;
  return inGroups(invitationsOf(email, lastIdAt(leaving)), hasTime, async (items) => {
    for (const item of items) {
      const { id, event } = invitationItem.parse(item);
      await unlessGone(withdraw(event, { email, id }));
      // After a restore from a backup, it may be there without its event.
      await send(new Delete(invitationKey(email, id)));
    }
  });
}

/** Deletes items of an account's partition, and what others have of its events and it has of theirs. */
async function deleteItems(accountId: string, items: Attributes[]): Promise<void> {
  const { events = [], others = [] } = Object.groupBy(items, ({ SK }) =>
    isEventKey(SK) ? 'events' : 'others',
  );
  await Promise.all([
    ...events.map(({ SK }) =>
      unlessGone(changeEventOf({ ownerId: accountId, eventId: eventIdIn(String(SK)) }, () => undefined)),
    ),
    ...others.map((item) => leaveEvent(accountId, item)),
  ]);
  await deleteBatch(others);
}

/** Ends the membership that an item is the pointer of. */
async function leaveEvent(accountId: string, item: Attributes): Promise<void> {
  if (isSharedKey(item['SK'])) await unlessGone(endMembership(pointerIn(item).event, accountId));
}

/** Another request, or an earlier erasure, may have done it. */
async function unlessGone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}
