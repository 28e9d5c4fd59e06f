import { createHash } from 'node:crypto';
import { MAX_LIFETIME_SECONDS, prepare, readConfig } from '../config/config.ts';
import { nowInSeconds } from '../instant.ts';
import { keysOf, signJwt, verifyJwt } from './jwt.ts';
import type { SessionReference } from './session.ts';
import { signingKeys } from './signing-keys.ts';

interface Verified {
  session: SessionReference;
  /** Unix time in seconds. */
  expiresAt: number;
}

const MAX_TOKENS = 1_000;

/** By hash, so that it never holds a token itself. */
const cached = new Map<string, Verified>();

/** The hash covers the accepted keys, so that removing a key also invalidates cached tokens. */
export const hashOf = (token: string, tokenKeys: string[]): string =>
  createHash('sha256').update(tokenKeys.join()).update('\n').update(token).digest('base64');

export function recall(hash: string): SessionReference | undefined {
  const known = cached.get(hash);
  if (known && known.expiresAt > Date.now() / 1_000) return known.session;
  cached.delete(hash);
  return undefined;
}

/** Adds a verified token, and evicts the oldest one if the cache is full. */
export function remember(hash: string, token: Verified): void {
  const [first] = cached.keys();
  if (first !== undefined && cached.size >= MAX_TOKENS) cached.delete(first);
  cached.set(hash, token);
}

const AUDIENCE = 'event-budget-service';
prepare(() => keysOf(AUDIENCE));

/**
 * Issues a JWT for a session. It expires with the session at the latest; `sessionEnd` is Unix time in seconds. Throws
 * `ConfigError` if no key is configured.
 */
export async function issueSessionToken(
  { accountId, sessionId }: SessionReference,
  sessionEnd: number,
): Promise<string> {
  const issuedAt = nowInSeconds();
  const expiresAt = Math.min(issuedAt + readConfig().tokenLifetimeSeconds, sessionEnd);
  return signJwt({ audience: AUDIENCE, accountId, issuedAt, expiresAt, others: { sid: sessionId } });
}

/** Returns the session of a valid token, or `undefined`. Throws `ConfigError` if no key is configured. */
export async function verifySessionToken(token: string): Promise<SessionReference | undefined> {
  const hash = hashOf(token, signingKeys());
  const known = recall(hash);
  if (known !== undefined) return known;
  const verified = await verify(token);
  if (verified) remember(hash, verified);
  return verified?.session;
}

/** Returns the session of a token that is valid, or was until it expired. The session may have ended. */
export async function verifyExpiredSessionToken(token: string): Promise<SessionReference | undefined> {
  return (await verify(token, MAX_LIFETIME_SECONDS))?.session;
}

async function verify(token: string, clockTolerance = 0) {
  const payload = await verifyJwt(token, { audience: AUDIENCE, requiredClaims: ['sid'], clockTolerance });
  const { sub: accountId, sid: sessionId, exp: expiresAt } = payload ?? {};
  if (!accountId || !expiresAt || typeof sessionId !== 'string' || !sessionId) return undefined;
  return { session: { accountId, sessionId }, expiresAt };
}
