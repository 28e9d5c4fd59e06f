import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { hmacOf, isHmacOf } from '../auth/signing-keys.ts';
import { runBeside } from '../aws/call.ts';
import { anyOf, type Change, isAbsent, isAtMost, Put } from '../dynamodb/changes.ts';
import { getItem } from '../dynamodb/items.ts';
import { idempotencyRecordKey, type PrimaryKey } from '../dynamodb/keys.ts';
import { Rejection, RetryLaterError } from '../errors.ts';
import { nowInSeconds } from '../instant.ts';
import { problem } from '../problem.ts';
import { type FirstResponse, RepeatedError } from './repeat.ts';

const RECORD_SECONDS = 86_400;

interface KeyedRequest {
  accountId: string;
  operation: string;
  path: unknown;
  key: string;
  /** The body as it was parsed, so a file's way to write numbers makes no difference. */
  body: unknown;
}

const recordItem = z.object({
  response: z.object({
    statusCode: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  /** HMAC of the body. */
  fingerprint: z.string(),
  /** Unix time in seconds. DynamoDB deletes the item some time later. */
  expires_at: z.int(),
});

export const keyReused = () =>
  new Rejection('invalid', {
    field: 'Idempotency-Key',
    problem: problem('reused', 'was already used with different input'),
  });

/** Stores the first response to a request, for repeats of it. */
export class IdempotencyRecord {
  readonly #key: PrimaryKey;
  readonly #body: string;

  constructor({ accountId, operation, path, key, body }: KeyedRequest) {
    const text = JSON.stringify([operation, path, key]);
    this.#key = idempotencyRecordKey(accountId, createHash('sha256').update(text).digest('base64url'));
    this.#body = JSON.stringify({ body });
  }

  /**
   * Does the work of a request. Its writes wait until it is known that it is no repeat. Throws `RepeatedError` if it is one, and `invalid` if the key was sent with other input.
   */
  async unlessRepeated<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await runBeside(this.#requireNone(), work);
    } catch (error) {
      // Another request with the key may have been done meanwhile, so that this one is rejected.
      if (error instanceof Rejection || error instanceof RetryLaterError) await this.#requireNone();
      throw error;
    }
  }

  put(response: FirstResponse): Change {
    return new Put(this.#key, {
      response,
      fingerprint: hmacOf('idempotency', this.#body),
      expires_at: nowInSeconds() + RECORD_SECONDS,
    }).require(
      anyOf(isAbsent(['PK']), isAtMost(['expires_at'], nowInSeconds())),
      () => new RetryLaterError('Another request with the same key was faster'),
    );
  }

  async #requireNone(): Promise<void> {
    const item = await getItem(this.#key);
    const record = item && recordItem.parse(item);
    if (!record || record.expires_at <= nowInSeconds()) return;
    if (!isHmacOf(record.fingerprint, 'idempotency', this.#body)) throw keyReused();
    throw new RepeatedError(record.response);
  }
}

export interface Idempotency {
  /** The name of its function. */
  operation: string;
  /** Adds the header to the schemas of its input. */
  withKey: <Shape extends { headers?: z.ZodMiniObject }>(input: Shape) => Shape;
  /** Returns `undefined` for a request without a key. */
  recordOf: (accountId: string, input: object) => IdempotencyRecord | undefined;
}

const keyHeader = z.object({
  'idempotency-key': z.optional(
    z.string().check(
      z.regex(/^[!-~]{1,255}$/, {
        error: problem('invalid', 'must have {minimum} to {maximum} visible ASCII {unit}', {
          minimum: 1,
          maximum: 255,
          unit: 'characters',
        }),
      }),
      z.meta({
        description:
          'A unique value, such as a UUID. For 24 hours, the same request with the same key gets the first response again, ' +
          'and nothing is done twice. Keys are scoped to the account, the operation and the ids in the path',
      }),
    ),
  ),
});

const keyedInput = z.object({
  headers: keyHeader,
  path: z.optional(z.unknown()),
  body: z.optional(z.unknown()),
  query: z.optional(z.looseObject({ dry_run: z.optional(z.boolean()) })),
});

/** Makes an operation take an `Idempotency-Key`. Another operation may have the same key. */
export const byKey = (operation: string): Idempotency => ({
  operation,
  withKey: (input) => ({ ...input, headers: z.object({ ...input.headers?.shape, ...keyHeader.shape }) }),
  recordOf: (accountId, input) => {
    const { headers, path, body, query } = keyedInput.parse(input);
    const { 'idempotency-key': key } = headers;
    // A dry run makes nothing.
    if (key === undefined || query?.dry_run) return undefined;
    return new IdempotencyRecord({ accountId, operation, path, key, body });
  },
});
