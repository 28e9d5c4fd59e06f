import { createHash, randomUUID, type webcrypto } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { readConfig } from '../config.ts';
import { hashOf, recall, remember } from './verified-tokens.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'event-budget-service';
const AUDIENCE = 'event-budget-service';

/** A JWT whose subject is the account, signed with the first key. Throws `ConfigError` without one. */
export async function issueToken(accountId: string): Promise<string> {
  const { tokenKeys, tokenLifetimeSeconds } = readConfig();
  const [key] = tokenKeys;
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: keyId(key) })
    .setSubject(accountId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${tokenLifetimeSeconds} s`)
    .setJti(randomUUID())
    .sign(await importKey(key));
}

/** The account id of a valid token, `undefined` for any other text. Throws `ConfigError` without a key. */
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

async function keyNamed(kid: string | undefined, tokenKeys: string[]): Promise<webcrypto.CryptoKey> {
  const key = tokenKeys.find((candidate) => keyId(candidate) === kid);
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return importKey(key);
}

const keyId = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 8);

const importKey = (key: string): Promise<webcrypto.CryptoKey> =>
  crypto.subtle.importKey('raw', Buffer.from(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
