import { nowInSeconds } from '../instant.ts';
import { signJwt, verifyJwt } from './jwt.ts';
import { hmacOf, isHmacOf } from './signing-keys.ts';

/** Purposes of mailed tokens, with their lifetimes in minutes. */
export const MAILED_MINUTES = {
  'reset-password': 60,
  'change-email': 60,
  'verify-email': 7 * 24 * 60,
} as const;

export type MailedKind = keyof typeof MAILED_MINUTES;

export interface MailedToken {
  kind: MailedKind;
  accountId: string;
  /** An HMAC of the account as it was when the token was issued. Once that has changed, the token is invalid. */
  fingerprint: string;
  /** The new e-mail address, which the token was mailed to; of a change of address only. */
  email?: string | undefined;
}

const audienceOf = (kind: MailedKind): string => `event-budget-service/${kind}`;

/** Issues the token of a mail. Throws `ConfigError` if no key is configured. */
export async function issueMailedToken({
  kind,
  accountId,
  fingerprint,
  email,
}: MailedToken): Promise<string> {
  const issuedAt = nowInSeconds();
  const expiresAt = issuedAt + MAILED_MINUTES[kind] * 60;
  const others = { fpr: fingerprint, ...(email !== undefined && { email }) };
  return signJwt({ audience: audienceOf(kind), accountId, issuedAt, expiresAt, others });
}

/** Returns the content of a valid token of one of these kinds, or `undefined`. */
export async function verifyMailedToken(
  token: string,
  kinds: MailedKind[],
): Promise<MailedToken | undefined> {
  const payload = await verifyJwt(token, { audience: kinds.map(audienceOf), requiredClaims: ['fpr'] });
  const { sub: accountId, aud, fpr: fingerprint, email } = payload ?? {};
  const kind = kinds.find((each) => audienceOf(each) === aud);
  if (!kind || !accountId || typeof fingerprint !== 'string') return undefined;
  return { kind, accountId, fingerprint, ...(typeof email === 'string' && { email }) };
}

interface Identity {
  email: string;
  password_hash: string;
  address_changes?: number | undefined;
  factor_changes?: number | undefined;
}

/** A fingerprint of an account. Each change of what the token depends on makes another one. */
export const fingerprintOf = (account: Identity, kind: MailedKind): string =>
  hmacOf(...contentOf(account, kind));

export const hasFingerprint = (
  account: Identity,
  { kind, fingerprint }: Pick<MailedToken, 'kind' | 'fingerprint'>,
): boolean => isHmacOf(fingerprint, ...contentOf(account, kind));

function contentOf(
  { email, password_hash, address_changes, factor_changes }: Identity,
  kind: MailedKind,
): [purpose: string, text: string] {
  if (kind === 'verify-email') return ['verified email', email];
  // Nothing is added until the address or the second factor is changed. A reset takes a code, so its link may be older.
  const factor = kind === 'change-email' && factor_changes !== undefined ? `factor ${factor_changes}` : [];
  return ['account', [password_hash, email, address_changes ?? [], factor].flat().join('\n')];
}
