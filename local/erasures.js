import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

/**
 * Goes on to erase the accounts that were being erased when the service was stopped. On AWS, Lambda runs the function again.
 * @param {string} TableName
 * @param {string} FunctionName that erases an account
 */
export async function resumeErasures(TableName, FunctionName) {
  const database = new DynamoDBClient();
  const lambda = new LambdaClient();
  const scan = { TableName, FilterExpression: 'attribute_exists(leaving)' };
  for await (const { Items = [] } of paginateScan({ client: database }, scan)) {
    for (const { account_id } of Items) {
      const Payload = JSON.stringify({ account_id: account_id?.S });
      await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
    }
  }
  database.destroy();
  lambda.destroy();
}

/**
 * Goes on to erase the histories that were being erased when the service was stopped.
 * @param {string} TableName
 * @param {string} FunctionName that erases histories
 */
export async function resumeHistoryErasures(TableName, FunctionName) {
  // First, so that the event of each is found, unless it is gone.
  const oldest = new Map();
  for await (const { PK, SK } of keysFrom(TableName, 'begins_with(PK, :prefix)', 'HISTORY')) {
    const name = PK.replace(/^HISTORY(_PART)?#/, '');
    oldest.set(name, Math.min(oldest.get(name) ?? Infinity, Number.parseInt(SK, 10)));
  }
  const shownFrom = new Map();
  for await (const { PK, SK, from } of keysFrom(TableName, 'begins_with(SK, :prefix)', 'EVENT#'))
    shownFrom.set(`${PK.replace('ACCOUNT#', '')}#${Number(SK.replace('EVENT#', ''))}`, from);
  const histories = [...oldest].flatMap(([name, version]) => {
    const [owner_id, event_id] = name.split('#');
    const history = { owner_id, event_id: Number(event_id) };
    if (!shownFrom.has(name)) return history;
    const before = shownFrom.get(name);
    return version < before ? { ...history, before } : [];
  });
  if (histories.length === 0) return;
  const lambda = new LambdaClient();
  const Payload = JSON.stringify({ histories });
  await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
  lambda.destroy();
}

/** @param {string} TableName @param {string} FilterExpression @param {string} prefix */
async function* keysFrom(TableName, FilterExpression, prefix) {
  const client = new DynamoDBClient();
  const scan = {
    ...{ TableName, FilterExpression, ConsistentRead: true },
    ExpressionAttributeValues: { ':prefix': { S: prefix } },
    ProjectionExpression: 'PK, SK, head.history_from',
  };
  for await (const { Items = [] } of paginateScan({ client }, scan))
    for (const { PK, SK, head } of Items)
      yield { PK: PK?.S ?? '', SK: SK?.S ?? '', from: Number(head?.M?.['history_from']?.N ?? 0) };
  client.destroy();
}
