import { createHash } from 'node:crypto';
import type { SessionReference } from './session.ts';

/** The payload of a valid token. */
interface Verified {
  session: SessionReference;
  /** Unix time in seconds. */
  expiresAt: number;
}

/** Hash of a token. The cache never holds a token itself. */
type TokenHash = string;

const MAX_TOKENS = 1_000;

const verified = new Map<TokenHash, Verified>();

/** The hash covers the accepted keys, so that removing a key also invalidates cached tokens. */
export const hashOf = (token: string, tokenKeys: string[]): TokenHash =>
  createHash('sha256').update(tokenKeys.join()).update('\n').update(token).digest('base64');

/** The session of a cached token that hasn't expired. */
export function recall(hash: TokenHash): SessionReference | undefined {
  const known = verified.get(hash);
  if (known && known.expiresAt > Date.now() / 1_000) return known.session;
  verified.delete(hash);
  return undefined;
}

/** Adds a verified token, and evicts the oldest one if the cache is full. */
export function remember(hash: TokenHash, token: Verified): void {
  const [first] = verified.keys();
  if (first !== undefined && verified.size >= MAX_TOKENS) verified.delete(first);
  verified.set(hash, token);
}
