import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { readConfig } from '../config.ts';
import { ConditionFailedError, connect } from './client.ts';
import type { Expression } from './expression.ts';
import type { PrimaryKey } from './keys.ts';

export type Attributes = Record<string, unknown>;

let client: DynamoDBDocumentClient | undefined;

/** The shared client, made on first use, when the configuration has been checked. */
export function documentClient(): DynamoDBDocumentClient {
  client ??= DynamoDBDocumentClient.from(connect(readConfig().databaseTimeoutMs));
  return client;
}

/** Gets an item with a consistent read. */
export async function getItem(key: PrimaryKey): Promise<Attributes | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: readConfig().tableName, Key: key, ConsistentRead: true }),
  );
  return Item;
}

type Query = Pick<QueryCommandInput, 'IndexName' | 'KeyConditionExpression' | 'ExpressionAttributeValues'>;

/** Queries items with consistent reads, and yields them in DynamoDB's pages of up to 1 MB. Stops when aborted. */
export async function* queryPages(query: Query, signal?: AbortSignal): AsyncGenerator<Attributes[]> {
  let ExclusiveStartKey: Attributes | undefined;
  do {
    const page = await documentClient().send(
      new QueryCommand({ ...queryInput(query), ...(ExclusiveStartKey && { ExclusiveStartKey }) }),
      signal && { abortSignal: signal },
    );
    yield page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

/** The first page of a query, for those whose items fit into 1 MB. */
export async function queryOnce(query: Query): Promise<Attributes[]> {
  const { Items = [] } = await documentClient().send(new QueryCommand(queryInput(query)));
  return Items;
}

const queryInput = (query: Query) => ({ TableName: readConfig().tableName, ConsistentRead: true, ...query });

/** Puts an item on a condition. Returns the error if the condition failed, as `update` and `remove` do. */
export async function put(
  item: PrimaryKey & Attributes,
  condition: string,
): Promise<ConditionFailedError | undefined> {
  const command = new PutCommand({
    TableName: readConfig().tableName,
    Item: item,
    ConditionExpression: condition,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  return failureOf(documentClient().send(command));
}

export async function update(
  key: PrimaryKey,
  { names, values }: Expression,
  clauses: { update: string; condition: string; returnItem?: boolean },
): Promise<ConditionFailedError | undefined> {
  const command = new UpdateCommand({
    TableName: readConfig().tableName,
    Key: key,
    UpdateExpression: clauses.update,
    ConditionExpression: clauses.condition,
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    ...(clauses.returnItem && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
  });
  return failureOf(documentClient().send(command));
}

export async function remove(key: PrimaryKey, condition: string): Promise<ConditionFailedError | undefined> {
  const command = new DeleteCommand({
    TableName: readConfig().tableName,
    Key: key,
    ConditionExpression: condition,
  });
  return failureOf(documentClient().send(command));
}

async function failureOf(write: Promise<unknown>): Promise<ConditionFailedError | undefined> {
  try {
    await write;
    return undefined;
  } catch (error) {
    if (error instanceof ConditionFailedError) return error;
    throw error;
  }
}
