/** Unicode's limit for text that is safe to normalize (UAX #15). Normalizing a longer run takes quadratic time. */
export const MAX_MARKS = 30;

/** The normal form NFKD makes combining marks of the two halfwidth ones. */
const MARK = '[\\p{M}\\uff9e\\uff9f]';

const LONG_RUN = new RegExp(`(${MARK}{${MAX_MARKS}})${MARK}+`, 'gu');

/** The text without the marks beyond Unicode's limit, which nobody can read. */
export const withoutLongRuns = (text: string): string => text.replaceAll(LONG_RUN, '$1');
