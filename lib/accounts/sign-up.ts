import * as z from 'zod/mini';
import { LONG_PASSWORD_CHARACTERS, nameWeakness, passwordWeakness } from '../auth/password-strength.ts';
import { PASSWORD_BYTES, PASSWORD_CHARACTERS, passwordFault } from '../auth/passwords.ts';
import type { Problem } from '../problem.ts';
import { stringExpected } from '../schema.ts';
import { emailAddress, nameFields } from './fields.ts';

/** A password that somebody chooses. */
const password = z.string({ error: stringExpected }).check(
  // Leaves malformed Unicode, which the next check refuses.
  z.normalize('NFC'),
  z.refine((value) => passwordFault(value) === undefined, {
    error: ({ input }) => passwordFault(String(input)),
    abort: true,
  }),
  z.refine((value) => passwordWeakness(value) === undefined, {
    error: ({ input }) => passwordWeakness(String(input)),
    abort: true,
  }),
  z.meta({
    description: `At most ${PASSWORD_BYTES} bytes of UTF-8. The pattern can't count bytes, so it accepts ASCII of up to ${PASSWORD_BYTES} characters and other text of up to ${PASSWORD_BYTES / 4}. The most common passwords and the person's own names and e-mail address are rejected. So are these below ${LONG_PASSWORD_CHARACTERS} characters: a few characters repeated, runs of digits, letters or keys, and the person's own names or e-mail address with digits or punctuation. Every rule is about the password's normal form NFC.`,
    minLength: PASSWORD_CHARACTERS,
    maxLength: PASSWORD_BYTES,
    pattern: `^(?:[\\u0001-\\u007f]*|[^\\u0000]{0,${PASSWORD_BYTES / 4}})$`,
    format: 'password',
  }),
);

/** The fields of a person. */
export const personFields = z.object({
  ...nameFields.shape,
  email: emailAddress,
  password,
});

export type Registration = z.output<typeof personFields>;

/** Why a password is too close to its owner's names. */
export const nameFault = ({ password, first_name, last_name, email }: Registration): Problem | undefined =>
  nameWeakness(password, [
    ...[first_name, last_name, first_name + last_name, last_name + first_name],
    ...[email, email.replace(/@.*/, '')],
  ]);

/** The body of a signup. */
export const registration = personFields.check(
  (context) => {
    const message = nameFault(context.value);
    if (message !== undefined)
      context.issues.push({ code: 'custom', input: context.value.password, path: ['password'], message });
  },
  z.meta({
    id: 'Registration',
    examples: [
      { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', password: 'correct horse' },
    ],
  }),
);
