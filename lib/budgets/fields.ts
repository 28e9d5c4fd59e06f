import * as z from 'zod/mini';
import { problem } from '../problem.ts';
import { text } from '../schema.ts';

const HTTPS = '^[Hh][Tt][Tt][Pp][Ss]://[^\\s\\x00-\\x1f\\x7f-\\x9f]+$';

/** A user could pass for the host, as in `https://bank.example@evil.example`. */
function isLink(text: string): boolean {
  const url = new RegExp(HTTPS).test(text) ? URL.parse(text) : null;
  return url?.username === '' && url.password === '';
}

/** Apps may open it, so no other scheme is allowed, such as `javascript:`. */
const link = text({ min: 0, max: 500 }).check(
  z.refine(isLink, {
    error: problem('invalid', 'must be an https:// address without spaces, user or password'),
  }),
  z.meta({
    description: 'Where its contract or invoice is kept: an `https://` address without user or password',
    pattern: HTTPS,
  }),
);

/** The note of a payment, in requests and responses. */
export const paymentNote = text({ min: 0, max: 100 });

/** Texts of a budget, in requests and responses. */
export const budgetTexts = {
  name: text({ min: 1, max: 255, trim: true }),
  category: text({ min: 0, max: 100, trim: true }),
  vendor: text({ min: 0, max: 100, trim: true }),
  note: text({ min: 0, max: 500 }),
  link,
};
