import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, startDatabase } from '../../local/dynalite/database.js';
import { createTable, MissingIndexError } from '../../local/table.js';
import { indexedTable, plainTable } from './tables.ts';

let database: Database;
beforeEach(async () => {
  database = await startDatabase();
});
afterEach(() => database.stop());

describe('createTable', () => {
  it('makes the indexes of the definition', async () => {
    await createTable(indexedTable, database.endpoint);
    await createTable(indexedTable, database.endpoint);
    const client = new DynamoDBClient({ endpoint: database.endpoint });
    const { Items } = await client.send(
      new QueryCommand({
        TableName: 'events',
        IndexName: 'by_date',
        KeyConditionExpression: 'PK = :partition',
        ExpressionAttributeValues: { ':partition': { S: 'a' } },
      }),
    );
    client.destroy();
    expect(Items).toEqual([]);
  });

  it('rejects a table that has not all of them', async () => {
    await createTable(plainTable, database.endpoint);
    await expect(createTable(indexedTable, database.endpoint)).rejects.toThrow(MissingIndexError);
  });
});
