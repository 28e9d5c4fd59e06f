import { createHmac } from 'node:crypto';
import { readConfig } from '../config/config.ts';
import { derivedKey } from './derived-key.ts';

const hmacWith = (key: string, purpose: string, text: string): string =>
  createHmac('sha256', derivedKey(key, purpose)).update(text).digest('base64url').slice(0, 22);

/** An HMAC, which doesn't reveal the text. It depends on the purpose, and changes with the signing key. */
export const hmacOf = (purpose: string, text: string): string =>
  hmacWith(readConfig().tokenKeys[0], purpose, text);

/** Whether an HMAC is of this text. Accepts every configured key, so that HMACs survive a rotation of keys. */
export const isHmacOf = (hmac: string, purpose: string, text: string): boolean =>
  readConfig().tokenKeys.some((key) => hmacWith(key, purpose, text) === hmac);
