import { nowInSeconds } from '../instant.ts';
import { signJwt, verifyJwt } from './jwt.ts';
import type { SessionReference } from './session.ts';
import { hmacOf, isHmacOf } from './signing-keys.ts';

const AUDIENCE = 'event-budget-service/second-factor';
const LIFETIME_SECONDS = 600;

/** A second factor that waits for its first code. It is nowhere but in a JWT, so nothing is left of one that gets none. */
interface PendingFactor {
  session: SessionReference;
  /** An HMAC of the account as it was. Once that has changed, the confirmation is invalid. */
  fingerprint: string;
  /** In base32. */
  secret: string;
  /** Hashes of the recovery codes. */
  hashes: Uint8Array[];
}

/** Issues the JWT of a second factor. Throws `ConfigError` if no key is configured. */
export function issueConfirmation({ session, fingerprint, secret, hashes }: PendingFactor): Promise<string> {
  const issuedAt = nowInSeconds();
  const codes = hashes.map((hash) => Buffer.from(hash).toString('base64url')).join(' ');
  const others = { sid: session.sessionId, fpr: fingerprint, secret, codes };
  const expiresAt = issuedAt + LIFETIME_SECONDS;
  return signJwt({ audience: AUDIENCE, accountId: session.accountId, issuedAt, expiresAt, others });
}

/** Returns what a valid confirmation of this session has, or `undefined`. */
export async function verifyConfirmation(
  confirmation: string,
  session: SessionReference,
): Promise<PendingFactor | undefined> {
  const requiredClaims = ['sid', 'fpr', 'secret', 'codes'];
  const payload = await verifyJwt(confirmation, { audience: AUDIENCE, requiredClaims });
  if (payload?.sub !== session.accountId || payload['sid'] !== session.sessionId) return undefined;
  const hashes = String(payload['codes'])
    .split(' ')
    .map((code) => Buffer.from(code, 'base64url'));
  return { session, fingerprint: String(payload['fpr']), secret: String(payload['secret']), hashes };
}

interface Changing {
  password_hash: string;
  factor_changes?: number | undefined;
}

/** A fingerprint of an account. Each change of its password or second factor makes another one. */
export const factorFingerprint = (account: Changing): string => hmacOf('second factor', textOf(account));

export const hasFactorFingerprint = (account: Changing, fingerprint: string): boolean =>
  isHmacOf(fingerprint, 'second factor', textOf(account));

const textOf = ({ password_hash, factor_changes = 0 }: Changing): string =>
  `${password_hash}\n${factor_changes}`;
