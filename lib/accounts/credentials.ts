import * as z from 'zod/mini';
import { stringExpected } from '../schema.ts';

/**
 * The body of a login. Any text is accepted, so that an impossible e-mail address or password gets the same response
 * as a wrong one.
 */
export const credentials = z.prefault(
  z.object({
    username: z
      .string({ error: stringExpected })
      .check(
        z.trim(),
        z.minLength(1, { error: "can't be blank" }),
        z.meta({ pattern: '\\S', examples: ['ada@example.com'] }),
      ),
    password: z
      .string({ error: stringExpected })
      .check(
        z.minLength(1, { error: "can't be blank" }),
        z.meta({ format: 'password', examples: ['correct horse'] }),
      ),
  }),
  // A missing body counts as two missing fields.
  { username: '', password: '' },
);

export type Credentials = z.output<typeof credentials>;
