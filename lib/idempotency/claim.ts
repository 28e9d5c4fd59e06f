import type * as z from 'zod/mini';
import type { Change } from '../dynamodb/changes.ts';
import type { Digits } from '../money/amount.ts';

/** What was made under an `Idempotency-Key`: as much of it as the answer to a repeat needs. */
export interface Made {
  id: number;
  /** The fractional digits of its amounts, if it has any. */
  digits?: Digits | undefined;
  /** The guests of its event, if its amount follows from them. */
  guests?: number | undefined;
  /** Not kept under the key: a repeat has no `ETag`. */
  version?: number | undefined;
}

/** The change that stores, in the same transaction, what was made under a key. */
export type Claim = (made: Made) => Change;

/** Makes something, or finds what an earlier request with the same key made. */
export type Once = <Creation extends Made>(
  make: (claim?: Claim) => Promise<Creation>,
) => Promise<Creation | Made>;

interface Making<Shape, Input, Who, Outcome> {
  input: Shape;
  handle: (input: Input, caller: Who, once: Once) => Promise<Outcome>;
}

/** Adds the header to the input's schemas, and gives `handle` what finds an earlier request with the same key. */
export type Idempotency = <
  Shape extends { headers?: z.ZodMiniObject },
  Input extends { headers?: unknown; path?: unknown },
  Who extends { accountId: string } | undefined,
  Outcome extends { headers?: Record<string, string> } | Error,
>(
  endpoint: Making<Shape, Input, Who, Outcome>,
) => Making<Shape, Input, Who, Outcome>;
