import { createHash, createSecretKey, randomUUID, type webcrypto } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { readConfig } from '../config/config.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'event-budget-service';

interface Claims {
  audience: string;
  accountId: string;
  /** Unix time in seconds. */
  issuedAt: number;
  /** Unix time in seconds. */
  expiresAt: number;
  others: Record<string, string>;
}

/** Issues a JWT, signed with the first key. Throws `ConfigError` if no key is configured. */
export async function signJwt({ audience, accountId, issuedAt, expiresAt, others }: Claims): Promise<string> {
  const { id: kid, hmac } = keyOf(readConfig().tokenKeys[0]);
  return new SignJWT(others)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
    .setSubject(accountId)
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .setJti(randomUUID())
    .sign(hmac);
}

interface Verification {
  audience: string | string[];
  /** Besides `exp` and `sub`. */
  requiredClaims: string[];
  /** In seconds. */
  clockTolerance?: number;
}

/** Returns the claims of a valid JWT, or `undefined`. Throws `ConfigError` if no key is configured. */
export async function verifyJwt(
  token: string,
  { audience, requiredClaims, clockTolerance = 0 }: Verification,
): Promise<JWTPayload | undefined> {
  const { tokenKeys } = readConfig();
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(kid, tokenKeys), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience,
      requiredClaims: ['exp', 'sub', ...requiredClaims],
      clockTolerance,
    });
    return payload;
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
