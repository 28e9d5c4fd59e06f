import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { problem } from './problem.ts';

const EPOCH = Date.UTC(2026, 0, 1);
const IDS_PER_MILLISECOND = 2 ** 12;

let last = 0;

/** The highest id that could be made by then, in Unix milliseconds. */
export const lastIdAt = (time: number): number => (time + 1 - EPOCH) * IDS_PER_MILLISECOND - 1;

/** Unix time in milliseconds. */
export const timeOf = (id: number): number => EPOCH + Math.floor(id / IDS_PER_MILLISECOND);

/** A new id: an integer below 2^53 that increases with time and is unique within the process. */
export function nextId(now: number = Date.now()): number {
  // Each millisecond starts at a random offset, so that ids of different processes rarely collide.
  const candidate = (now - EPOCH) * IDS_PER_MILLISECOND + randomInt(IDS_PER_MILLISECOND);
  last = Math.max(last + 1, candidate);
  return last;
}

/** This id, or a new one if one of these has it: another process may have used the same one in the same millisecond. */
export const freeId = (others: { id: number }[], id = nextId()): number =>
  others.some((other) => other.id === id) ? freeId(others) : id;

const INVALID = problem('invalid', 'is invalid');

/** Describes an id as an integer in JSON Schema, where `pattern` doesn't apply to numbers. */
export const describeId = z.meta({
  override: ({ jsonSchema }) => {
    delete jsonSchema.pattern;
    // Without a format, generated clients take 32 bits.
    const range = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
    Object.assign(jsonSchema, { type: 'integer', format: 'int64', ...range });
  },
});

const idText = z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, { error: INVALID, abort: true }));
const idNumber = z.pipe(
  z.transform(Number),
  z.number().check(z.lte(Number.MAX_SAFE_INTEGER, { error: INVALID })),
);

export const idResponse = z.int().check(describeId);

export const idParameter = (thing: string) =>
  z.pipe(idText.check(describeId, z.meta({ description: `Id of the ${thing}` })), idNumber);

/** A cursor is text to clients. */
export const idCursor = z.pipe(idText, idNumber);
