import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';

const EPOCH = Date.UTC(2026, 0, 1);
const IDS_PER_MILLISECOND = 2 ** 12;

let last = 0;

/** A whole number below 2^53 that rises with time and never repeats inside one process. */
export function nextId(now: number = Date.now()): number {
  // Each millisecond starts at random, so that two processes seldom meet on one id.
  const candidate = (now - EPOCH) * IDS_PER_MILLISECOND + randomInt(IDS_PER_MILLISECOND);
  last = Math.max(last + 1, candidate);
  return last;
}

/** JSON Schema's word for an id, to which a pattern means nothing. */
const describeId = z.meta({
  override: ({ jsonSchema }) => {
    delete jsonSchema.pattern;
    Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
  },
  examples: [114640874095021],
});

/** An id as an answer shows it. */
export const shownId = z.int().check(describeId);

/** An id as it stands in a path or a cursor. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, { error: 'is invalid', abort: true }), describeId),
  z.pipe(z.transform(Number), z.number().check(z.lte(Number.MAX_SAFE_INTEGER, { error: 'is invalid' }))),
);
