import * as z from 'zod/mini';
import { asciiDomain } from '../domain.ts';
import { type NewText, newLine, newName, newText } from '../new-text.ts';
import { problem } from '../problem.ts';
import { text } from '../schema.ts';

const HTTPS = '^[Hh][Tt][Tt][Pp][Ss]://[^\\s\\x00-\\x1f\\x7f-\\x9f]+$';

/**
 * Whether people and all parsers find the same host in it. In `https://bank.example\@evil.example`, browsers find `bank.example`,
 * and other programs `evil.example`.
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
const newLink: NewText = (text) => (isLink(text) ? { text } : { problem: NO_LINK });

const link = text({ min: 0, max: 500 }).check(
  z.meta({
    description:
      'Where its contract or invoice is kept: an `https://` address with a host, without user or password',
    pattern: HTTPS,
  }),
);

/** The note of a payment, in requests and responses. */
export const paymentNote = text({ min: 0, max: 100 });

export const newPaymentTexts = { note: newText };

/** Texts of a budget, in requests and responses. */
export const budgetTexts = {
  name: text({ min: 1, max: 255, trim: true }),
  category: text({ min: 0, max: 100, trim: true }),
  vendor: text({ min: 0, max: 100, trim: true }),
  note: text({ min: 0, max: 500 }),
  link,
};

export const newBudgetTexts = {
  name: newName,
  category: newLine,
  vendor: newLine,
  note: newText,
  link: newLink,
} satisfies Record<keyof typeof budgetTexts, NewText>;
