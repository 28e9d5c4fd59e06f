import { createHmac } from 'node:crypto';
import { readConfig } from '../config.ts';

/**
 * An HMAC of a text, which tells nobody the text. The purpose keeps HMACs of different uses apart. Changes with the
 * signing key.
 */
export const hmacOf = (purpose: string, text: string): string =>
  createHmac('sha256', readConfig().tokenKeys[0])
    .update(`${purpose}\n${text}`)
    .digest('base64url')
    .slice(0, 22);
