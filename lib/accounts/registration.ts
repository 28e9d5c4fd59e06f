import * as z from 'zod/mini';
import { isCommonPassword } from '../auth/common-passwords.ts';
import { PASSWORD_BYTES, PASSWORD_CHARACTERS, passwordFault } from '../auth/passwords.ts';
import { stringExpected, text } from '../schema.ts';
import { emailAddress } from './account.ts';

const password = z.string({ error: stringExpected }).check(
  z.refine((value) => passwordFault(value) === undefined, {
    error: ({ input }) => passwordFault(String(input)),
    abort: true,
  }),
  z.refine((value) => !isCommonPassword(value), {
    error: 'is too common (choose one that is harder to guess)',
  }),
  z.meta({
    description: `At most ${PASSWORD_BYTES} bytes of UTF-8. The pattern can't count bytes, so it accepts ASCII of up to ${PASSWORD_BYTES} characters and other text of up to ${PASSWORD_BYTES / 4}. The most common passwords are rejected.`,
    minLength: PASSWORD_CHARACTERS,
    maxLength: PASSWORD_BYTES,
    pattern: `^(?:[\\u0001-\\u007f]*|[^\\u0000]{0,${PASSWORD_BYTES / 4}})$`,
    format: 'password',
    examples: ['correct horse'],
  }),
);

/** The body of a signup. */
export const registration = z.object({
  first_name: text({ min: 1, max: 100, trim: true, example: 'Ada' }),
  last_name: text({ min: 1, max: 100, trim: true, example: 'Lovelace' }),
  email: emailAddress,
  password,
});

export type Registration = z.output<typeof registration>;
