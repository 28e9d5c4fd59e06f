import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The text of an access token, with the checksum that belongs to the rest of it. */
export function withChecksum(text: string): string {
  const unchecked = text.slice(0, -8);
  return unchecked + crc32(unchecked).toString(16).padStart(8, '0');
}

/** An access token with these parts replaced: `ebt_`, the account's id, its own id, and the secret. */
export function changed(text: string, parts: { account?: string; id?: string; secret?: string }): string {
  const { account = text.slice(4, 36), id = text.slice(36, 48), secret = text.slice(48, 112) } = parts;
  return withChecksum(`ebt_${account}${id}${secret}${text.slice(112)}`);
}

/** An access token with another secret. */
export const forged = (text: string): string => changed(text, { secret: randomBytes(32).toString('hex') });
