/** What tells a call's DynamoDB requests apart: the target, the partition, and which attributes are read or written. */
export function requestName(target: string, body: string): string {
  const [partition = ''] = /"(?:ACCOUNT|PERSON|EMAIL|NETWORK)#[^"]*"/.exec(body) ?? [];
  const [names = ''] = /"ExpressionAttributeNames":\{[^}]*\}/.exec(body) ?? [];
  const [update = ''] = /"UpdateExpression":"[^"]*"/.exec(body) ?? [];
  return [target, partition, body.includes('"ProjectionExpression"') ? names : '', update].join(' ');
}
