import * as z from 'zod/mini';
import { asciiDomain } from './domain.ts';
import type { NewText } from './new-text.ts';
import { problem } from './problem.ts';
import { text } from './schema.ts';

const HTTPS = '^[Hh][Tt][Tt][Pp][Ss]://[^\\s\\x00-\\x1f\\x7f-\\x9f]+$';

/**
 * Returns whether people and all parsers find the same host in it. In `https://bank.example\@evil.example`, browsers find
 * `bank.example`, and other programs `evil.example`.
 */
function isLink(text: string): boolean {
  const url = new RegExp(HTTPS).test(text) && !/\p{Cf}/u.test(text) ? URL.parse(text) : null;
  const [, domain = '', port = ''] = /^[^/]*\/\/([^/?#]*?)(?::(\d+))?(?:[/?#]|$)/.exec(text) ?? [];
  return url !== null && url.hostname === asciiDomain(domain) && url.port === (port === '443' ? '' : port);
}

const NO_LINK = problem(
  'invalid',
  'must be an https:// address with a host, without user, password, spaces or invisible characters',
);

/** Apps may open it, so no other scheme is allowed, such as `javascript:`. */
export const newLink: NewText = (text) => (isLink(text) ? { text } : { problem: NO_LINK });

export const link = (description: string) =>
  text({ min: 0, max: 500 }).check(z.meta({ description, pattern: HTTPS }));
