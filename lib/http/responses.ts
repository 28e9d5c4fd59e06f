import {
  ChangedSinceError,
  ConflictError,
  ForbiddenError,
  InvalidFieldsError,
  LinkEndedError,
  LoginFailedError,
  MailDisabledError,
  MissingCodeError,
  NotFoundError,
  OldEventError,
  PreconditionError,
  RateLimitError,
  SessionEndedError,
  UnavailableError,
  WeakVersionError,
  WrongCodeError,
  WrongPasswordError,
} from '../errors.ts';
import {
  codeMissing,
  codeWrong,
  conflict,
  type ErrorStatus,
  forbidden,
  HttpError,
  notFound,
  notImplemented,
  preconditionFailed,
  serviceUnavailable,
  tooManyRequests,
  unauthorized,
  unprocessable,
  weakTag,
} from './errors.ts';
import { prefersRepresentation } from './prefer.ts';

/** The `message` of each outcome of an operation, as the API's contract has it. */
export interface Messages extends Partial<Record<ErrorStatus, string>> {
  success?: string;
  /** Of a dry run, whose status is 200. */
  dryRun?: string;
  /** Of every error that has no message of its own. */
  failure: string;
  /** Statuses whose body has nothing but the message, because the API's contract shows it so. */
  bare?: readonly ErrorStatus[];
  /** Statuses without a body, because programs that can't read it get them. */
  empty?: readonly ErrorStatus[];
  /** Of input that its schema rejects. May tell the first error. */
  invalid?: string | ((first: string) => string);
}

/** The response that Lambda returns to API Gateway. */
export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: true;
}

/** More of them help nobody. */
export const MAX_ERRORS = 100;

const DEFAULT_MESSAGES: Partial<Record<ErrorStatus, string>> = {
  401: 'Unauthorized. Missing or invalid token.',
  405: 'Invalid request method',
};

/** What a response is made of. */
export interface ResponseParts {
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
}

/** What was written; `undefined` if it can't be shown. */
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

/** The first response to a request, for a repeat of it. */
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

/** The only place that writes an error body. Unexpected errors reveal no details. */
export function errorResponse(error: unknown, messages: Messages): HttpResponse {
  const { status, details } = toHttpError(error);
  if (messages.empty?.includes(status)) return { statusCode: status, headers: {}, body: '' };
  const message = details.message ?? messages[status] ?? DEFAULT_MESSAGES[status] ?? messages.failure;
  const { errors, headers } = details;
  const listed = errors && !messages.bare?.includes(status) && { errors: errors.slice(0, MAX_ERRORS) };
  return jsonResponse(status, { status: 'error', message, ...listed }, headers);
}

/** Maps any error to an HTTP error. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof LoginFailedError) return unauthorized('login_failed', error.emailHmac);
  if (error instanceof SessionEndedError || error instanceof LinkEndedError)
    return unauthorized('token_refused');
  if (error instanceof WrongPasswordError)
    return unprocessable(error.fields, 'login_failed', error.emailHmac);
  if (error instanceof InvalidFieldsError) return unprocessable(error.fields);
  if (error instanceof NotFoundError) return notFound();
  if (error instanceof MissingCodeError) return codeMissing(error.field, error.problem);
  if (error instanceof WrongCodeError) return codeWrong(error.field, error.problem, error.emailHmac);
  if (error instanceof ForbiddenError) return forbidden(error.field, error.problem);
  if (error instanceof PreconditionError) return preconditionFailed(error.fields);
  if (error instanceof WeakVersionError) return weakTag();
  if (error instanceof ConflictError) return conflict([error], error.retryAfterSeconds);
  if (error instanceof ChangedSinceError) return conflict(error.changed);
  if (error instanceof RateLimitError) return tooManyRequests(error.retryAfterSeconds);
  if (error instanceof MailDisabledError) return notImplemented();
  const isTransient =
    error instanceof UnavailableError ||
    error instanceof OldEventError ||
    (error instanceof Error && error.name === 'TimeoutError');
  return isTransient ? serviceUnavailable() : new HttpError(500);
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
