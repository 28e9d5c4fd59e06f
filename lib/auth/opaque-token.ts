import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefixes let secret scanners find tokens. Calendars send theirs in the address, and a header with its prefix is rejected. */
export const PREFIXES = { access: 'ebt_', calendar: 'ebc_', shareLink: 'ebs_' };

/** A prefix, ids, the secret, and a CRC-32 of all before it, each in hex. Other text is rejected without a read. */
const FORMAT = /^((ebs_[0-9a-f]{16}|eb[ct]_[0-9a-f]{44})([0-9a-f]{64}))([0-9a-f]{8})$/;

/** Makes a token: its text, which is stored nowhere, and its hash. */
export function newOpaqueToken(prefix: string, ids: string): { text: string; hash: Buffer } {
  const secret = randomBytes(32).toString('hex');
  const unchecked = prefix + ids + secret;
  return { text: unchecked + checksumOf(unchecked), hash: hashOf(secret) };
}

/** Returns the parts of a token, or `undefined` if the text can't be one. */
export function parseToken(text: string): { prefix: string; ids: string; hash: Buffer } | undefined {
  const [, unchecked = '', beginning = '', secret = '', checksum] = FORMAT.exec(text) ?? [];
  if (checksum !== checksumOf(unchecked)) return undefined;
  return { prefix: beginning.slice(0, 4), ids: beginning.slice(4), hash: hashOf(secret) };
}

/** A random secret needs no slow hash. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret, 'hex').digest();

const checksumOf = (unchecked: string): string => crc32(unchecked).toString(16).padStart(8, '0');
