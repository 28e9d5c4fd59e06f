import { inspect } from 'node:util';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ConditionFailedError, WriteConflictError } from '../../lib/dynamodb/client.ts';
import { Rejection } from '../../lib/errors.ts';
import { RepeatedError } from '../../lib/idempotency/repeat.ts';
import { caughtLog } from '../support/caught-log.ts';

const log = caughtLog('INFO');
const { logger, withoutDetails } = await import('../../lib/log.ts');

afterEach(log.clear);

const SECRET = 'grace@example.com';
const Item = { password_hash: { S: `$2b$12$${SECRET}` }, text: { S: SECRET } };
const $metadata = { requestId: SECRET, httpStatusCode: 400 };
/** What the SDK hangs on its errors. */
const details = { $metadata, $response: { body: SECRET, headers: { authorization: SECRET } } };

const cancelled = () =>
  Object.assign(
    new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata,
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item }, { Code: 'TransactionConflict' }],
    }),
    details,
  );

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

const invitations = z.object({ invitations: z.record(z.string(), z.object({ r: z.string() })) });

const errors: [kind: string, error: unknown][] = [
  ['of the SDK with items', cancelled()],
  [
    'of the SDK with one item',
    new ConditionalCheckFailedException({ message: 'The conditional request failed', $metadata, Item }),
  ],
  ['with a cause', new WriteConflictError(cancelled(), false)],
  ['with a cause of a cause', new Error('outer', { cause: new Error('inner', { cause: cancelled() }) })],
  ['with a cause that is no error', new Error('outer', { cause: { SECRET } })],
  ['with a text as its cause', new Error('outer', { cause: SECRET })],
  ['with items of its own', new ConditionFailedError([{ item: { SECRET } }], true)],
  ['with a response of its own', new RepeatedError({ statusCode: 201, headers: {}, body: SECRET })],
  ['with details', new Rejection('wrong_password', [], { emailHmac: SECRET })],
  ['of several', new AggregateError([cancelled(), new Error(SECRET)], 'all failed')],
  ['with a property that can be read only', Object.defineProperty(new Error(), 'item', { value: SECRET })],
  ['that says what it is as JSON', Object.assign(new Error('x'), { toJSON: () => ({ SECRET }) })],
  ['with an object as its message', Object.assign(new Error('x'), { message: { SECRET } })],
  ['of JSON.parse, which quotes', thrownBy(() => JSON.parse(`${SECRET} and more`))],
  [
    'of JSON.parse, which quotes the beginning',
    thrownBy(() => JSON.parse('grace is longer than 21 characters')),
  ],
  ['with the path of a problem', thrownBy(() => invitations.parse({ invitations: { [SECRET]: {} } }))],
  ['that is an object', { SECRET }],
  ['that is a text', SECRET],
];

const loggedError = z.strictObject({
  name: z.string(),
  message: z.string(),
  stack: z.optional(z.string()),
  cause: z.optional(z.strictObject({ name: z.string(), message: z.string() })),
});
const lineOfError = z.looseObject({ status: z.int(), error: loggedError });

it.each(errors)('of an error %s, the log has what is listed, and nothing else', (_, error) => {
  logger.error('request', { status: 500, error });
  expect(log.text()).not.toContain('grace');
  lineOfError.parse(JSON.parse(log.text()));
});

it.each(errors)('Lambda’s runtime gets no property of an error %s', (_, error) => {
  const bare = withoutDetails(error);
  expect(inspect(bare, { showHidden: true, depth: 9 })).not.toContain('grace');
  expect(JSON.stringify(bare)).toBe('{}');
  expect(bare).toBeInstanceOf(Error);
});

it('the log has an error’s name, message and stack, and its cause’s name and message', () => {
  logger.error('request', { status: 503, error: new WriteConflictError(cancelled(), false) });
  expect(lineOfError.parse(JSON.parse(log.text())).error).toEqual({
    name: 'WriteConflictError',
    message: 'Write conflict',
    stack: expect.stringMatching(/^WriteConflictError: Write conflict\n +at /),
    cause: { name: 'TransactionCanceledException', message: 'Transaction cancelled' },
  });
});

it('the log has all that a message quotes, unless JSON.parse quotes it', () => {
  logger.error('request', { status: 500, error: new Error('No budget "Hall" is there') });
  expect(log.text()).toContain('No budget \\"Hall\\" is there');
});
