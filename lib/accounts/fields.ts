import * as z from 'zod/mini';
import { asciiDomain } from '../domain.ts';
import { newName } from '../new-text.ts';
import { problem, tooLong } from '../problem.ts';
import { BLANK, stringExpected, text } from '../schema.ts';

const MAX_EMAIL_CHARACTERS = 254;

/** HTML's pattern with the limits of RFC 5321: up to 254 characters, 64 before the @. */
const addressAt = (domain: string): string =>
  `^(?=.{1,${MAX_EMAIL_CHARACTERS}}$)(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@${domain}$`;

/** RFC 1035: no hyphen at either end of a label. The last label has letters only, or is Punycode. */
const DOMAIN =
  '(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])';

const EMAIL = new RegExp(addressAt(DOMAIN));

/** Text that is no address is left to the pattern. */
const withAsciiDomain = (address: string): string =>
  address.replace(/(?<=@)[^@]*$/, (domain) => asciiDomain(domain) ?? domain);

/** An e-mail address in a request. Parses to its stored form: trimmed, in lower case, and with its domain in ASCII. */
export const emailAddress = z.string({ error: stringExpected }).check(
  z.trim(),
  z.minLength(1, { error: BLANK, abort: true }),
  z.maxLength(MAX_EMAIL_CHARACTERS, { error: tooLong(MAX_EMAIL_CHARACTERS, 'characters'), abort: true }),
  z.overwrite(withAsciiDomain),
  z.regex(EMAIL, { error: problem('invalid', 'is invalid') }),
  // Last, because lower-casing can turn a letter that the pattern rejects into one it accepts (the Kelvin sign).
  z.toLowerCase(),
  z.meta({
    description: 'Stored in lower case, and a domain such as `münchen.example` as Punycode',
    format: 'email',
    pattern: addressAt(`(?:${DOMAIN}|[^@\\s]*[^@\\s\\x00-\\x7f][^@\\s]*)`),
  }),
);

export const emailResponse = z
  .string()
  .check(z.regex(EMAIL), z.meta({ description: 'In lower case', format: 'email' }));

export const nameFields = z.object({
  first_name: text({ min: 1, max: 100, trim: true }),
  last_name: text({ min: 1, max: 100, trim: true }),
});

export const newNames = { first_name: newName, last_name: newName };

type Fields = Record<string, unknown>;

/** Keeps one of both. Without either, `username` is blank. */
const either = ({ email, ...others }: Fields): Fields =>
  others['username'] === undefined && email !== undefined
    ? { ...others, email }
    : { username: '', ...others };

/** A body with an e-mail address as `username`, which is the contract's word for it, or as `email`. */
export const withUsername = <Address extends z.ZodMiniType<string>, Others extends z.core.$ZodLooseShape>(
  address: Address,
  others: Others,
) =>
  z.pipe(
    z.transform((body: Fields | undefined) => body && either(body)),
    z.object({
      username: z
        .optional(address)
        .check(z.meta({ description: 'The e-mail address. Required without `email`' })),
      email: z
        .optional(address)
        .check(z.meta({ description: 'Another name for `username`. Ignored if both are sent' })),
      ...others,
    }),
  );

/** In UTF-16 code units. A longer password is too long for bcrypt in every form. */
const MAX_NORMALIZED = 1_000;

/** The form in which passwords are hashed. One that is far too long stays, because normalizing it could take long. */
export const normalizedPassword = (password: string): string =>
  password.length > MAX_NORMALIZED ? password : password.normalize('NFC');
