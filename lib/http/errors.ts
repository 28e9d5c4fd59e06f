import { OldEventError, type Reason, Rejection, UnavailableError } from '../errors.ts';
import { type Facts, type FieldProblem, type ProblemCode, parseProblem, problem } from '../problem.ts';

interface FieldError extends Facts {
  field: string;
  code: ProblemCode;
  message: string;
  /** Index of the entry of a list in a JSON body, from 0. */
  index?: number;
  /** Line of the file that was sent. */
  line?: number;
}

/** The problem's message follows the field's name, as in "Name can't be blank.", unless it is a sentence itself. */
export function fieldError({ field, problem, line, header }: FieldProblem): FieldError {
  const { code, message, ...facts } = parseProblem(problem);
  const sentence = message.endsWith('.') ? message : `${header ?? subject(field)} ${message}.`;
  const [, index] = /^\w+\[(\d+)\]/.exec(field) ?? [];
  if (line !== undefined)
    return { code, ...facts, field: header ?? field, message: `Line ${line}: ${sentence}`, line };
  return { field, code, message: sentence, ...facts, ...(index && { index: Number(index) }) };
}

/** A field's name at the beginning of a sentence, without the path to it. A column of a file may have any name. */
function subject(field: string): string {
  const [, list] = /^(\w+)\[\d+\]$/.exec(field) ?? [];
  if (list) return `An entry of ${list}`;
  const name = field.replace(/^\w+\[\d+\]\./, '');
  if (name === 'email' || name === 'username') return 'E-mail';
  const [initial = '', ...rest] = name.replaceAll('_', ' ');
  return `${initial.toUpperCase()}${rest.join('')}`;
}

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 501 | 503;

interface Answer {
  status: ErrorStatus;
  /** In the log: a possible attack, or a user who is locked out. */
  securityEvent?: 'login_failed' | 'token_refused' | 'limit_reached' | 'forbidden';
  headers?: Record<string, string>;
  /** For a rejection without one. */
  problem?: FieldProblem;
}

const TOKEN = {
  headers: { 'www-authenticate': 'Bearer' },
  problem: { field: 'token', problem: problem('unauthorized', 'This requires a valid token. Log in again.') },
};

const ANSWERS: Record<Reason | 'unavailable' | 'defect', Answer> = {
  malformed: { status: 400 },
  unauthorized: { status: 401, securityEvent: 'token_refused', ...TOKEN },
  login_failed: { status: 401, securityEvent: 'login_failed', ...TOKEN },
  forbidden: { status: 403, securityEvent: 'forbidden' },
  insufficient_scope: {
    status: 403,
    securityEvent: 'forbidden',
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  },
  // The first login of anybody who has a second factor, and no security event.
  missing_code: {
    status: 403,
    problem: {
      field: 'code',
      problem: problem('second_factor', 'Enter the code from your authenticator app, or a recovery code.'),
    },
  },
  wrong_code: { status: 403, securityEvent: 'login_failed' },
  not_found: { status: 404, problem: { field: 'path', problem: problem('not_found', 'Not found.') } },
  no_calendar: { status: 404, securityEvent: 'token_refused' },
  wrong_method: { status: 405 },
  conflict: { status: 409 },
  changed: { status: 412 },
  too_large: { status: 413 },
  unsupported: { status: 415 },
  invalid: { status: 422 },
  wrong_password: {
    status: 422,
    securityEvent: 'login_failed',
    problem: { field: 'password', problem: problem('wrong', 'is wrong') },
  },
  too_many: { status: 429, securityEvent: 'limit_reached' },
  defect: { status: 500 },
  mail_disabled: { status: 501 },
  unavailable: { status: 503, headers: { 'retry-after': '5' } },
};

/** The response to any error. An unexpected one reveals no details. */
export function answerTo(error: unknown): Answer & Pick<Rejection, 'problems'> {
  if (!(error instanceof Rejection)) {
    const isTransient =
      error instanceof UnavailableError ||
      error instanceof OldEventError ||
      (error instanceof Error && error.name === 'TimeoutError');
    return { ...ANSWERS[isTransient ? 'unavailable' : 'defect'], problems: [] };
  }
  const { reason, problems, details } = error;
  const { headers, problem, ...answer } = ANSWERS[reason];
  return {
    ...answer,
    problems: problems.length === 0 && problem ? [problem] : problems,
    headers: {
      ...headers,
      ...(details.allow !== undefined && { allow: details.allow }),
      ...(details.retryAfterSeconds !== undefined && { 'retry-after': String(details.retryAfterSeconds) }),
    },
  };
}
