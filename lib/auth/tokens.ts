import { createHash, createSecretKey, randomUUID, type webcrypto } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { readConfig } from '../config.ts';
import type { SessionReference } from './sessions.ts';
import { hashOf, recall, remember } from './verified-tokens.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'event-budget-service';
const AUDIENCE = 'event-budget-service';

/**
 * Issues a JWT for a session, signed with the first key. It expires with the session at the latest; `sessionEnd` is
 * Unix time in seconds. Throws `ConfigError` if no key is configured.
 */
export async function issueToken(
  { accountId, sessionId }: SessionReference,
  sessionEnd: number,
): Promise<string> {
  const { tokenKeys, tokenLifetimeSeconds } = readConfig();
  const now = Math.floor(Date.now() / 1_000);
  const { id: kid, hmac } = keyOf(tokenKeys[0]);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
    .setSubject(accountId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(Math.min(now + tokenLifetimeSeconds, sessionEnd))
    .setJti(randomUUID())
    .sign(hmac);
}

/** Returns the session of a valid token, or `undefined`. Throws `ConfigError` if no key is configured. */
export async function verifyToken(token: string): Promise<SessionReference | undefined> {
  const hash = hashOf(token, readConfig().tokenKeys);
  const known = recall(hash);
  if (known !== undefined) return known;
  const claims = await verifiedClaims(token);
  if (claims) remember(hash, claims);
  return claims?.session;
}

/** The same for a token that may have expired, by no more than a session's lifetime. */
export async function verifyExpiredToken(token: string): Promise<SessionReference | undefined> {
  return (await verifiedClaims(token, readConfig().sessionLifetimeSeconds))?.session;
}

async function verifiedClaims(token: string, clockTolerance = 0) {
  const { tokenKeys } = readConfig();
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(kid, tokenKeys), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub', 'sid'],
      clockTolerance,
    });
    const { sub: accountId, sid: sessionId, exp: expiresAt } = payload;
    if (!accountId || !expiresAt || typeof sessionId !== 'string' || !sessionId) return undefined;
    return { session: { accountId, sessionId }, expiresAt };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function keyNamed(kid: string | undefined, tokenKeys: string[]): webcrypto.CryptoKey {
  const key = tokenKeys.map(keyOf).find(({ id }) => id === kid);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key.hmac;
}

interface SigningKey {
  id: string;
  hmac: webcrypto.CryptoKey;
}

/** Imported keys by their text, so that each is imported once. */
const keys = new Map<string, SigningKey>();

function keyOf(text: string): SigningKey {
  const known = keys.get(text);
  if (known) return known;
  const key = {
    id: createHash('sha256').update(text).digest('base64url').slice(0, 8),
    hmac: createSecretKey(text, 'utf8').toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ]),
  };
  keys.set(text, key);
  return key;
}
