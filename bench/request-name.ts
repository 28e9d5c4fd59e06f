/** What tells a call's DynamoDB requests apart: the target, and which items and attributes are read or written. */
export function requestName(target: string, body: string): string {
  const [partition = ''] = /"(?:ACCOUNT|PERSON|EMAIL|NETWORK)#[^"]*"/.exec(body) ?? [];
  const [items = ''] = /"SK":\{"S":"[^"]*"|"KeyConditionExpression":"[^"]*"/.exec(body) ?? [];
  const [names = ''] = /"ExpressionAttributeNames":\{[^}]*\}/.exec(body) ?? [];
  const [update = ''] = /"UpdateExpression":"[^"]*"/.exec(body) ?? [];
  return [target, partition, items, body.includes('"ProjectionExpression"') ? names : '', update].join(' ');
}
