import { domainToASCII, domainToUnicode } from 'node:url';

const MAX_CHARACTERS = 253;

/**
 * A domain in lower case, with letters outside ASCII as Punycode. `undefined` if it is not written as browsers show it:
 * `domainToASCII` also takes look-alikes of ASCII letters, escapes, and what follows a slash.
 */
export function asciiDomain(domain: string): string | undefined {
  // First, because `normalize` takes quadratic time.
  if (domain.length > MAX_CHARACTERS) return undefined;
  const written = domain.normalize('NFC').toLowerCase();
  if (!/[^\0-\x7f]/.test(written)) return written;
  const ascii = domainToASCII(written);
  return domainToUnicode(ascii) === written ? ascii : undefined;
}
