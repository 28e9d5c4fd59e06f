/** What can be wrong with a field. Clients may rely on the codes, while messages are for people. */
export const PROBLEM_CODES = [
  'blank',
  'invalid',
  'too_short',
  'too_long',
  'too_large',
  'negative',
  'too_precise',
  'too_deep',
  'too_common',
  'taken',
  'duplicate',
  'full',
  'changed',
  'in_use',
  'derived',
  'wrong',
  'unconfirmed',
  'unverified',
  'forbidden',
  'insufficient_scope',
  'too_many',
  'reused',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/**
 * A code and a message, which follows the field's name unless it is a whole sentence with a full stop. One string, because
 * that is all a zod issue can carry.
 */
export type Problem = `${ProblemCode}: ${string}`;

export const problem = (code: ProblemCode, message: string): Problem => `${code}: ${message}`;

/** Splits a problem. A message without a code, such as zod's own, is `invalid`. */
export function parseProblem(text: string): { code: ProblemCode; message: string } {
  const code = PROBLEM_CODES.find((code) => text.startsWith(`${code}: `));
  return code ? { code, message: text.slice(code.length + 2) } : { code: 'invalid', message: text };
}
