import * as z from 'zod/mini';
import { type Problem, problem, tooLong } from './problem.ts';

export const BLANK = problem('blank', "can't be blank");

export const stringExpected = ({ input }: { input?: unknown }): Problem =>
  input === undefined ? BLANK : problem('invalid', 'must be a string');

export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

export const flag = z.boolean({ error: problem('invalid', 'must be true or false') });

export const choice = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: problem('invalid', `must be one of ${names.join(', ')}`) });

export const requiredText = (description: string) =>
  z.string({ error: stringExpected }).check(z.minLength(1, { error: BLANK }), z.meta({ description }));

type Range = Record<'minimum' | 'maximum', number>;

const notInRange = (range: Range): Problem =>
  problem('invalid', 'must be a whole number from {minimum} to {maximum}', range);

export function wholeNumber(range: Range) {
  const error = notInRange(range);
  return z
    .int32({ error, abort: true })
    .check(z.gte(range.minimum, { error }), z.lte(range.maximum, { error }));
}

/** A whole number from 1 in a path or a query. */
export function wholeNumberText(description: string, maximum = 2 ** 31 - 1) {
  const error = notInRange({ minimum: 1, maximum });
  return z.pipe(
    z.string().check(
      z.regex(/^[1-9][0-9]*$/, { error, abort: true }),
      z.meta({
        description,
        override: ({ jsonSchema }) => {
          delete jsonSchema.pattern;
          Object.assign(jsonSchema, { type: 'integer', format: 'int32', minimum: 1, maximum });
        },
      }),
    ),
    z.pipe(z.transform(Number), z.number({ error }).check(z.lte(maximum, { error }))),
  );
}

/** Text of `min` to `max` characters, counted in code points like JSON Schema. */
export const text = ({ min, max, trim = false }: { min: 0 | 1; max: number; trim?: boolean }) =>
  z.string({ error: stringExpected }).check(
    ...(trim ? [z.trim()] : []),
    z.refine((value) => value.isWellFormed(), {
      error: problem('invalid', 'must be well-formed Unicode'),
      abort: true,
    }),
    z.refine((value) => value.length >= min, { error: BLANK, abort: true }),
    // Further checks see no longer text.
    z.refine((value) => [...value].length <= max, { error: tooLong(max, 'characters'), abort: true }),
    z.meta(
      trim
        ? {
            description: `${min === 0 ? 'Up to' : '1 to'} ${max} characters, not counting whitespace at both ends, which is removed`,
            pattern: trimmedPattern(min, max),
          }
        : { minLength: min, maxLength: max },
    ),
  );

/** JSON Schema pattern for a length that ignores leading and trailing whitespace. */
function trimmedPattern(min: 0 | 1, max: number): string {
  const inner = `\\S(?:[\\s\\S]{0,${max - 2}}\\S)?`;
  return `^\\s*${min === 0 ? `(?:${inner})?` : inner}\\s*$`;
}

/** Any of these fields, but at least one. */
export function changesOf<Fields extends z.ZodMiniObject>(fields: Fields) {
  const names = Object.keys(fields.shape);
  return z.partial(fields).check(
    z.refine((changes) => names.some((name) => Object.hasOwn(changes, name)), {
      error: problem('blank', `must have at least one of ${names.join(', ')}`),
    }),
    z.meta({
      description: `At least one of ${names.join(', ')}. Fields that are left out keep their values`,
      minProperties: 1,
    }),
  );
}

/** Returns a field's value after a change. `null` clears it. */
export const changedBy = <Value>(
  change: Value | null | undefined,
  value: Value | undefined,
): Value | undefined => (change === undefined ? value : (change ?? undefined));

/** All fields of a thing, so that the type check names a missing one. */
export type Complete<Fields> = { [Name in keyof Fields]-?: Fields[Name] | undefined };

export type Some<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

export const ifSet = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  z.optional(schema.check(z.meta({ description })));

export const examplesOf = (schema: z.ZodMiniType): unknown[] =>
  z.optional(z.array(z.unknown())).parse(z.globalRegistry.get(schema)?.['examples']) ?? [];
