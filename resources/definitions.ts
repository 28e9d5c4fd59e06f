import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const read = (file: string): unknown => parse(readFileSync(file, 'utf8'), { logLevel: 'error' });

const service = z.object({ functions: z.array(z.string()) });

const functionDefinitions = z.record(
  z.string(),
  z.object({ handler: z.string(), events: z.array(z.object({ httpApi: z.string() })) }),
);

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

/** The table as it is deployed. */
export const tableDefinition = tableResource.parse(read('resources/table.yml')).Resources.Table.Properties;

/** What a file holds that serverless.yml includes as `${file(…)}`. */
const included = (reference: string): unknown => read(reference.replace(/^\$\{file\((.+)\)\}$/, '$1'));

/** Each function with the file of its handler, its route, and further routes where it has some. */
export const functions = service
  .parse(read('serverless.yml'))
  .functions.flatMap((reference) => Object.entries(functionDefinitions.parse(included(reference))))
  .map(([name, { handler, events }]) => {
    const [route, ...further] = events.map(({ httpApi }) => httpApi);
    return { name, file: handler.replace(/\.handler$/, '.ts'), route, further };
  });

/** The functions that have a route. */
export const routes = functions.flatMap(({ route, ...definition }) =>
  route === undefined ? [] : [{ ...definition, route }],
);
