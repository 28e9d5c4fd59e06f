import * as z from 'zod/mini';
import { PASSWORD_BYTES, PASSWORD_CHARACTERS, passwordFault } from '../auth/passwords.ts';
import { stringExpected, text } from '../schema.ts';

const MAX_EMAIL_CHARACTERS = 254;

const emailAddress = z.string({ error: stringExpected }).check(
  z.trim(),
  z.minLength(1, { error: "can't be blank", abort: true }),
  z.maxLength(MAX_EMAIL_CHARACTERS, {
    error: `is too long (maximum is ${MAX_EMAIL_CHARACTERS} characters)`,
    abort: true,
  }),
  z.regex(z.regexes.email, { error: 'is invalid', abort: true }),
  // RFC 5321 and RFC 1035: no more before the @, and labels that end in no hyphen behind it.
  z.regex(/^[^@]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/, {
    error: 'is invalid',
  }),
  // Last, since the lower case of a letter outside the pattern may be one inside it.
  z.toLowerCase(),
  z.meta({ format: 'email', examples: ['ada@example.com'] }),
);

const password = z.string({ error: stringExpected }).check(
  z.refine((value) => passwordFault(value) === undefined, {
    error: ({ input }) => passwordFault(String(input)),
  }),
  z.meta({
    description: `At most ${PASSWORD_BYTES} bytes of UTF-8, which a pattern can say of short or plain ones alone`,
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

/** A token as an answer shows it. */
export const shownToken = z
  .string()
  .check(z.meta({ examples: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln'] }));

export type Registration = z.output<typeof registration>;
export type Credentials = z.output<typeof credentials>;

const accountItem = z.object({
  account_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  password_hash: z.string(),
});

/** An account, fields named as the table names them. */
export type Account = z.output<typeof accountItem>;

export const fromItem = (item: unknown): Account => accountItem.parse(item);

/** A username as the e-mail address that an account is kept under; `undefined` where it is none. */
export const emailOf = (username: string): string | undefined => emailAddress.safeParse(username).data;
