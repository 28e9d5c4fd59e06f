import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../lib/dynamodb/items.ts';

/** All items of the table, by their keys. */
export async function tableContent(): Promise<Record<string, unknown>> {
  const TableName = String(process.env['TABLE_NAME']);
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new ScanCommand({ TableName, ConsistentRead: true }),
  );
  if (LastEvaluatedKey) throw new Error('The table has more than one page');
  return Object.fromEntries(Items.map((item) => [`${item['PK']} ${item['SK']}`, item]));
}
