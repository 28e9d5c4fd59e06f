import * as z from 'zod/mini';
import { WrongPasswordError } from '../errors.ts';
import { problem } from '../problem.ts';
import { BLANK, stringExpected } from '../schema.ts';

/** A password to compare: any text. */
export const currentPassword = z.string({ error: stringExpected }).check(
  z.minLength(1, { error: BLANK }),
  // As the password was normalized when it was chosen.
  z.normalize('NFC'),
  z.meta({ format: 'password' }),
);

export const wrongPassword = () => new WrongPasswordError('password', problem('wrong', 'is wrong'));

/**
 * The body of a login. Any text is accepted, so that an impossible e-mail address or password gets the same response
 * as a wrong one.
 */
export const credentials = z
  .prefault(
    z.object({
      username: z
        .string({ error: stringExpected })
        .check(z.trim(), z.minLength(1, { error: BLANK }), z.meta({ pattern: '\\S' })),
      password: currentPassword,
    }),
    // A missing body counts as two missing fields.
    { username: '', password: '' },
  )
  .check(
    z.meta({
      id: 'Credentials',
      examples: [{ username: 'ada@example.com', password: 'correct horse' }],
      override: ({ jsonSchema }) => {
        delete jsonSchema.default;
      },
    }),
  );

export type Credentials = z.output<typeof credentials>;
