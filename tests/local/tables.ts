/** A table of the keys that all have. */
export const plainTable = {
  TableName: 'events',
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: ['PK', 'SK'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  KeySchema: [
    { AttributeName: 'PK', KeyType: 'HASH' as const },
    { AttributeName: 'SK', KeyType: 'RANGE' as const },
  ],
};
/** The same with a local index. */
export const indexedTable = {
  ...plainTable,
  AttributeDefinitions: [
    ...plainTable.AttributeDefinitions,
    { AttributeName: 'date', AttributeType: 'S' as const },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: 'by_date',
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' as const },
        { AttributeName: 'date', KeyType: 'RANGE' as const },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' as const },
    },
  ],
};
