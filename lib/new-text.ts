import { Rejection } from './errors.ts';
import { type FieldProblem, type Problem, problem } from './problem.ts';
import { BLANK } from './schema.ts';

/** Unicode's limit for text that is safe to normalize (UAX #15). Normalizing a longer run takes quadratic time. */
const MAX_MARKS = 30;

/** The normal form NFKD makes combining marks of the two halfwidth ones. */
const MARK = '[\\p{M}\\uff9e\\uff9f]';

const LONG_RUN = new RegExp(`(${MARK}{${MAX_MARKS}})${MARK}+`, 'gu');

/** The text without the marks beyond Unicode's limit, which nobody can read. */
export const withoutLongRuns = (text: string): string => text.replaceAll(LONG_RUN, '$1');

/** Makes a new text what is stored, or says what is wrong with it. */
export type NewText = (text: string) => { text: string } | { problem: Problem };

/** NUL, and what reorders the text around it. U+200E and U+200F may stay, because Hebrew and Arabic need them. */
const FORBIDDEN = '[\\0\\u202a-\\u202e\\u2066-\\u2069]';

const HAS_FORBIDDEN = problem('invalid', 'must not contain NUL or invisible characters that reorder text');
const TOO_MANY_MARKS = problem(
  'invalid',
  'must not contain more than {maximum} combining marks, such as accents, in a row',
  { maximum: MAX_MARKS },
);

const BREAKS_AND_TABS = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g;

/** U+2800 is an empty Braille pattern. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function newText(text: string): ReturnType<NewText> {
  if (new RegExp(FORBIDDEN).test(text)) return { problem: HAS_FORBIDDEN };
  return withoutLongRuns(text) === text ? { text } : { problem: TOO_MANY_MARKS };
}

/** A text of one line. Pasted cells have line breaks and tabs, which become spaces. */
export const newLine: NewText = (text) => newText(text.replaceAll(BREAKS_AND_TABS, ' '));

/** A line with something to see. */
export const newName: NewText = (text) => (VISIBLE.test(text) ? newLine(text) : { problem: BLANK });

/** A stored text as others are shown it. It may be older than these rules. */
export const withoutForbidden = (text: string): string => text.replaceAll(new RegExp(FORBIDDEN, 'g'), '');

/**
 * Changes of a thing, which is nothing before it is created, with the new texts as they are stored. One that is as before may
 * be older than its rule. Throws `invalid`.
 */
export function withNewTexts<Changes extends object>(
  rules: Record<string, NewText | undefined>,
  changes: Changes,
  before: object = {},
): Changes {
  const texts: Record<string, string> = {};
  const problems: FieldProblem[] = [];
  const sent: [string, unknown][] = Object.entries(changes);
  const stored = new Map<string, unknown>(Object.entries(before));
  for (const [field, text] of sent) {
    const rule = rules[field];
    if (!rule || typeof text !== 'string' || text === stored.get(field)) continue;
    const found = rule(text);
    if ('text' in found) texts[field] = found.text;
    else problems.push({ field, problem: found.problem });
  }
  if (problems.length > 0) throw new Rejection('invalid', problems);
  return { ...changes, ...texts };
}
