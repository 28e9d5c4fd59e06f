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
