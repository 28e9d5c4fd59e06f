import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { hmacOf, isHmacOf } from '../auth/signing-keys.ts';
import { runBeside } from '../aws/call.ts';
import { type Change, Put } from '../dynamodb/changes.ts';
import { anyOf, isAbsent, isAtMost } from '../dynamodb/conditions.ts';
import { getItem } from '../dynamodb/items.ts';
import { idempotencyRecordKey, type PrimaryKey } from '../dynamodb/keys.ts';
import { Rejection, RetryLaterError } from '../errors.ts';
import { nowInSeconds } from '../instant.ts';
import { problem } from '../problem.ts';
import { type FirstResponse, RepeatedError } from './repeat.ts';

/** Lifetime of a key. */
const RECORD_SECONDS = 86_400;

/** A request that has an `Idempotency-Key`. */
interface KeyedRequest {
  accountId: string;
  /** Such as `eventsCreate`. */
  operation: string;
  path: unknown;
  key: string;
  /** The body as it was parsed, so a file's way to write numbers makes no difference. */
  body: unknown;
}

/** It is stored by the transaction that makes what the first response tells of. */
const recordItem = z.object({
  response: z.object({
    statusCode: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  /** An HMAC of the body. */
  fingerprint: z.string(),
  /** Unix time in seconds. DynamoDB deletes the item some time later. */
  expires_at: z.int(),
});

export const keyReused = () =>
  new Rejection('invalid', {
    field: 'Idempotency-Key',
    problem: problem('reused', 'was already used with different input'),
  });

/** the idempotency record: the first response to a request with it. */
export class IdempotencyRecord {
  readonly #key: PrimaryKey;
  readonly #body: string;

  constructor({ accountId, operation, path, key, body }: KeyedRequest) {
    const text = JSON.stringify([operation, path, key]);
    this.#key = idempotencyRecordKey(accountId, createHash('sha256').update(text).digest('base64url'));
    this.#body = JSON.stringify({ body });
  }

  /**
   * Does the work of a request. Its writes wait until it is known that it is no repeat. Throws {@link RepeatedError} if it is
   * one, and `invalid` if the key was sent with other input.
   */
  async unlessRepeated<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await runBeside(this.#requireNone(), work);
    } catch (error) {
      // Another request with the key may have been done meanwhile, so that this one is refused.
      if (error instanceof Rejection || error instanceof RetryLaterError) await this.#requireNone();
      throw error;
    }
  }

  /** The change that stores the first response. */
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
    const idempotencyRecord = item && recordItem.parse(item);
    if (!idempotencyRecord || idempotencyRecord.expires_at <= nowInSeconds()) return;
    if (!isHmacOf(idempotencyRecord.fingerprint, 'idempotency', this.#body)) throw keyReused();
    throw new RepeatedError(idempotencyRecord.response);
  }
}
