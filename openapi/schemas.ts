import * as z from 'zod/mini';
import type { Contract, OutputShape } from '../lib/http/contract.ts';
import { facts, PROBLEM_CODES, type ProblemCode } from '../lib/problem.ts';

export const CODE_MEANINGS: Record<ProblemCode, string> = {
  blank: 'missing or empty',
  invalid: 'wrong type or format',
  too_short: 'too few characters',
  too_long: 'too many characters or bytes',
  too_large: 'above the maximum',
  negative: 'below zero',
  too_precise: 'too many fractional digits',
  ambiguous: 'a number with two meanings',
  too_deep: 'nested too deeply',
  too_common: 'easy to guess',
  taken: 'used by another account',
  duplicate: 'already exists',
  full: 'the maximum is reached',
  changed: 'not the current version',
  weak: 'the entity tag is weak, so it never matches',
  in_use: 'other values depend on it',
  derived: 'follows from other fields',
  wrong: 'the password or code is wrong, or the code was already used',
  clock: 'a code of another time: the clock of the phone is wrong',
  second_factor: 'a code of the second factor is missing',
  unconfirmed: 'neither the password nor a session of the account was sent',
  unverified: 'the e-mail address of the account is not verified',
  unauthorized: 'the token is missing, invalid, expired or ended',
  forbidden: 'the role in the event does not allow it',
  insufficient_scope: 'the access token does not allow it',
  blocked: 'the operator has blocked the account',
  not_found: "it doesn't exist, or the caller has no access to it",
  not_recorded: 'the history does not show the write yet',
  not_undoable: 'the write cannot be undone',
  undone: 'the write was undone already',
  too_many: 'a rate limit is reached',
  too_early: 'possible later, at the time in `from`',
  reused: 'already used with another body',
};

const codes = Object.entries(CODE_MEANINGS).map(([code, meaning]) => `\`${code}\`: ${meaning}`);

const fieldError = z
  .object({
    field: z.string().check(
      z.meta({
        description:
          'The name of the field, or what else is wrong: `body`, `event`, `account`, `token`, `path` or `request`',
      }),
    ),
    code: z.string().check(
      z.meta({
        description: `What is wrong. Later versions may add codes: treat one that you don't know as \`invalid\`.\n\n${codes.map((code) => `- ${code}`).join('\n')}`,
        // Not an enum, which would make generated clients fail at a new code.
        'x-extensible-enum': PROBLEM_CODES,
      }),
    ),
    message: z.string().check(z.meta({ description: 'A sentence to show to people' })),
    ...facts.shape,
    index: z.optional(
      z.int32().check(
        z.gte(0),
        z.meta({
          description: 'Index of the invalid entry, if the body has a list, as for an import. Starts at 0',
        }),
      ),
    ),
    line: z.optional(
      z.int32().check(z.gte(1), z.meta({ description: 'Line of the CSV file. The header row is line 1' })),
    ),
  })
  .check(z.meta({ id: 'FieldError' }));

/** The body of every error. */
export const errorSchema = z
  .object({
    status: z.literal('error'),
    message: z.string(),
    errors: z.optional(z.array(fieldError).check(z.minLength(1))),
  })
  .check(
    z.meta({
      id: 'ApiError',
      description: 'An error. `errors` has the details, if there are any',
    }),
  );

const success = z
  .object({ status: z.literal('success'), message: z.string() })
  .check(z.meta({ id: 'SuccessMessage' }));

const preferred = (representation: OutputShape = {}) =>
  Object.fromEntries(
    Object.entries(representation).map(([name, schema]) => [
      name,
      z.optional(schema).check(z.meta({ description: 'Only with `Prefer: return=representation`' })),
    ]),
  );

/** The body of an operation's success response. */
export const successSchema = (operationId: string, { messages, output, representation }: Contract) =>
  output || representation
    ? z
        .object({
          status: z.literal('success'),
          ...(messages.success !== undefined && { message: z.string() }),
          ...preferred(representation),
          ...output,
        })
        .check(z.meta({ id: `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer` }))
    : success;
