import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readConfig } from '../config.ts';
import { ConditionFailedError } from './client.ts';
import type { Expression } from './expression.ts';
import { type Attributes, documentClient } from './items.ts';
import type { PrimaryKey } from './keys.ts';

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
  clauses: { update: string; condition: string; returnItem?: boolean; signal?: AbortSignal },
): Promise<ConditionFailedError | undefined> {
  const command = new UpdateCommand({
    TableName: readConfig().tableName,
    Key: key,
    UpdateExpression: clauses.update,
    ConditionExpression: clauses.condition,
    ...placeholders(names, values),
    ...(clauses.returnItem && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
  });
  const { signal } = clauses;
  return failureOf(documentClient().send(command, signal && { abortSignal: signal }));
}

export async function remove(
  key: PrimaryKey,
  condition: string,
  { names, values }: Pick<Expression, 'names' | 'values'> = { names: {}, values: {} },
): Promise<ConditionFailedError | undefined> {
  const command = new DeleteCommand({
    TableName: readConfig().tableName,
    Key: key,
    ConditionExpression: condition,
    ...placeholders(names, values),
  });
  return failureOf(documentClient().send(command));
}

/** DynamoDB rejects empty maps of names and values. */
const placeholders = (names: Expression['names'], values: Expression['values']) => ({
  ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
  ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
});

async function failureOf(write: Promise<unknown>): Promise<ConditionFailedError | undefined> {
  try {
    await write;
    return undefined;
  } catch (error) {
    if (error instanceof ConditionFailedError) return error;
    throw error;
  }
}
