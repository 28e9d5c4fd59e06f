import * as z from 'zod/mini';
import { VIEWERS } from '../lib/auth/roles.ts';
import { malformed, tooLarge, unsupported } from '../lib/http/body.ts';
import type { Contract } from '../lib/http/contract.ts';
import { invalidInput } from '../lib/http/endpoint.ts';
import {
  blocked,
  type ErrorStatus,
  HttpError,
  insufficientScope,
  methodNotAllowed,
  notFound,
  notImplemented,
  preconditionFailed,
  serviceUnavailable,
  tooManyRequests,
  unauthorized,
  weakTag,
} from '../lib/http/errors.ts';
import { fieldErrors, mediaTypesOf } from '../lib/http/input.ts';
import { errorResponse, toHttpError } from '../lib/http/responses.ts';
import { keyReused } from '../lib/idempotency/claim.ts';
import { notAllowed } from '../lib/plan/involvement.ts';
import { examplesOf } from '../lib/schema.ts';

/** All error statuses of an endpoint: those it declares and those of its pipeline, in ascending order. */
export function errorsOf(contract: Contract): ErrorStatus[] {
  const { authentication, errors, input, invalidStatus = 422, method } = contract;
  const statuses = new Set<ErrorStatus>([
    ...errors,
    ...(method === 'POST' ? ([400, 413, 415] as const) : []),
    ...(authentication.scheme === 'bearer' ? ([401, 403] as const) : []),
    ...(input.body || input.query ? [invalidStatus] : []),
    405,
    500,
    503,
  ]);
  return [...statuses].sort((one, other) => one - other);
}

/** Whether an endpoint refuses an access token, at least one that may only read. */
export const refusesTokens = ({ authentication: { scheme, access } }: Contract): boolean =>
  scheme === 'bearer' && !access?.includes('read');

/** What a 403 may report. Every member is a viewer at least. */
export const forbiddenOf = (contract: Contract): Error[] => {
  const { authentication, roles, forbidden = [] } = contract;
  return [
    ...(refusesTokens(contract) ? [insufficientScope(authentication.access)] : []),
    ...(roles && roles !== VIEWERS ? [notAllowed(roles)] : []),
    ...forbidden.map((error) => error()),
    ...(authentication.scheme === 'bearer' ? [blocked()] : []),
  ];
};

/** What each status may report. */
const CAUSES: Record<ErrorStatus, (contract: Contract) => Error[]> = {
  400: (contract) => [
    malformed(),
    ...(contract.input.headers ? [malformedHeaders(contract)] : []),
    ...(contract.invalidStatus === 400 ? [missingFields(contract)] : []),
  ],
  401: () => [unauthorized('token_refused')],
  403: forbiddenOf,
  404: () => [notFound()],
  405: ({ method }) => [methodNotAllowed(method)],
  409: ({ conflicts = [] }) => conflicts.map((conflict) => conflict()),
  412: () => [preconditionFailed(), weakTag()],
  413: ({ bodies }) => [tooLarge(bodies?.maxBytes)],
  415: ({ bodies }) => [unsupported(mediaTypesOf(bodies))],
  422: (contract) => [missingFields(contract), ...(isIdempotent(contract) ? [keyReused()] : [])],
  429: () => [tooManyRequests(900)],
  500: () => [new HttpError(500)],
  501: () => [notImplemented()],
  503: () => [serviceUnavailable()],
};

/** Whether a 409 may say when to try again. */
export const retriesConflicts = ({ conflicts = [] }: Contract): boolean =>
  conflicts.some((conflict) => toHttpError(conflict()).details.headers?.['retry-after'] !== undefined);

/** The bodies that an endpoint may send with an error status, made as it makes them. */
export const errorExamples = (status: ErrorStatus, contract: Contract): unknown[] =>
  CAUSES[status](contract).map((cause) => JSON.parse(errorResponse(cause, contract.messages).body));

function errorsOfNulls(body: z.ZodMiniType) {
  const names = Object.keys(Object(examplesOf(body)[0]));
  const nulls = Object.fromEntries(names.map((name) => [name, null]));
  return z.object({ body }).safeParse({ body: nulls }).error?.issues ?? [];
}

/** Whether an operation takes an `Idempotency-Key`. */
export const isIdempotent = ({ idempotent }: Contract): boolean => idempotent !== undefined;

/** The error for headers that their schemas reject. */
function malformedHeaders({ input: { headers } }: Contract): HttpError {
  const control = Object.fromEntries(Object.keys(headers?.shape ?? {}).map((name) => [name, '\u0000']));
  const { error } = z
    .object({ headers: z.optional(z.unknown()), ...(headers && { headers }) })
    .safeParse({ headers: control });
  return new HttpError(400, { errors: fieldErrors(error?.issues ?? []) });
}

/** The error for a body without fields, or for empty query parameters where there is no body. */
function missingFields(contract: Contract): HttpError {
  const { body, query } = contract.input;
  const empty = Object.fromEntries(Object.keys(query?.shape ?? {}).map((name) => [name, '']));
  const schema = z.object({ ...(body && { body }), ...(query && { query }) });
  const { error } = schema.safeParse({ body: {}, query: body ? {} : empty });
  // Where every field is optional, one is of the wrong type.
  if (body && !error) return invalidInput(fieldErrors(errorsOfNulls(body)), contract);
  return invalidInput(fieldErrors(error?.issues ?? []), contract);
}
