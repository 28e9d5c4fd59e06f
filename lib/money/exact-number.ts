declare global {
  interface JSON {
    /** In Node since 21, but not yet in TypeScript's type definitions. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

/**
 * A reviver for `JSON.parse`: NaN for a number that would be rounded, such as 1.0000000000000000001. A number beyond
 * the range of exact integers stays, since no schema accepts it.
 */
export function exactNumber(_: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER || decimal(source) === decimal(String(value))) return value;
  return Number.NaN;
}

/** Returns one text for all spellings of a number: `1e2`, `100` and `100.0`. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const rest = significant(digits);
  if (rest === '') return '0';
  return `${sign}${rest}e${Number(exponent) - fraction.length + digits.length - rest.length}`;
}

/** Digits without zeros at their end. No regular expression: `0+$` takes quadratic time for zeros before another digit. */
export function significant(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
