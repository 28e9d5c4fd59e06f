import * as z from 'zod/mini';

/** Error for a value that isn't a string, phrased to follow the field's name. */
export const stringExpected = ({ input }: { input?: unknown }): string =>
  input === undefined ? "can't be blank" : 'must be a string';

interface TextRules {
  min: 0 | 1;
  max: number;
  trim?: boolean;
  example: string;
}

/** Text of `min` to `max` characters, counted in code points like JSON Schema. */
export const text = ({ min, max, trim = false, example }: TextRules) =>
  z.string({ error: stringExpected }).check(
    ...(trim ? [z.trim()] : []),
    z.refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode', abort: true }),
    z.refine((value) => value.length >= min, { error: "can't be blank", abort: true }),
    z.refine((value) => [...value].length <= max, { error: `is too long (maximum is ${max} characters)` }),
    z.meta({
      examples: [example],
      ...(trim ? { pattern: trimmedPattern(min, max) } : { minLength: min, maxLength: max }),
    }),
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
    z.refine((changes) => Object.keys(changes).length > 0, {
      error: `must have at least one of ${names.join(', ')}`,
    }),
    z.meta({ anyOf: names.map((name) => ({ required: [name] })) }),
  );
}
