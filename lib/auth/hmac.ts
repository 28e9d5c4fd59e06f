import { createHmac } from 'node:crypto';
import { readConfig } from '../config/config.ts';

const hmacWith = (key: string, purpose: string, text: string): string =>
  createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url').slice(0, 22);

/**
 * An HMAC of a text, which tells nobody the text. The purpose keeps HMACs of different uses apart. Changes with the
 * signing key.
 */
export const hmacOf = (purpose: string, text: string): string =>
  hmacWith(readConfig().tokenKeys[0], purpose, text);

/** Whether an HMAC is of this text, by any key, so that it survives a rotation of keys. */
export const isHmacOf = (hmac: string, purpose: string, text: string): boolean =>
  readConfig().tokenKeys.some((key) => hmacWith(key, purpose, text) === hmac);
