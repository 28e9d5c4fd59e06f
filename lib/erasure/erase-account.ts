import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { accountItem } from '../accounts/account.ts';
import { freeAddress } from '../accounts/repository.ts';
import { type Clock, Concurrency, MARGIN_MS, OutOfTimeError } from '../concurrency.ts';
import { readConfig } from '../config/config.ts';
import { batchesOf, deleteBatch } from '../dynamodb/batch-delete.ts';
import { anyOf, Delete, equals, exists, isAbsent, Update } from '../dynamodb/changes.ts';
import type { Path } from '../dynamodb/expression.ts';
import { type Attributes, getPart, type Query, queryPages } from '../dynamodb/items.ts';
import {
  accountKey,
  accountPartition,
  type EventReference,
  eventIdIn,
  headPath,
  idempotencyPartition,
  invitationKey,
  invitationsOf,
  isEventKey,
  isSharedKey,
  keysIn,
  type PrimaryKey,
  pointersOf,
  sharedKey,
} from '../dynamodb/keys.ts';
import { send } from '../dynamodb/send.ts';
import { isRejection } from '../errors.ts';
import { lastIdAt } from '../id.ts';
import { withdraw } from '../invitations/accept.ts';
import { endMembership } from '../members/repository.ts';
import { changeEventAs } from '../plan/change-event.ts';
import { invitationItem } from '../plan/invitation.ts';
import { getFound, pointerIn } from '../plan/repository.ts';

const POLL_MS = 1_000;

interface Options extends Partial<Clock> {
  /** By then, every call that had begun has ended. */
  settleMs?: number;
}

/** Longer than a call takes. */
const settleTime = (): number => readConfig().functionTimeoutSeconds * 1_000 + MARGIN_MS;

const erasedItem = z.pick(accountItem, { email: true, email_verified: true, leaving: true });

type Erased = z.output<typeof erasedItem>;

/**
 * Erases an account that is being deleted: what it has itself, then what it has of others, and itself last, so that it can be
 * called again after it was interrupted at any point. Retries what DynamoDB is too busy for. `kept` if the account isn't being
 * deleted, `unfinished` if it ran out of time.
 */
export async function eraseAccount(
  accountId: string,
  { settleMs = settleTime(), wait = setTimeout, hasTime = () => true }: Options = {},
): Promise<'erased' | 'kept' | 'unfinished'> {
  const concurrency = new Concurrency({ wait, hasTime });
  try {
    const account = await concurrency.untilDone(() => awaitLeaving(accountId, settleMs, wait));
    if (!account) return 'erased';
    if (account.leaving === undefined) return 'kept';
    const { email, leaving } = account;
    // Calls that began before may still write events, join them, invite to them, or change the address.
    await wait(settleMs);
    await concurrency.untilDone(() => eraseBelongings(accountId, account, leaving, concurrency));
    await concurrency.untilDone(async () => {
      await send(freeAddress(email, accountId));
      await send(new Delete(accountKey(accountId)).require(equals(['leaving'], leaving)).hideItem());
    });
    return 'erased';
  } catch (error) {
    if (error instanceof OutOfTimeError) return 'unfinished';
    throw error;
  }
}

/** Waits until the account is being deleted, or the call that deletes it has ended and can't request its deletion later. */
async function awaitLeaving(
  accountId: string,
  settleMs: number,
  wait: Clock['wait'],
): Promise<Erased | undefined> {
  let account = await getErased(accountId);
  for (let waited = 0; waited < settleMs && account && account.leaving === undefined; waited += POLL_MS) {
    await wait(POLL_MS);
    account = await getErased(accountId);
  }
  if (!account || account.leaving !== undefined) return account;
  // The call that deletes the account requires the version that it has read.
  const newVersion = new Update(accountKey(accountId))
    .require(exists(['PK']))
    .require(isAbsent(['leaving']))
    .hideItem()
    .increase(['version'], 1);
  return (await send(newVersion)) ? getErased(accountId) : account;
}

const getErased = (accountId: string): Promise<Erased | undefined> =>
  getPart(accountKey(accountId), erasedItem);

/** Memberships and invitations come last, because others may be writing to those events. */
async function eraseBelongings(
  accountId: string,
  { email, email_verified }: Erased,
  leaving: number,
  concurrency: Concurrency,
): Promise<void> {
  const each = async (query: Query, tasksFor: (items: Attributes[]) => (() => Promise<unknown>)[]) => {
    for await (const page of queryPages(query)) await concurrency.each(tasksFor(page));
  };
  await each(keysIn(accountPartition(accountId)), (items) => {
    const { events = [], others = [] } = Object.groupBy(
      items.filter(({ SK }) => !isSharedKey(SK)),
      ({ SK }) => (isEventKey(SK) ? 'events' : 'others'),
    );
    return [
      ...events.map((item) => () => deleteEvent(accountId, String(item['SK']))),
      ...deletionsOf(others),
    ];
  });
  await each(keysIn(idempotencyPartition(accountId)), deletionsOf);
  await each(pointersOf(accountId), (items) => items.map((item) => () => leaveEvent(accountId, item)));
  // An address that isn't verified may be somebody else's. Later invitations are for the next person with the address.
  if (!email_verified) return;
  await each(invitationsOf(email, { last: lastIdAt(leaving) }), (items) =>
    items.map((item) => () => withdrawInvitation(email, item)),
  );
}

const deletionsOf = (items: Attributes[]): (() => Promise<void>)[] =>
  batchesOf(items).map((batch) => () => deleteBatch(batch));

const deleteEvent = (ownerId: string, sortKey: string): Promise<void> =>
  unlessDone(
    changeEventAs(
      { author: undefined, find: () => getFound({ ownerId, eventId: eventIdIn(sortKey) }) },
      { decide: () => undefined, reply: () => undefined },
    ),
  );

async function leaveEvent(accountId: string, item: Attributes): Promise<void> {
  const { event } = pointerIn(item);
  await unlessDone(endMembership(event, accountId));
  const moved = await deleteUnlessMoved(sharedKey(accountId, event.eventId), headPath('owner_id'), event);
  if (moved) await leaveEvent(accountId, moved);
}

async function withdrawInvitation(email: string, item: Attributes): Promise<void> {
  const { id, event } = invitationItem.parse(item);
  await unlessDone(withdraw(() => getFound(event), { email, id }));
  const moved = await deleteUnlessMoved(invitationKey(email, id), ['owner_id'], event);
  if (moved) await withdrawInvitation(email, moved);
}

/**
 * Deletes what led to an event: after a restore from a backup, it may exist without the event. Returns it if the event was
 * handed over, so that it leads to another owner.
 */
async function deleteUnlessMoved(
  key: PrimaryKey,
  ownerPath: Path,
  { ownerId }: EventReference,
): Promise<Attributes | undefined> {
  const deletion = new Delete(key).require(anyOf(isAbsent(['PK']), equals(ownerPath, ownerId)));
  return (await send(deletion))?.itemOf(deletion);
}

/** Another request, or an earlier erasure, may have done it. */
async function unlessDone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isRejection(error, 'not_found')) throw error;
  }
}
