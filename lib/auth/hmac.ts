import { createHmac } from 'node:crypto';
import { derivedKey } from './derived-key.ts';
import { signingKeys } from './signing-keys.ts';

const hmacWith = (key: string, purpose: string, text: string): string =>
  createHmac('sha256', derivedKey(key, purpose)).update(text).digest('base64url').slice(0, 22);

/** An HMAC, which doesn't reveal the text. It depends on the purpose, and changes with the signing key. */
export const hmacOf = (purpose: string, text: string): string => hmacWith(signingKeys()[0], purpose, text);

/** The HMACs of a text with every configured key, so that what has one of them survives a rotation of keys. */
export const hmacsOf = (purpose: string, text: string): string[] =>
  signingKeys().map((key) => hmacWith(key, purpose, text));

/** Returns whether an HMAC is of this text, with any of the configured keys. */
export const isHmacOf = (hmac: string, purpose: string, text: string): boolean =>
  hmacsOf(purpose, text).includes(hmac);
