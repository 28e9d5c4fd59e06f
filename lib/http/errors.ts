import type { Access } from '../auth/access-token.ts';
import {
  type Facts,
  type FieldProblem,
  type Problem,
  type ProblemCode,
  parseProblem,
  problem,
} from '../problem.ts';

/** An error of one field. */
export interface FieldError extends Facts {
  field: string;
  code: ProblemCode;
  message: string;
  /** Of the entry of a list in a JSON body, from 0. */
  index?: number;
  /** Of the file that was sent. */
  line?: number;
}

/** The problem's message follows the field's name, as in "Name can't be blank.", unless it is a sentence itself. */
export function fieldError(field: string, problem: string): FieldError {
  const { code, message, ...facts } = parseProblem(problem);
  const sentence = message.endsWith('.') ? message : `${subject(field)} ${message}.`;
  const [, index] = /^\w+\[(\d+)\]/.exec(field) ?? [];
  return { field, code, message: sentence, ...facts, ...(index && { index: Number(index) }) };
}

/** The error as one of a file's line. A header is shown as it is written. */
export const atLine = (
  line: number,
  field: string,
  { field: named, index: _, message, ...error }: FieldError,
  header?: string,
): FieldError => ({
  ...error,
  field: header ?? field,
  message: `Line ${line}: ${message.replace(subject(named), () => header ?? subject(field))}`,
  line,
});

/** A field's name at the beginning of a sentence, without the path to it. A column of a file may have any name. */
function subject(field: string): string {
  const [, list] = /^(\w+)\[\d+\]$/.exec(field) ?? [];
  if (list) return `An entry of ${list}`;
  const name = field.replace(/^\w+\[\d+\]\./, '');
  if (name === 'email' || name === 'username') return 'E-mail';
  const [initial = '', ...rest] = name.replaceAll('_', ' ');
  return `${initial.toUpperCase()}${rest.join('')}`;
}

/** Security events in the log: possible attacks, or users who are locked out. */
type SecurityEvent = 'login_failed' | 'token_refused' | 'limit_reached' | 'forbidden';

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 501 | 503;

interface Details {
  securityEvent?: SecurityEvent | undefined;
  /** Of the address whose password was wrong. */
  emailHmac?: string | undefined;
  headers?: Record<string, string>;
  errors?: FieldError[] | undefined;
  message?: string | undefined;
}

/** An error response. Its message defaults to the operation's. */
export class HttpError<Status extends ErrorStatus = ErrorStatus> extends Error {
  override name = 'HttpError';
  readonly status: Status;
  readonly details: Details;

  constructor(status: Status, details: Details = {}) {
    super(details.message);
    this.status = status;
    this.details = details;
  }
}

const refusal = <Status extends ErrorStatus>(status: Status, field: string, problem: Problem) =>
  new HttpError(status, { errors: [fieldError(field, problem)] });

export const badRequest = (problem: Problem) => refusal(400, 'body', problem);

export const unauthorized = (securityEvent: SecurityEvent, emailHmac?: string) =>
  new HttpError(401, {
    securityEvent,
    emailHmac,
    headers: { 'www-authenticate': 'Bearer' },
    errors: [fieldError('token', problem('unauthorized', 'This needs a valid token. Log in again.'))],
  });

export const forbidden = (field: string, problem: Problem) =>
  new HttpError(403, { securityEvent: 'forbidden', errors: [fieldError(field, problem)] });

/** The first login of anybody who has a second factor, and no security event. */
export const codeMissing = (field: string, problem: Problem) => refusal(403, field, problem);

export const codeWrong = (field: string, problem: Problem, emailHmac: string) =>
  new HttpError(403, { securityEvent: 'login_failed', emailHmac, errors: [fieldError(field, problem)] });

/** An access token doesn't suffice: none does, or only one with more access. */
export function insufficientScope(needed: readonly Access[] | undefined) {
  const message =
    needed === undefined
      ? 'An access token cannot do this. Log in and send the token of your session.'
      : `This needs an access token with ${needed.join(' or ')} access.`;
  return new HttpError(403, {
    securityEvent: 'forbidden',
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    errors: [fieldError('token', problem('insufficient_scope', message))],
  });
}

/** The operator has stopped the caller's account. */
export const blocked = () =>
  forbidden('account', problem('blocked', 'This account is blocked. Ask the operator of the service.'));

export const notFound = () =>
  refusal(404, 'path', problem('not_found', 'This is not there, or you may not see it.'));

export const methodNotAllowed = (allow: string) => new HttpError(405, { headers: { allow } });

export const conflict = (fields: FieldProblem[], retryAfterSeconds?: number) =>
  new HttpError(409, {
    errors: fields.map(({ field, problem }) => fieldError(field, problem)),
    ...(retryAfterSeconds !== undefined && { headers: { 'retry-after': String(retryAfterSeconds) } }),
  });

const CHANGED = problem(
  'changed',
  "You don't have the current version of this. Load it again and repeat your change.",
);

export const preconditionFailed = (fields = ['If-Match']) =>
  new HttpError(412, { errors: fields.map((field) => fieldError(field, CHANGED)) });

export const weakTag = () =>
  refusal(
    412,
    'If-Match',
    problem('weak', 'A weak tag never matches. Send the tag without the W/ in front of it.'),
  );

export const contentTooLarge = (problem: Problem) => refusal(413, 'body', problem);

export const unsupportedMediaType = (problem: Problem) => refusal(415, 'Content-Type', problem);

export const unprocessable = (fields: FieldProblem[], securityEvent?: SecurityEvent, emailHmac?: string) =>
  new HttpError(422, {
    securityEvent,
    emailHmac,
    errors: fields.map(({ field, problem }) => fieldError(field, problem)),
  });

export function tooManyRequests(retryAfterSeconds: number) {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : '{minutes} minutes';
  return new HttpError(429, {
    securityEvent: 'limit_reached',
    headers: { 'retry-after': String(retryAfterSeconds) },
    errors: [fieldError('request', problem('too_many', `Try again in ${wait}.`, { minutes }))],
  });
}

export const notImplemented = () => new HttpError(501);

export const serviceUnavailable = () => new HttpError(503, { headers: { 'retry-after': '5' } });
