import { createHash, timingSafeEqual } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import type { Factor } from './factor.ts';

// RFC 6238 with the parameters that every app supports: SHA-1, six digits, steps of 30 seconds.

const KEY_BYTES = 20;
const RECOVERY_CODES = 8;
const RECOVERY_CODE_BYTES = 16;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => random(RECOVERY_CODE_BYTES).replaceAll(/.{4}(?=.)/g, '$&-'));

export const newFactor = () => ({ secret: random(KEY_BYTES), recoveryCodes: newRecoveryCodes() });

/** In base32, as people type it into an app. */
const random = (size: number): string => new Secret({ size }).base32;

/** The `otpauth:` URL that an authenticator app reads from a QR code. */
export const appUrl = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret }).toString();

export const keyOf = (secret: string): Uint8Array => Secret.fromBase32(secret).bytes;

/** A code without what people or apps put between its groups. */
export const plainCode = (sent: string): string => sent.replaceAll(/[\s-]/g, '').toUpperCase();

/** Returns whether it is a code of an app, which can be guessed, and no recovery code. */
export const isOfApp = (code: string): boolean => /^[0-9]{6}$/.test(code);

export const hashOfRecoveryCode = (code: string): Uint8Array =>
  createHash('sha256').update(plainCode(code)).digest();

/** The factor after a plain code was used; `undefined` if the code is wrong or was used before. */
export function afterUse(factor: Factor, code: string): Factor | undefined {
  if (isOfApp(code)) {
    const step = stepOf(code, factor.k, factor.u);
    return step === undefined ? undefined : { ...factor, u: step };
  }
  const hash = hashOfRecoveryCode(code);
  const left = factor.r.filter((each) => !timingSafeEqual(each, hash));
  return left.length < factor.r.length ? { ...factor, r: left } : undefined;
}

/**
 * The time step whose code this is: the present one, the next or the one before, as clocks differ. `undefined` if there is none
 * after the last step that was used.
 */
export function stepOf(code: string, key: Uint8Array, lastUsed = 0): number | undefined {
  const secret = secretOf(key);
  const now = TOTP.counter();
  // The latest first, in case that two have the same code.
  return [now + 1, now, now - 1].find(
    (counter) => counter > lastUsed && HOTP.validate({ secret, token: code, counter, window: 0 }) !== null,
  );
}

/** Returns by how many minutes a clock is ahead that shows this code; `undefined` if they are more than 5, either way. */
export function minutesAhead(code: string, key: Uint8Array): number | undefined {
  const steps = TOTP.validate({ secret: secretOf(key), token: code, window: 10 });
  return steps === null ? undefined : steps / 2;
}

/** The key may be a part of a larger buffer. */
const secretOf = (key: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(key).buffer });
