import * as z from 'zod/mini';

const text = z.object({ S: z.string() });
const keys = z.object({ PK: text, SK: text });
const action = z.object({ Key: z.optional(keys), Item: z.optional(keys) });
const input = z.extend(action, {
  TransactItems: z.optional(z.array(z.record(z.string(), action))),
  RequestItems: z.optional(
    z.record(z.string(), z.array(z.object({ DeleteRequest: z.object({ Key: keys }) }))),
  ),
});

/** The keys of the items that a request to the database names, in its order. */
export function keysIn(request: unknown): { PK: string; SK: string }[] {
  const { TransactItems = [], RequestItems = {}, ...single } = input.parse(request);
  const actions = [single, ...TransactItems.flatMap((each) => Object.values(each))];
  const deleted = Object.values(RequestItems).flatMap((each) => each.map((one) => one.DeleteRequest.Key));
  return [...actions.flatMap(({ Key, Item }) => Key ?? Item ?? []), ...deleted].map(({ PK, SK }) => ({
    PK: PK.S,
    SK: SK.S,
  }));
}
