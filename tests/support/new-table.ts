import { setTimeout } from 'node:timers/promises';

const headers = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=a/20260101/b/dynamodb/aws4_request, SignedHeaders=host, Signature=c',
};

/** Creates a table in an emulator without the SDK, which each test file would load for it. */
export async function newTable(endpoint: string, TableName: string, definition: object): Promise<void> {
  const send = async (operation: string, body: object): Promise<string> => {
    const target = { 'x-amz-target': `DynamoDB_20120810.${operation}` };
    const request = { method: 'POST', headers: { ...headers, ...target }, body: JSON.stringify(body) };
    const answer = await fetch(endpoint, request);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.text();
  };
  await send('CreateTable', { ...definition, TableName });
  while (!(await send('DescribeTable', { TableName })).includes('"TableStatus":"ACTIVE"'))
    await setTimeout(5);
}
