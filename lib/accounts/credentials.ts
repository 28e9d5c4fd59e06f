import * as z from 'zod/mini';
import { stringExpected } from '../schema.ts';

/** The body of a login: any text, since what no account can have is answered like what no account has. */
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
  // No body at all is both of them missing.
  { username: '', password: '' },
);

export type Credentials = z.output<typeof credentials>;
