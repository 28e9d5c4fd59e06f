import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Events } from './model.ts';

const line = z.strictObject({
  name: z.string(),
  category: z.string(),
  amount_cents: z.int(),
  spent_cents: z.int(),
  write_mark: z.uuid(),
});

/** A complete event without other attributes. */
const eventItem = z.strictObject({
  PK: z.string(),
  SK: z.string(),
  id: z.int(),
  name: z.string(),
  description: z.string(),
  event_date: z.string(),
  budgets: z.record(z.string(), line),
  write_mark: z.uuid(),
});

const accountItem = z.looseObject({
  account_id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  password_hash: z.string().check(z.length(60)),
});

/** Reads the table directly, bypassing the service and the faults. */
export function storedAt(endpoint: string) {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const TableName = String(process.env['TABLE_NAME']);
  return {
    events: async (accountId: string): Promise<Events> => {
      const { Items = [] } = await table.send(
        new QueryCommand({
          TableName,
          ConsistentRead: true,
          KeyConditionExpression: 'PK = :account',
          ExpressionAttributeValues: { ':account': `ACCOUNT#${accountId}` },
        }),
      );
      return Object.fromEntries(Items.map(eventOf));
    },
    accountId: async (email: string): Promise<string | undefined> => {
      const Key = { PK: `EMAIL#${email}`, SK: 'ACCOUNT' };
      const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item && accountItem.parse(Item).account_id;
    },
  };
}

function eventOf(item: unknown): [string, Events[string]] {
  const { SK, id, name, description, event_date, budgets } = eventItem.parse(item);
  if (Number(SK.replace('EVENT#', '')) !== id) throw new Error(`${SK} holds the event ${id}`);
  const lines = Object.entries(budgets)
    .map(([lineId, { write_mark: _, ...fields }]) => [lineId, fields] as const)
    .sort(([one], [other]) => Number(one) - Number(other));
  return [String(id), { name, description, event_date, budgets: Object.fromEntries(lines) }];
}
