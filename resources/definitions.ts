import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { functions as definitions } from './functions.js';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const tableResource = z.object({
  Resources: z.object({
    Table: z.object({
      Properties: z.object({
        BillingMode: z.literal('PAY_PER_REQUEST'),
        AttributeDefinitions: z.array(
          z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N']) }),
        ),
        KeySchema: keySchema,
        LocalSecondaryIndexes: z.array(
          z.object({
            IndexName: z.string(),
            KeySchema: keySchema,
            Projection: z.object({
              ProjectionType: z.literal('INCLUDE'),
              NonKeyAttributes: z.array(z.string()),
            }),
          }),
        ),
      }),
    }),
  }),
});

const { Resources } = tableResource.parse(
  parse(readFileSync('resources/table.yml', 'utf8'), { logLevel: 'error' }),
);

/** The table as it is deployed. */
export const tableDefinition = Resources.Table.Properties;

/** Each function with the file of its handler, and its first route if it has one. */
export const functions = Object.entries(definitions).map(([name, { handler, events }]) => {
  const [route] = events.flatMap((event) => ('httpApi' in event ? event.httpApi : []));
  return { name, file: handler.replace(/\.handler$/, '.ts'), route };
});

/** The functions that have a route. */
export const routes = functions.flatMap(({ route, ...definition }) =>
  route === undefined ? [] : [{ ...definition, route }],
);
