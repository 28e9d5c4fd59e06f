import * as z from 'zod/mini';
import { instant } from './instant.ts';

/** Problems of a field. Clients may rely on the codes, while messages are for people. */
export const PROBLEM_CODES = [
  'blank',
  'invalid',
  'too_short',
  'too_long',
  'too_large',
  'negative',
  'too_precise',
  'ambiguous',
  'too_deep',
  'too_common',
  'taken',
  'duplicate',
  'full',
  'changed',
  'weak',
  'in_use',
  'derived',
  'wrong',
  'clock',
  'second_factor',
  'unconfirmed',
  'unverified',
  'unauthorized',
  'forbidden',
  'insufficient_scope',
  'blocked',
  'not_found',
  'not_recorded',
  'not_undoable',
  'undone',
  'too_many',
  'too_early',
  'reused',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

const number = (description: string) =>
  // Without a format, generated clients may take 32 bits.
  z.optional(z.number().check(z.meta({ description, format: 'double' })));

const id = (description: string) => z.optional(z.int().check(z.meta({ description, format: 'int64' })));

/** They let a program use its own words. */
export const facts = z.object({
  minimum: number('The smallest allowed value or number'),
  maximum: number('The largest allowed value or number; with `too_precise`, the number of fractional digits'),
  unit: z.optional(
    z.string().check(
      z.meta({
        description:
          'What `minimum` or `maximum` counts, such as `characters`, `bytes` or `KB`, if it is not the value itself',
      }),
    ),
  ),
  expected: number(
    'With `derived`: the amount that follows from `unit_amount`, or what was spent by the payments',
  ),
  thousands: number('With `ambiguous`: the number if its mark separates thousands'),
  decimal: number(
    'With `ambiguous`: the number if its mark is a decimal mark, unless it has too many digits then',
  ),
  minutes: z.optional(
    z
      .int32()
      .check(
        z.meta({ description: 'How long to wait, with `too_many`; how far the clock is off, with `clock`' }),
      ),
  ),
  from: z.optional(instant.check(z.meta({ description: 'When it becomes possible, with `too_early`' }))),
  version: z.optional(
    z.int32().check(
      z.meta({
        description: 'With status 412: the version that is there. With `undone`: that of the undo',
      }),
    ),
  ),
  name: z.optional(
    z.string().check(
      z.meta({
        description: 'The budget that was changed, or of which the new `guests` make no valid amount',
      }),
    ),
  ),
  budget_id: id('With `changed` in an undo: the budget that was changed, or whose payment was'),
  payment_id: id('With `changed` in an undo: the payment that was changed'),
});

export type Facts = z.output<typeof facts>;

/**
 * A code and a message, which follows the field's name unless it is a sentence with a full stop. Facts are JSON in a second
 * line, and stand as `{maximum}` in the message. One string, because that is all a zod issue can carry. Line breaks in the
 * message, which may have text of people, become spaces.
 */
export type Problem = `${ProblemCode}: ${string}`;

export const problem = (code: ProblemCode, message: string, facts?: Facts): Problem => {
  const line = message.replaceAll(/[\r\n]+/g, ' ');
  return facts ? `${code}: ${line}\n${JSON.stringify(facts)}` : `${code}: ${line}`;
};

/** A problem of a field: a {@link Problem}, or a message of zod's own. */
export interface FieldProblem {
  field: string;
  problem: string;
  /** Line of the file that was sent. */
  line?: number;
  /** The header of the column in the file, if it isn't the field. */
  header?: string | undefined;
}

export const tooLong = (maximum: number, unit: string) =>
  problem('too_long', 'is too long (maximum is {maximum} {unit})', { maximum, unit });

/** Splits a problem. A message without a code, such as zod's own, is `invalid`. */
export function parseProblem(text: string): { code: ProblemCode; message: string } & Facts {
  const code = PROBLEM_CODES.find((code) => text.startsWith(`${code}: `));
  if (!code) return { code: 'invalid', message: text };
  const [message = '', json = '{}'] = text.slice(code.length + 2).split('\n');
  const found = facts.parse(JSON.parse(json));
  const values = new Map<string, unknown>(Object.entries(found));
  return {
    code,
    message: message.replaceAll(/\{(\w+)\}/g, (text, name) => String(values.get(name) ?? text)),
    ...found,
  };
}
