import * as z from 'zod/mini';
import { problem } from '../problem.ts';
import { IdempotencyRecord } from './record.ts';

/** Support of an operation for an `Idempotency-Key`. */
export interface Idempotency {
  /** The name of its function. */
  operation: string;
  /** Adds the header to the schemas of its input. */
  withKey: <Shape extends { headers?: z.ZodMiniObject }>(input: Shape) => Shape;
  /** The idempotency record of a request; `undefined` if it has no key. */
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

/** For a contract. A key is remembered with its operation, so others may have the same. */
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
