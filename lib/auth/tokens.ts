import { createHash, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { readConfig } from '../config.ts';

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
    .sign(encode(key));
}

/** The account id of a valid token, `undefined` for any other text. Throws `ConfigError` without a key. */
export async function verifyToken(token: string): Promise<string | undefined> {
  const { tokenKeys } = readConfig();
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => encode(keyNamed(kid, tokenKeys)), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub'],
    });
    return payload.sub || undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function keyNamed(kid: string | undefined, tokenKeys: string[]): string {
  const key = tokenKeys.find((candidate) => keyId(candidate) === kid);
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key;
}

const keyId = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 8);

const encode = (key: string): Uint8Array => new TextEncoder().encode(key);
