import { EDITORS, OWNER, type Role, VIEWERS } from '../lib/auth/roles.ts';
import type { Contract } from '../lib/http/contract.ts';
import type { ErrorStatus } from '../lib/http/errors.ts';
import { toHttpError } from '../lib/http/responses.ts';
import { forbiddenOf, isIdempotent } from './errors.ts';
import { CODE_MEANINGS } from './schemas.ts';

export const DESCRIPTIONS: Record<ErrorStatus | 200 | 201 | 304, string> = {
  200: 'Success',
  201: 'Created',
  304: 'Not modified: If-None-Match names the current ETag',
  400: 'The body is not a JSON object, or a required part of it is missing',
  401: 'The token is missing or invalid, or the credentials are wrong',
  403: 'You may not do this',
  404: 'Not found, or it belongs to another account',
  405: 'The path does not support this method',
  409: 'The value is already taken, a limit is reached, or the event does not allow the change',
  412: 'If-Match does not name the current version',
  413: 'The body is larger than 64 KiB',
  415: 'The content type of the body is not supported',
  422: 'A field is missing or invalid',
  429: 'Too many attempts',
  500: 'Internal error',
  501: 'The deployment sends no mail',
  503: 'The database is overloaded or unreachable',
};

const ALLOWED = new Map<readonly Role[] | undefined, string>([
  [OWNER, 'Only the owner of the event may do this.'],
  [EDITORS, 'The owner of the event and its editors may do this.'],
  [VIEWERS, 'The owner of the event and all its members may do this.'],
]);

const TAKES_TOKEN = {
  read: 'An access token may do this.',
  write: 'An access token may do this if its access is `write`.',
};

/** What an operation's contract says beyond its summary. */
export function describeOperation(contract: Contract): string {
  const { description, roles, authentication } = contract;
  const sentences = [
    description,
    ALLOWED.get(roles),
    authentication.scheme === 'none' && 'Needs no token.',
    authentication.access && TAKES_TOKEN[authentication.access],
    isIdempotent(contract) && 'With an `Idempotency-Key` it can be repeated without being done twice.',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** When an operation answers with an error status. */
export function describe(status: ErrorStatus, contract: Contract): string {
  if (status === 413 && contract.bodies)
    return `The body is larger than ${contract.bodies.maxBytes / 1_024} KiB`;
  return `${DESCRIPTIONS[status]}${furtherCause(status, contract)}`;
}

function furtherCause(status: ErrorStatus, contract: Contract): string {
  if (status === 403) {
    const codes = forbiddenOf(contract).flatMap((error) => toHttpError(error).details.errors ?? []);
    return `: ${codes.map(({ code }) => CODE_MEANINGS[code]).join(', or ')}`;
  }
  if (status === 400 && contract.bodies) return ', or CSV in UTF-8, or a header is malformed';
  if (status === 400 && contract.input.headers) return ', or a header is malformed';
  if (status === 422 && isIdempotent(contract))
    return ', or the Idempotency-Key was sent before with another body';
  return '';
}
