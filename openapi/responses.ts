import type * as z from 'zod/mini';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { BUDGET_FILE } from '../lib/budgets/file.ts';
import { JSON_TYPE } from '../lib/http/body.ts';
import type { Contract, OutputShape } from '../lib/http/contract.ts';
import { csvBodies } from '../lib/http/csv-body.ts';
import type { ErrorStatus } from '../lib/http/errors.ts';
import { headerName } from '../lib/http/input.ts';
import { ETAG } from '../lib/http/versions.ts';
import { examplesOf } from '../lib/schema.ts';
import { DESCRIPTIONS, describe } from './descriptions.ts';
import { errorExamples, errorsOf, isIdempotent, rejectsTokens, retriesConflicts } from './errors.ts';
import { errorSchema, successSchema } from './schemas.ts';

/** An endpoint in the document. */
export interface Operation {
  operationId: string;
  /** The folder of its function, such as `events`. */
  tag: string;
  path: string;
  contract: Contract;
}

const HEADERS: Record<string, string> = {
  'X-Request-Id': 'Identifies the request in the log',
  'WWW-Authenticate': 'The authentication scheme',
  Allow: 'The methods that the path supports',
  'Retry-After': 'Seconds to wait before the next attempt',
};

const HEADERS_OF: Partial<Record<ErrorStatus, string>> = {
  401: 'WWW-Authenticate',
  405: 'Allow',
  429: 'Retry-After',
  503: 'Retry-After',
};

const header = (description: string) => ({
  description,
  required: true,
  schema: { type: 'string' as const },
});

const optionalHeader = (description: string) => ({ ...header(description), required: false });

const APPLIED = '`return=representation` if the response has what was written';
const VARY = '`Prefer` if the request had this header';

const INSUFFICIENT_SCOPE = '`Bearer error="insufficient_scope"` if the access of the token is not sufficient';

const RETRY_CONFLICT = 'Seconds to wait before the next attempt, if one may succeed then';

const REPLAYED = '`true` if this is the first response again, for a repeat with the same `Idempotency-Key`';

/** The headers that several responses have. */
export const sharedHeaders = Object.fromEntries(
  Object.entries(HEADERS).map(([name, description]) => [name, header(description)]),
);

const reference = (name: string) => [name, { $ref: `#/components/headers/${name}` }];

/** Examples of an error, each named after the first thing that is wrong, such as `event_too_large`. */
function named(examples: unknown[]) {
  const made: Record<string, { summary: string; value: unknown }> = {};
  for (const [index, value] of examples.entries()) {
    const { message, errors: [cause] = [] } = errorSchema.parse(value);
    const name = cause ? `${cause.field}_${cause.code}` : 'error';
    made[name in made ? `${name}_${index + 1}` : name] = { summary: cause?.message ?? message, value };
  }
  return made;
}

const response = (description: string, schema: z.ZodMiniType, examples: object, headers: unknown[][]) => ({
  description,
  headers: Object.fromEntries([reference('X-Request-Id'), ...headers]),
  content: { 'application/json': { schema, ...examples } },
});

const ANY: Contract = {
  summary: '',
  method: 'GET',
  route: '',
  permissions: [],
  authentication: { scheme: 'none' },
  input: {},
  success: 200,
  errors: [],
  // Each operation says what failed instead.
  messages: { failure: 'The request failed' },
};

const shared = (id: string, status: ErrorStatus, contract = ANY) => ({ id, ...failed(status, contract) });

/** Responses of all operations that have no message of their own for the status. */
const SHARED: Partial<Record<ErrorStatus, ZodOpenApiResponseObject>> = {
  401: shared('Unauthorized', 401),
  405: shared('MethodNotAllowed', 405),
  413: shared('BodyTooLarge', 413),
  415: shared('UnsupportedBody', 415),
  500: shared('InternalError', 500),
  503: shared('ServiceUnavailable', 503),
};

const FILES: Contract = { ...ANY, bodies: csvBodies(BUDGET_FILE) };

/** The same of operations that take files. */
const SHARED_BY_FILES: typeof SHARED = {
  ...SHARED,
  413: shared('FileTooLarge', 413, FILES),
  415: shared('UnsupportedFile', 415, FILES),
};

/** The responses of an operation by status. */
export function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { contract } = operation;
  return Object.fromEntries([
    ...(contract.serves ? [served(contract.serves, contract)] : succeeded(operation)),
    ...(contract.method === 'GET' && contract.headers?.['etag'] ? [['304', NOT_MODIFIED]] : []),
    ...errorsOf(contract).map((status) => {
      const shared = (contract.bodies ? SHARED_BY_FILES : SHARED)[status];
      const isOwn = contract.messages[status] !== undefined || !shared;
      return [String(status), isOwn ? failed(status, contract) : shared];
    }),
  ]);
}

/** Bytes, to client generators. */
export const FILE = { type: 'string' as const, format: 'binary' };

const served = (mediaType: string, { headers = {} }: Contract) => [
  '200',
  {
    description: 'The file',
    headers: Object.fromEntries([
      reference('X-Request-Id'),
      ...Object.entries(headers).map(([name, description]) => [headerName(name), header(description)]),
    ]),
    content: { [mediaType]: { schema: mediaType === JSON_TYPE ? { type: 'object' as const } : FILE } },
  },
];

const examplesIn = (output: OutputShape) =>
  Object.fromEntries(
    Object.entries(output)
      .map(([name, schema]) => [name, examplesOf(schema)[0]])
      .filter(([, value]) => value !== undefined),
  );

const NOT_MODIFIED = {
  id: 'NotModified',
  description: DESCRIPTIONS[304],
  headers: Object.fromEntries([reference('X-Request-Id'), ['ETag', header(ETAG)]]),
};

/** The response to a success, and that to a dry run if the operation has one. */
function succeeded({ contract, operationId }: Operation) {
  const { success = 200, headers = {}, messages, output = {} } = contract;
  const schema = successSchema(operationId, contract);
  const example = (message: string | undefined) => ({
    example: { status: 'success', ...(message !== undefined && { message }), ...examplesIn(output) },
  });
  const isReplayed = isIdempotent(contract);
  const own = Object.entries(headers).map(([name, description]) => [
    headerName(name),
    // A replayed response has none.
    isReplayed && name === 'etag' ? optionalHeader(description) : header(description),
  ]);
  const replayed = isReplayed ? [['Idempotency-Replayed', optionalHeader(REPLAYED)]] : [];
  const applied = contract.representation
    ? [
        ['Preference-Applied', optionalHeader(APPLIED)],
        ['Vary', optionalHeader(VARY)],
      ]
    : [];
  const done = response(DESCRIPTIONS[success], schema, example(messages.success), [
    ...own,
    ...replayed,
    ...applied,
  ]);
  return [
    [String(success), done],
    ...(messages.dryRun === undefined
      ? []
      : [['200', response('Nothing is wrong', schema, example(messages.dryRun), [...own, ...applied])]]),
  ];
}

function failed(status: ErrorStatus, contract: Contract): ZodOpenApiResponseObject {
  if (contract.messages.empty?.includes(status))
    return {
      description: describe(status, contract),
      headers: Object.fromEntries([reference('X-Request-Id')]),
    };
  const [example, ...others] = errorExamples(status, contract);
  const header = HEADERS_OF[status];
  const headers = [
    ...(header ? [reference(header)] : []),
    ...(status === 403 && rejectsTokens(contract)
      ? [['WWW-Authenticate', optionalHeader(INSUFFICIENT_SCOPE)]]
      : []),
    ...(status === 409 && retriesConflicts(contract)
      ? [['Retry-After', optionalHeader(RETRY_CONFLICT)]]
      : []),
  ];
  return response(
    describe(status, contract),
    errorSchema,
    others.length > 0 ? { examples: named([example, ...others]) } : { example },
    headers,
  );
}
