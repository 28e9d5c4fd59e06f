/** What can be wrong with a field. Clients may rely on the codes, while messages are for people. */
export const PROBLEM_CODES = {
  blank: 'missing or empty',
  invalid: 'wrong type or format',
  too_short: 'too few characters',
  too_long: 'too many characters or bytes',
  too_large: 'above the maximum',
  negative: 'below zero',
  too_precise: 'more than two fractional digits',
  too_deep: 'nested too deep',
  too_common: 'easy to guess',
  taken: 'used by another account',
  full: 'no room for more',
} as const;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** A code and a message that follows the field's name. One string, because that is all a zod issue can carry. */
export type Problem = `${ProblemCode}: ${string}`;

export const problem = (code: ProblemCode, message: string): Problem => `${code}: ${message}`;

/** Splits a problem. A message without a code, such as zod's own, is `invalid`. */
export function parseProblem(text: string): { code: ProblemCode; message: string } {
  const [code = '', ...message] = text.split(': ');
  return isProblemCode(code) ? { code, message: message.join(': ') } : { code: 'invalid', message: text };
}

const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(PROBLEM_CODES, text);
