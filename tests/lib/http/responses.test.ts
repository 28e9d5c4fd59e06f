import { describe, expect, it } from 'vitest';
import * as errors from '../../../lib/errors.ts';
import {
  accountFull,
  DatabaseUnavailableError,
  eventTooLarge,
  InvocationError,
  MailDisabledError,
  OldEventError,
  Rejection,
  RetryLaterError,
  SecretUnavailableError,
  staleTag,
  tooMany,
  UnavailableError,
  weakTag,
  wrongCode,
} from '../../../lib/errors.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { none } from '../../../lib/http/no-authentication.ts';
import { problem } from '../../../lib/problem.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';

const INVALID = problem('invalid', 'is invalid');

const amount = { field: 'amount', problem: INVALID };

/** What an operation may throw, and the status that it means. */
const thrown: [error: unknown, status: number, fields?: string[]][] = [
  [new Rejection('not_found'), 404, ['path']],
  [new Rejection('forbidden', { field: 'account', problem: INVALID }), 403, ['account']],
  [staleTag(3), 412, ['If-Match']],
  [weakTag(3), 412, ['If-Match']],
  [new Rejection('conflict', { field: 'amount', problem: INVALID }), 409, ['amount']],
  [eventTooLarge(), 409, ['event']],
  [accountFull(), 409, ['events']],
  [new Rejection('invalid', { field: 'token', problem: INVALID }), 422, ['token']],
  [new Rejection('wrong_password'), 422, ['password']],
  [new Rejection('missing_code'), 403, ['code']],
  [new Rejection('wrong_code', wrongCode(true), { emailHmac: 'an HMAC' }), 403, ['code']],
  [new Rejection('invalid', [amount, { ...amount, field: 'spent' }]), 422, ['amount', 'spent']],
  [new Rejection('unauthorized'), 401, ['token']],
  [new Rejection('login_failed', [], { emailHmac: 'an HMAC' }), 401, ['token']],
  [new Rejection('login_failed'), 401, ['token']],
  [tooMany(7), 429, ['request']],
  [new MailDisabledError(), 501],
  [new UnavailableError('later'), 503],
  [new RetryLaterError('later'), 503],
  [new OldEventError(), 503],
  [new DatabaseUnavailableError('later'), 503],
  [new InvocationError('later'), 503],
  [new SecretUnavailableError('later'), 503],
  [new DOMException('too slow', 'TimeoutError'), 503],
  [new Rejection('malformed', { field: 'body', problem: INVALID }), 400, ['body']],
  [new Error('a defect'), 500],
  ['not even an error', 500],
];

/** The response of an operation that throws this. */
function responseTo(error: unknown) {
  const handler = endpoint({
    summary: 'Fail',
    method: 'POST',
    route: '/',
    permissions: [],
    authentication: none,
    input: {},
    success: 200,
    errors: [],
    messages: { failure: 'It failed' },
    handle: async () => {
      throw error;
    },
  });
  return handler(gatewayRequest('POST'), context());
}

describe('what an operation throws becomes a response', () => {
  it.each(thrown)('%s: %d', async (error, status, fields) => {
    const { statusCode, headers, body } = await responseTo(error);
    expect(statusCode).toBe(status);
    const { message, errors, ...rest } = JSON.parse(body);
    expect(rest).toEqual({ status: 'error' });
    expect(message).toBe(status === 401 ? 'Unauthorized. Missing or invalid token.' : 'It failed');
    expect(errors?.map(({ field }: { field: string }) => field)).toEqual(fields);
    const retryAfter = { 429: '7', 503: '5' }[status];
    expect(headers['retry-after']).toBe(retryAfter);
    expect(headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  });

  it.each([
    [3_600, 60, '60 minutes'],
    [3_540, 59, '59 minutes'],
    [3_539, 59, '59 minutes'],
    [61, 2, '2 minutes'],
    [60, 1, 'a minute'],
    [1, 1, 'a minute'],
  ])('a rate limit of %i more seconds', async (seconds, minutes, wait) => {
    const { headers, body } = await responseTo(tooMany(seconds));
    const message = `Try again in ${wait}.`;
    expect(headers['retry-after']).toBe(String(seconds));
    expect(JSON.parse(body).errors).toEqual([{ field: 'request', code: 'too_many', message, minutes }]);
  });

  it('whatever error the service has', () => {
    const kinds = Object.entries(errors).filter(([, value]) =>
      Object.prototype.isPrototypeOf.call(Error, value),
    );
    expect(kinds).toHaveLength(8);
    for (const [name, kind] of kinds)
      expect(
        thrown.map(([error]) => error?.constructor),
        name,
      ).toContain(kind);
  });
});
