import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const definition = z.object({
  functions: z.record(
    z.string(),
    z.object({ handler: z.string(), events: z.array(z.object({ httpApi: z.string() })) }),
  ),
  resources: z.object({
    Resources: z.object({
      Table: z.object({
        Properties: z.object({
          BillingMode: z.literal('PAY_PER_REQUEST'),
          AttributeDefinitions: z.array(
            z.object({ AttributeName: z.string(), AttributeType: z.literal('S') }),
          ),
          KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) })),
        }),
      }),
    }),
  }),
});

const { functions, resources } = definition.parse(
  parse(readFileSync('serverless.yml', 'utf8'), { logLevel: 'error' }),
);

/** The table as serverless.yml defines it. */
export const tableDefinition = resources.Resources.Table.Properties;

/** Each function with the file of its handler, its route, and further routes where it has some. */
export const routes = Object.entries(functions).map(([name, { handler, events }]) => {
  const [route = '', ...further] = events.map(({ httpApi }) => httpApi);
  return { name, file: handler.replace(/\.handler$/, '.ts'), route, further };
});
