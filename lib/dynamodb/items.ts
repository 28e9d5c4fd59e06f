import {
  DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { abortable } from '../aws/call.ts';
import { prepare, readConfig } from '../config/config.ts';
import { DatabaseUnavailableError } from '../errors.ts';
import { connect } from './client.ts';
import { Expression, type Path } from './expression.ts';
import type { PrimaryKey } from './keys.ts';

export type Attributes = Record<string, unknown>;

let client: DynamoDBDocumentClient | undefined;

export function documentClient(): DynamoDBDocumentClient {
  client ??= DynamoDBDocumentClient.from(connect(readConfig().databaseTimeoutMs), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return client;
}

prepare(documentClient);

/** Gets an item, or only some attributes of it, with a consistent read. */
export async function getItem(key: PrimaryKey, paths?: Path[]): Promise<Attributes | undefined> {
  const request = { TableName: readConfig().tableName, Key: key, ConsistentRead: true };
  const get = new GetCommand({ ...request, ...(paths && projection(paths)) });
  const { Item } = await documentClient().send(get, abortable());
  return Item;
}

/** Some attributes of an item, as a schema has them. */
export interface Part<Found> {
  shape: object;
  parse: (item: unknown) => Found;
}

/** Gets a part of an item, and reads nothing else of it. */
export async function getPart<Found>(key: PrimaryKey, part: Part<Found>): Promise<Found | undefined> {
  const paths = Object.keys(part.shape).map((name) => [name]);
  const item = await getItem(key, paths);
  return item && part.parse(item);
}

/** Reads an optional part of the response to a write: `undefined` if the database is unavailable. */
export const ifAvailable = <Found>(reading: Promise<Found>): Promise<Found | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof DatabaseUnavailableError) return undefined;
    throw error;
  });

function projection(paths: Path[]) {
  const expression = new Expression();
  const projected = paths.map((path) => expression.path(path)).join(', ');
  return { ProjectionExpression: projected, ExpressionAttributeNames: expression.names };
}

export type Query = Omit<QueryCommandInput, 'TableName' | 'ConsistentRead'>;

/** Queries items with consistent reads, and yields them in DynamoDB's pages of up to 1 MB. */
export async function* queryPages(query: Query): AsyncGenerator<Attributes[]> {
  const pages = paginateQuery({ client: documentClient() }, queryInput(query), abortable());
  for await (const { Items = [] } of pages) yield Items;
}

/** The first page of a query, for those whose items fit into 1 MB. */
export async function queryOnce(query: Query): Promise<Attributes[]> {
  const { Items = [] } = await documentClient().send(new QueryCommand(queryInput(query)), abortable());
  return Items;
}

const queryInput = (query: Query) => ({ TableName: readConfig().tableName, ConsistentRead: true, ...query });
