import * as z from 'zod/mini';
import { stringExpected } from '../schema.ts';

const MAX_EMAIL_CHARACTERS = 254;

/** An e-mail address as accounts are kept under it: trimmed, and in lower case. */
export const emailAddress = z.string({ error: stringExpected }).check(
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
