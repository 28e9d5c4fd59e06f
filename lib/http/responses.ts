import { isRejection } from '../errors.ts';
import { answerTo, type ErrorStatus, fieldError } from './errors.ts';
import { prefersRepresentation } from './prefer.ts';

export interface Messages extends Partial<Record<ErrorStatus, string>> {
  success?: string;
  /** The status is 200. */
  dryRun?: string;
  /** Message of every error without one of its own. */
  failure: string;
  /** Statuses whose body has nothing but the message, because the API's contract shows it so. */
  bare?: readonly ErrorStatus[];
  /** Statuses without a body, because programs that can't read it get them. */
  empty?: readonly ErrorStatus[];
  /** Message for input that its schema rejects. May name the first error. */
  invalid?: string | ((first: string) => string);
}

export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: true;
}

/** The list of errors is capped. */
const MAX_ERRORS = 100;

const DEFAULT_MESSAGES: Partial<Record<ErrorStatus, string>> = {
  401: 'Unauthorized. Missing or invalid token.',
  405: 'Invalid request method',
};

export interface ResponseParts {
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
}

/** The written thing, or `undefined` if it can't be shown. */
export type Representation<Fields extends object = object> = () =>
  | Fields
  | undefined
  | Promise<Fields | undefined>;

/** The parts with what was written, if that is asked for, and with the headers that say so. */
export async function represented(
  { body, headers, representation }: ResponseParts & { representation?: Representation },
  preferences: string | undefined,
): Promise<ResponseParts> {
  const shown = prefersRepresentation(preferences) && (await representation?.());
  return {
    body: { ...body, ...shown },
    headers: {
      ...headers,
      ...(preferences !== undefined && { vary: 'Prefer' }),
      ...(shown && { 'preference-applied': 'return=representation' }),
    },
  };
}

/** Repeats the first response to a request. */
export const replay = (first: HttpResponse, preferences: string | undefined): HttpResponse => ({
  ...first,
  headers: {
    ...first.headers,
    ...(preferences !== undefined && { vary: 'Prefer' }),
    'idempotency-replayed': 'true',
  },
});

export function successResponse(
  status: number,
  message: string | undefined,
  { body, headers }: ResponseParts,
): HttpResponse {
  return jsonResponse(status, { status: 'success', ...(message && { message }), ...body }, headers);
}

/** The only place that writes an error body. `invalidStatus` is that of input that is rejected as invalid. */
export function errorResponse(
  error: unknown,
  messages: Messages,
  invalidStatus: ErrorStatus = 422,
): HttpResponse {
  const { problems, headers, ...answer } = answerTo(error);
  const isInvalid = isRejection(error, 'invalid');
  const status = isInvalid ? invalidStatus : answer.status;
  if (messages.empty?.includes(status)) return { statusCode: status, headers: {}, body: '' };
  const errors = problems.slice(0, MAX_ERRORS).map(fieldError);
  const { invalid } = messages;
  const ofInvalid = typeof invalid === 'function' ? invalid(errors[0]?.message ?? '') : invalid;
  const message =
    (isInvalid && ofInvalid) || messages[status] || DEFAULT_MESSAGES[status] || messages.failure;
  const listed = errors.length > 0 && !messages.bare?.includes(status) && { errors };
  return jsonResponse(status, { status: 'error', message, ...listed }, headers);
}

const jsonResponse = (
  statusCode: number,
  body: object,
  headers: Record<string, string> = {},
): HttpResponse => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
