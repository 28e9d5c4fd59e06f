import * as z from 'zod/mini';
import { VIEWERS } from '../lib/auth/roles.ts';
import { Rejection, staleTag, tooMany, UnavailableError, weakTag } from '../lib/errors.ts';
import { blocked, insufficientScope } from '../lib/http/authentication.ts';
import { malformed, tooLarge, unsupported } from '../lib/http/body.ts';
import type { Contract } from '../lib/http/contract.ts';
import type { ErrorStatus } from '../lib/http/errors.ts';
import { mediaTypesOf, problemsIn } from '../lib/http/input.ts';
import { errorResponse } from '../lib/http/responses.ts';
import { keyReused } from '../lib/idempotency/record.ts';
import { notAllowed } from '../lib/plan/access.ts';
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

/** Returns whether an endpoint rejects an access token, at least one that may only read. */
export const rejectsTokens = ({ authentication: { scheme, access } }: Contract): boolean =>
  scheme === 'bearer' && !access?.includes('read');

/** Rejections that a 403 may report. Every member is a viewer at least. */
export const forbiddenOf = (contract: Contract): Rejection[] => {
  const { authentication, roles, forbidden = [] } = contract;
  return [
    ...(rejectsTokens(contract) ? [insufficientScope(authentication.access)] : []),
    ...(roles && roles !== VIEWERS ? [notAllowed(roles)] : []),
    ...forbidden.map((error) => error()),
    ...(authentication.scheme === 'bearer' ? [blocked()] : []),
  ];
};

/** Rejections that each status may report. */
const CAUSES: Record<ErrorStatus, (contract: Contract) => Error[]> = {
  400: (contract) => [
    malformed(),
    ...(contract.input.headers ? [malformedHeaders(contract)] : []),
    ...(contract.invalidStatus === 400 ? [missingFields(contract)] : []),
  ],
  401: () => [new Rejection('unauthorized')],
  403: forbiddenOf,
  404: () => [new Rejection('not_found')],
  405: () => [new Rejection('wrong_method')],
  409: ({ conflicts = [] }) => conflicts.map((conflict) => conflict()),
  412: () => [staleTag(5), weakTag(5)],
  413: ({ bodies }) => [tooLarge(bodies?.maxBytes)],
  415: ({ bodies }) => [unsupported(mediaTypesOf(bodies))],
  422: (contract) => [missingFields(contract), ...(isIdempotent(contract) ? [keyReused()] : [])],
  429: () => [tooMany(900)],
  500: () => [new Error()],
  501: () => [new Rejection('mail_disabled')],
  503: () => [new UnavailableError()],
};

/** Returns whether a 409 may say when to try again. */
export const retriesConflicts = ({ conflicts = [] }: Contract): boolean =>
  conflicts.some((conflict) => conflict().details.retryAfterSeconds !== undefined);

/** The bodies that an endpoint may send with an error status, made as it makes them. */
export const errorExamples = (status: ErrorStatus, contract: Contract): unknown[] =>
  CAUSES[status](contract).map((cause) =>
    JSON.parse(errorResponse(cause, contract.messages, contract.invalidStatus).body),
  );

function errorsOfNulls(body: z.ZodMiniType) {
  const names = Object.keys(Object(examplesOf(body)[0]));
  const nulls = Object.fromEntries(names.map((name) => [name, null]));
  return z.object({ body }).safeParse({ body: nulls }).error?.issues ?? [];
}

/** Returns whether an operation takes an `Idempotency-Key`. */
export const isIdempotent = ({ idempotent }: Contract): boolean => idempotent !== undefined;

/** The error for headers that their schemas reject. */
function malformedHeaders({ input: { headers } }: Contract): Rejection {
  const control = Object.fromEntries(Object.keys(headers?.shape ?? {}).map((name) => [name, '\u0000']));
  const { error } = z
    .object({ headers: z.optional(z.unknown()), ...(headers && { headers }) })
    .safeParse({ headers: control });
  return new Rejection('malformed', problemsIn(error?.issues ?? []));
}

/** The error for a body without fields, or for empty query parameters where there is no body. */
function missingFields({ input: { body, query } }: Contract): Rejection {
  const empty = Object.fromEntries(Object.keys(query?.shape ?? {}).map((name) => [name, '']));
  const schema = z.object({ ...(body && { body }), ...(query && { query }) });
  const { error } = schema.safeParse({ body: {}, query: body ? {} : empty });
  // If every field is optional, one has the wrong type.
  const issues = body && !error ? errorsOfNulls(body) : error?.issues;
  return new Rejection('invalid', problemsIn(issues ?? []));
}
