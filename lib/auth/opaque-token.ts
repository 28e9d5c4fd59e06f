import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const SECRET_BYTES = 32;

/** The secret of a new token, in hex. Only its hash is stored. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('hex');

/** SHA-256. A random secret needs no slow hash. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret, 'hex').digest();

/** The CRC-32 that ends a token, so that scanners of secrets and the service know one without a look at the table. */
export const checksumOf = (unchecked: string): string => crc32(unchecked).toString(16).padStart(8, '0');
