import * as z from 'zod/mini';
import { LONG_PASSWORD_CHARACTERS, nameWeakness, passwordWeakness } from '../auth/password-strength.ts';
import { PASSWORD_BYTES, PASSWORD_CHARACTERS, passwordFault } from '../auth/passwords.ts';
import type { Problem } from '../problem.ts';
import { stringExpected } from '../schema.ts';
import { normalizedPassword } from './fields.ts';
import type { Person } from './person.ts';

export const newPassword = z.string({ error: stringExpected }).check(
  // Leaves malformed Unicode, which the next check rejects.
  z.overwrite(normalizedPassword),
  z.refine((value) => passwordFault(value) === undefined, {
    error: ({ input }) => passwordFault(String(input)),
    abort: true,
  }),
  z.refine((value) => passwordWeakness(value) === undefined, {
    error: ({ input }) => passwordWeakness(String(input)),
    abort: true,
  }),
  z.meta({
    description: `At least ${PASSWORD_CHARACTERS} characters, at most ${PASSWORD_BYTES} bytes of UTF-8, and no NUL. The most common passwords, the person's own names and e-mail address and the service's name are rejected. So are these below ${LONG_PASSWORD_CHARACTERS} characters: a few characters repeated, runs of digits, letters or keys, and these names or the address with digits or punctuation. All rules apply to the password's normal form NFC.`,
    minLength: PASSWORD_CHARACTERS,
    format: 'password',
  }),
);

/** Returns why a password is too close to its owner's names; `undefined` if it isn't. */
export const nameFault = (
  password: string,
  { first_name, last_name, email }: Pick<Person, 'first_name' | 'last_name' | 'email'>,
): Problem | undefined =>
  nameWeakness(password, [
    first_name,
    last_name,
    first_name + last_name,
    last_name + first_name,
    email,
    email.replace(/@.*/, ''),
  ]);
