import { createHash } from 'node:crypto';

interface Verified {
  accountId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** The hash of a token, since the token itself is worth stealing. */
export type TokenHash = string;

const MAX_TOKENS = 1_000;

const verified = new Map<TokenHash, Verified>();

/** With the keys that it may be signed with, so that a token is good no longer than its key. */
export const hashOf = (token: string, tokenKeys: string[]): TokenHash =>
  createHash('sha256').update(tokenKeys.join()).update('\n').update(token).digest('base64');

/** The account of a token that this process has verified before and that is good still. */
export function recall(hash: TokenHash): string | undefined {
  const known = verified.get(hash);
  if (known && known.expiresAt > Date.now() / 1_000) return known.accountId;
  verified.delete(hash);
  return undefined;
}

/** Drops what was verified first where there are too many. */
export function remember(hash: TokenHash, token: Verified): void {
  const [first] = verified.keys();
  if (first !== undefined && verified.size >= MAX_TOKENS) verified.delete(first);
  verified.set(hash, token);
}
