import { EDITORS, OWNER, type Role, VIEWERS } from '../lib/auth/roles.ts';
import type { Rejection } from '../lib/errors.ts';
import type { Contract } from '../lib/http/contract.ts';
import { answerTo, type ErrorStatus, fieldError } from '../lib/http/errors.ts';
import { forbiddenOf, isIdempotent } from './errors.ts';
import { CODE_MEANINGS } from './schemas.ts';

export const DESCRIPTIONS: Record<ErrorStatus | 200 | 201 | 304, string> = {
  200: 'Success',
  201: 'Created',
  304: 'Not modified: If-None-Match names the current ETag',
  400: 'The body is not a JSON object, is nested deeper than 16 levels, or has a key such as `__proto__`',
  401: 'The token is missing, invalid, expired or ended, or the credentials are wrong',
  403: 'You may not do this',
  404: "Doesn't exist, or you have no access to it",
  405: 'The path does not support this method',
  409: 'The stored data does not allow it',
  412: 'If-Match does not name the current version: read again, and repeat the change',
  413: 'The body is larger than 64 KiB',
  415: 'The content type of the body is not supported. A web page has to send one',
  422: 'A field is missing or invalid',
  429: 'Too many attempts: repeat the request after `Retry-After` seconds',
  500: 'Internal error: the log has its cause under the id in `X-Request-Id`',
  501: 'The deployment sends no mail',
  503: 'The service or its database is overloaded, or it is unknown whether a write was done: repeat the request after `Retry-After` seconds',
};

const ALLOWED = new Map<readonly Role[] | undefined, string>([
  [OWNER, 'Only the owner of the event may do this.'],
  [EDITORS, 'The owner of the event and its editors may do this.'],
  [VIEWERS, 'The owner of the event and all its members may do this.'],
]);

const TAKES_TOKEN = {
  session: 'Access tokens cannot do this.',
  read: 'Access tokens can do this.',
  write: 'Access tokens with `write` can do this.',
  calendar: 'Only access tokens for a `calendar` can do this.',
};

/** The description of an operation, from its contract. */
export function describeOperation(contract: Contract): string {
  const { description, roles, authentication } = contract;
  const sentences = [
    description,
    ALLOWED.get(roles),
    authentication.scheme === 'none' && 'Needs no token.',
    ['bearer', 'address'].includes(authentication.scheme) &&
      TAKES_TOKEN[authentication.access?.[0] ?? 'session'],
    isIdempotent(contract) && 'With an `Idempotency-Key` you can repeat it, and it is done only once.',
  ];
  return sentences.filter(Boolean).join(' ');
}

const entriesOf = (rejections: Rejection[]) =>
  rejections.flatMap((each) => answerTo(each).problems.map(fieldError));

/** Describes when an operation answers with an error status. */
export function describe(status: ErrorStatus, contract: Contract): string {
  if (status === 413 && contract.bodies)
    return `The body is larger than ${contract.bodies.maxBytes / 1_024} KiB`;
  return `${DESCRIPTIONS[status]}${furtherCause(status, contract)}`;
}

/** A wrong password is no cause of a 403. */
const FORBIDDEN_MEANINGS = { ...CODE_MEANINGS, wrong: 'the code is wrong or was already used' };

function furtherCause(status: ErrorStatus, contract: Contract): string {
  if (status === 403) {
    const codes = new Set(entriesOf(forbiddenOf(contract)).map(({ code }) => code));
    return `: ${[...codes].map((code) => FORBIDDEN_MEANINGS[code]).join(', or ')}`;
  }
  if (status === 409) {
    const conflicts = entriesOf((contract.conflicts ?? []).map((conflict) => conflict()));
    return `: ${conflicts.map(({ message }) => message).join(' ')}`;
  }
  if (status === 400 && contract.bodies)
    return '; or it is not a CSV file in UTF-8; or a header is malformed';
  if (status === 400 && contract.input.headers) return '; or a header is malformed';
  if (status === 400 && contract.invalidStatus === 400) return '; or a required field is missing';
  if (status === 422 && isIdempotent(contract))
    return ', or the Idempotency-Key was already used with another body';
  return '';
}
