import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { abortable } from '../abort.ts';
import { readConfig } from '../config.ts';
import { ConditionFailedError } from './client.ts';
import type { Expression } from './expression.ts';
import { type Attributes, documentClient } from './items.ts';
import type { PrimaryKey } from './keys.ts';

/** Puts an item on a condition. Returns the error with the existing item if the condition failed. */
export async function put(
  item: PrimaryKey & Attributes,
  condition: string,
  { names, values }: Pick<Expression, 'names' | 'values'> = { names: {}, values: {} },
): Promise<ConditionFailedError | undefined> {
  const command = new PutCommand({
    TableName: readConfig().tableName,
    Item: item,
    ConditionExpression: condition,
    ...placeholders(names, values),
    ...RETURN_ITEM,
  });
  return failureOf(documentClient().send(command, abortable()));
}

interface Clauses {
  update: string;
  condition: string;
}

/** Updates an item on a condition. Returns the error if the condition failed. */
export async function update(
  key: PrimaryKey,
  expression: Expression,
  { returnItem, ...clauses }: Clauses & { returnItem?: boolean },
): Promise<ConditionFailedError | undefined> {
  const input = updateInput(key, expression, clauses);
  const command = new UpdateCommand({ ...input, ...(returnItem && RETURN_ITEM) });
  return failureOf(documentClient().send(command, abortable()));
}

/** Updates an item on a condition. Returns the changed attributes, or the error with the existing item. */
export async function updateAndReturn(
  key: PrimaryKey,
  expression: Expression,
  clauses: Clauses,
): Promise<Attributes | ConditionFailedError> {
  const input = updateInput(key, expression, clauses);
  const updating = documentClient().send(
    new UpdateCommand({ ...input, ...RETURN_ITEM, ReturnValues: 'UPDATED_NEW' }),
    abortable(),
  );
  return (await failureOf(updating)) ?? (await updating).Attributes ?? {};
}

const RETURN_ITEM = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const updateInput = (key: PrimaryKey, { names, values }: Expression, { update, condition }: Clauses) => ({
  TableName: readConfig().tableName,
  Key: key,
  UpdateExpression: update,
  ConditionExpression: condition,
  ...placeholders(names, values),
});

/** Deletes an item on a condition. Returns the item that was deleted, or the error with the existing one. */
export async function remove(
  key: PrimaryKey,
  condition: string,
  { names, values }: Expression,
): Promise<Attributes | ConditionFailedError> {
  const deleting = documentClient().send(
    new DeleteCommand({
      TableName: readConfig().tableName,
      Key: key,
      ConditionExpression: condition,
      ...placeholders(names, values),
      ...RETURN_ITEM,
      ReturnValues: 'ALL_OLD',
    }),
    abortable(),
  );
  return (await failureOf(deleting)) ?? (await deleting).Attributes ?? {};
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
