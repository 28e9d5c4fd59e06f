import { createHash, createSecretKey, randomUUID, type webcrypto } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { derivedKey, signingKeys } from './signing-keys.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'event-budget-service';

export const JWT_EXAMPLE = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';

interface Claims {
  audience: string;
  accountId: string;
  /** Unix time in seconds. */
  issuedAt: number;
  /** Unix time in seconds. */
  expiresAt: number;
  others: Record<string, string>;
}

/** Issues a JWT, signed with its audience's key of the first one. Throws `ConfigError` if no key is configured. */
export async function signJwt({ audience, accountId, issuedAt, expiresAt, others }: Claims): Promise<string> {
  const { id: kid, hmac } = keyOf(signingKeys()[0], audience);
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

/** Returns when a JWT of this service expires (Unix time in seconds), and its lifetime in seconds. */
export function lifetimeOf(token: string): { expiresAt: number; expiresIn: number } {
  const { iat = 0, exp = 0 } = decodeJwt(token);
  return { expiresAt: exp, expiresIn: exp - iat };
}

interface Verification {
  audience: string | string[];
  /** Besides `exp` and `sub`. */
  requiredClaims: string[];
  /** In seconds. */
  clockTolerance?: number;
}

/** Returns the payload of a valid JWT, or `undefined`. Throws `ConfigError` if no key is configured. */
export async function verifyJwt(
  token: string,
  { audience, requiredClaims, clockTolerance = 0 }: Verification,
): Promise<JWTPayload | undefined> {
  const keys = [audience].flat().flatMap(keysOf);
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(kid, keys), {
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

/** The first one signs. */
export const keysOf = (audience: string): SigningKey[] => signingKeys().map((text) => keyOf(text, audience));

function keyNamed(kid: string | undefined, keys: SigningKey[]): webcrypto.CryptoKey {
  const key = keys.find(({ id }) => id === kid);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key.hmac;
}

interface SigningKey {
  id: string;
  hmac: webcrypto.CryptoKey;
}

/** By the keys that they are imported from, so that each is imported once. */
const imported = new Map<Buffer, SigningKey>();

function keyOf(text: string, audience: string): SigningKey {
  const derived = derivedKey(text, audience);
  const known = imported.get(derived);
  if (known) return known;
  const key = {
    id: createHash('sha256').update(derived).digest('base64url').slice(0, 8),
    hmac: createSecretKey(derived).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']),
  };
  imported.set(derived, key);
  return key;
}
