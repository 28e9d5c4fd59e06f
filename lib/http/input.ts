import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import { Rejection } from '../errors.ts';
import { type FieldProblem, problem } from '../problem.ts';
import { JSON_TYPE, malformed, readJson, requireMediaType } from './body.ts';
import type { BodyFormats } from './body-format.ts';

/** Schemas of an operation's input. Parts without a schema are not passed to the handler. */
export interface InputShape {
  path?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  /** By lower-case name. */
  headers?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** Takes the client's IP address and user agent as seen by API Gateway. */
  client?: z.ZodMiniType<unknown, { sourceIp: string; userAgent?: string | undefined }>;
  /** Takes the method and the whole path. */
  target?: z.ZodMiniType<unknown, { method: string; path: string }>;
}

export type InputOf<Shape extends InputShape> = z.output<ReturnType<typeof z.object<Shape>>>;

interface Taken {
  method: string;
  bodies?: BodyFormats;
  removed?: Readonly<Record<string, string>>;
}

export const mediaTypesOf = (bodies: BodyFormats | undefined): string[] => [
  JSON_TYPE,
  ...Object.keys(bodies?.examples ?? {}),
];

/** The parts of a request that an operation may take. Throws a `Rejection` for a body that it can't read. */
export function readInput(request: APIGatewayProxyEventV2, { method, bodies, removed = {} }: Taken) {
  const read = bodies?.read ?? readJson;
  if (method === 'POST') requireMediaType(request, mediaTypesOf(bodies));
  const { value, converted } = method === 'POST' ? read(request) : {};
  const query = request.queryStringParameters ?? {};
  const parts = {
    path: request.pathParameters ?? {},
    query,
    headers: request.headers,
    body: value,
    client: request.requestContext.http,
    target: { method: request.requestContext.http.method, path: request.rawPath },
  };
  const rejected = Object.keys(removed)
    .filter((name) => Object.hasOwn(query, name))
    .map((name) => ({
      field: name,
      problem: problem('invalid', `is no longer a parameter. ${removed[name]}`),
    }));
  return { parts, converted, unseen: [...rejected, ...(converted?.problems ?? [])] };
}

export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  { parts, unseen }: Pick<ReturnType<typeof readInput>, 'parts' | 'unseen'>,
): z.output<Schema> {
  const result = schema.safeParse(parts);
  if (result.success && unseen.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  if (issues.some(({ path, code }) => path.join() === 'body' && code === 'invalid_type')) throw malformed();
  const headerErrors = problemsIn(issues.filter(({ path }) => path[0] === 'headers'));
  if (headerErrors.length > 0) throw new Rejection('malformed', headerErrors);
  const errors = problemsIn(issues);
  // An invalid path parameter is treated like an unknown id.
  throw errors.length + unseen.length > 0
    ? new Rejection('invalid', [...unseen, ...errors])
    : new Rejection('not_found');
}

export const problemsIn = (issues: z.core.$ZodIssue[]): FieldProblem[] =>
  issues
    .filter(({ path }) => path[0] !== 'path')
    .map(({ path, message }) => ({ field: fieldName(path), problem: message }));

/** The whole name of a field, as in `budgets[2].amount`; of the part itself if no field is to blame. */
function fieldName([part, ...path]: PropertyKey[]): string {
  if (path.length === 0) return String(part);
  if (part === 'headers') return headerName(path.join());
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .slice(1);
}

/** The usual spelling of a header's name, such as `If-Match` and `ETag`. */
export const headerName = (name: string): string =>
  name === 'etag' ? 'ETag' : name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
