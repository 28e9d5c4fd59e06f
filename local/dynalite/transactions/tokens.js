import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

const TEN_MINUTES = 10 * 60_000;
const knownToken = z.optional(z.object({ content: z.string(), at: z.number() }));

/** @typedef {import('dynalite/db').Store} Store */

/**
 * The content of a transaction, whatever the order of its attributes.
 * @param {object} actions
 */
export function contentOf(actions) {
  const sorted = (/** @type {string} */ _, /** @type {unknown} */ value) =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value;
  return createHash('sha256').update(JSON.stringify(actions, sorted)).digest('base64');
}

/** Keys have the ten minutes in which they were written, so that those of earlier ones can be removed together. */
const span = () => Math.floor(Date.now() / TEN_MINUTES);
/** @param {number} spanOf @param {string} [token] */
const keyOf = (spanOf, token = '') => `token~${spanOf}~${token}`;

/**
 * The content that a transaction with this token had within ten minutes.
 * @param {Store} store
 * @param {string} token
 */
export async function contentOfToken(store, token) {
  const now = span();
  for (const spanOf of [now, now - 1]) {
    const known = knownToken.parse(await store.db.get(keyOf(spanOf, token)));
    if (known && Date.now() - known.at < TEN_MINUTES) return known.content;
  }
  return undefined;
}

/**
 * The write that remembers a token. It belongs in the batch of its transaction, so that it outlives a kill if the items do.
 * @param {string} token
 * @param {string} content
 * @returns {import('dynalite/db').Write}
 */
export const rememberToken = (token, content) => ({
  type: 'put',
  key: keyOf(span(), token),
  value: { content, at: Date.now() },
});

/**
 * Removes tokens that are known no more.
 * @param {Store} store
 */
export const forgetTokens = (store) => store.db.clear({ gte: keyOf(0), lt: keyOf(span() - 1) });
