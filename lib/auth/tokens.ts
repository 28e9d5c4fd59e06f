import { createHash, createSecretKey, randomUUID, type webcrypto } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { readConfig } from '../config.ts';
import { hashOf, recall, remember } from './verified-tokens.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'event-budget-service';
const AUDIENCE = 'event-budget-service';

/** Issues a JWT for an account, signed with the first key. Throws `ConfigError` if no key is configured. */
export async function issueToken(accountId: string): Promise<string> {
  const { tokenKeys, tokenLifetimeSeconds } = readConfig();
  const { id: kid, hmac } = keyOf(tokenKeys[0]);
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
    .setSubject(accountId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${tokenLifetimeSeconds} s`)
    .setJti(randomUUID())
    .sign(hmac);
}

/** Returns the account id of a valid token, or `undefined`. Throws `ConfigError` if no key is configured. */
export async function verifyToken(token: string): Promise<string | undefined> {
  const { tokenKeys } = readConfig();
  const hash = hashOf(token, tokenKeys);
  const known = recall(hash);
  if (known !== undefined) return known;
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(kid, tokenKeys), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub'],
    });
    const { sub: accountId, exp: expiresAt } = payload;
    if (!accountId || !expiresAt) return undefined;
    remember(hash, { accountId, expiresAt });
    return accountId;
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
