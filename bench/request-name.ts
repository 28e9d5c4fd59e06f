/** What tells a call's DynamoDB requests apart: the target, the partition, and whether all of an item is read. */
export function requestName(target: string, body: string): string {
  const [partition = ''] = /"(?:ACCOUNT|PERSON|EMAIL|NETWORK)#[^"]*"/.exec(body) ?? [];
  return [target, partition, body.includes('"ProjectionExpression"') ? 'some' : ''].join(' ');
}
