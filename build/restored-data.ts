import { InvokeCommand } from '@aws-sdk/client-lambda';
import { paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { runAuthorized } from '../lib/aws/call.ts';
import { type Attributes, documentClient } from '../lib/dynamodb/items.ts';
import { accountIdIn, accountKey, eventIdIn, isEventKey } from '../lib/dynamodb/keys.ts';
import { endAccount } from '../lib/erasure/delete-account.ts';
import { isRejection } from '../lib/errors.ts';
import { eraseHistories } from '../lib/history/erase-histories.ts';
import { changeEventAs } from '../lib/plan/change-event.ts';
import { isInTrash } from '../lib/plan/head.ts';
import { getFound } from '../lib/plan/repository.ts';
import { halvesIn } from './check-table.ts';

/** What the logs tell of the time since a restored table was as it is. */
export interface Deleted {
  /** Ids of erased accounts. */
  accounts: Set<string>;
  /** Events that were deleted for good, or expired in the trash, such as `owner/7`. */
  events: Set<string>;
}

/** All that a restore does to the copy. */
interface Plan {
  /** Ids of accounts. */
  leaving: string[];
  blocked: { id: string; isBlocked: boolean }[];
  events: { ownerId: string; eventId: number }[];
  /** Accounts and events that the table lacks, and that nobody is known to have deleted. */
  returning: string[];
  /** What `halvesIn` finds. */
  halves: string[];
}

const person = z.object({ leaving: z.optional(z.int()), blocked: z.optional(z.boolean()) });

const event = z.object({ head: z.object({ deleted_at: z.optional(z.int()) }) });

export const isAccount = ({ PK }: Attributes): boolean => String(PK).startsWith('PERSON#');
const isHistory = ({ PK }: Attributes): boolean => /^HISTORY/.test(String(PK));

/** The items of a table without budgets and histories, which nothing here needs. */
export async function itemsOf(TableName: string): Promise<Attributes[]> {
  const items: Attributes[] = [];
  const pages = paginateScan({ client: documentClient() }, { TableName, ConsistentRead: true });
  await runAuthorized(async () => {
    for await (const { Items = [] } of pages)
      items.push(...Items.filter((item) => !isHistory(item)).map(({ budgets: _, ...others }) => others));
  });
  return items;
}

/**
 * Decides what becomes of a copy of the table: deletions and blocks stay as they are in the table. Without
 * the table, which may be lost, blocks stay as they were.
 */
export function planFor(copy: Attributes[], table: Attributes[] | undefined, deleted: Deleted): Plan {
  const plan: Plan = { leaving: [], blocked: [], events: [], returning: [], halves: halvesIn(copy) };
  const gone = new Set<string>();
  const now = new Map(table?.map((item) => [`${item['PK']} ${item['SK']}`, item]));
  // An event that was handed over is another owner's now.
  const eventsNow = new Set(table?.filter(({ SK }) => isEventKey(SK)).map(({ SK }) => eventIdIn(String(SK))));
  for (const item of copy.filter(isAccount)) {
    const id = accountIdIn(String(item['PK']));
    const { leaving, blocked = false } = person.parse(item);
    const found = now.get(`${item['PK']} ${item['SK']}`);
    const is = found && person.parse(found);
    const isDeleted = is ? is.leaving !== undefined : deleted.accounts.has(id);
    if (leaving !== undefined || isDeleted) gone.add(id);
    if (leaving !== undefined) continue;
    if (isDeleted) plan.leaving.push(id);
    else if (table && !is) plan.returning.push(`account ${id}`);
    if (is && (is.blocked ?? false) !== blocked) plan.blocked.push({ id, isBlocked: !blocked });
  }
  for (const item of copy.filter(({ SK }) => isEventKey(SK))) {
    const ownerId = accountIdIn(String(item['PK']));
    const eventId = eventIdIn(String(item['SK']));
    if (eventsNow.has(eventId)) continue;
    const wasInTrash = isInTrash(event.parse(item).head);
    if (deleted.events.has(`${ownerId}/${eventId}`) || (table && wasInTrash))
      plan.events.push({ ownerId, eventId });
    else if (table && !gone.has(ownerId)) plan.returning.push(`event ${eventId} of ${ownerId}`);
  }
  return plan;
}

/** Has an account erased that is marked as deleted. Doing it again does no harm. */
export const erasureOf = (stack: string, account_id: string) =>
  new InvokeCommand({
    FunctionName: `${stack}-accountErase`,
    InvocationType: 'Event',
    Payload: JSON.stringify({ account_id }),
  });

export const block = (TableName: string, { id, isBlocked }: Plan['blocked'][number]) =>
  new UpdateCommand({
    TableName,
    Key: accountKey(id),
    UpdateExpression: isBlocked ? 'SET blocked = :yes' : 'REMOVE blocked',
    ConditionExpression: 'attribute_exists(PK)',
    ...(isBlocked && { ExpressionAttributeValues: { ':yes': true } }),
  });

/** Ends an account of the copy. `accountErase` erases it. */
export const endAccountIn = (TableName: string, accountId: string): Promise<void> =>
  inTable(TableName, () => endAccount(accountId));

/** Deletes an event of the copy for good, with what leads to it and its history. */
export const deleteEvent = (TableName: string, event: Plan['events'][number]): Promise<void> =>
  inTable(TableName, async () => {
    const access = { author: undefined, find: () => getFound(event) };
    await changeEventAs(access, { decide: () => undefined, reply: () => undefined }).catch((error) => {
      if (!isRejection(error, 'not_found')) throw error;
    });
    await eraseHistories([{ owner_id: event.ownerId, event_id: event.eventId }], { settleMs: 0 });
  });

/** Does with another table what the service does with its own. */
async function inTable(TableName: string, work: () => Promise<unknown>): Promise<void> {
  const before = process.env;
  process.env = { ...before, TABLE_NAME: TableName };
  try {
    await runAuthorized(work);
  } finally {
    process.env = before;
  }
}
