import { MAX_LIFETIME_SECONDS, prepare, readConfig } from '../config/config.ts';
import { nowInSeconds } from '../instant.ts';
import { keysOf, signJwt, verifyJwt } from './jwt.ts';
import type { SessionReference } from './session.ts';
import { signingKeys } from './signing-keys.ts';
import { hashOf, recall, remember } from './token-cache.ts';

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
