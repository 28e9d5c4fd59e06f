import * as z from 'zod/mini';
import { newName } from '../new-text.ts';
import { problem, tooLong } from '../problem.ts';
import { BLANK, stringExpected, text } from '../schema.ts';

const MAX_EMAIL_CHARACTERS = 254;

/** HTML's pattern with the limits of RFC 5321 and RFC 1035: up to 64 characters before the @, no hyphen at either end of a label. */
const EMAIL =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** An e-mail address in its stored form: trimmed and lower-case. */
export const emailAddress = z.string({ error: stringExpected }).check(
  z.trim(),
  z.minLength(1, { error: BLANK, abort: true }),
  z.maxLength(MAX_EMAIL_CHARACTERS, { error: tooLong(MAX_EMAIL_CHARACTERS, 'characters'), abort: true }),
  z.regex(EMAIL, { error: problem('invalid', 'is invalid') }),
  // Last, because lower-casing can turn a letter that the pattern rejects into one it accepts (the Kelvin sign).
  z.toLowerCase(),
  z.meta({ description: 'Stored in lower case', format: 'email' }),
);

export const nameFields = z.object({
  first_name: text({ min: 1, max: 100, trim: true }),
  last_name: text({ min: 1, max: 100, trim: true }),
});

export const newNames = { first_name: newName, last_name: newName };
