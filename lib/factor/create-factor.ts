import * as z from 'zod/mini';
import { currentPassword, requirePassword } from '../accounts/check-password.ts';
import { unverified } from '../accounts/person.ts';
import { appUrl, hashOfRecoveryCode, newFactor } from '../auth/codes.ts';
import { factorFingerprint, issueConfirmation } from '../auth/factor-confirmation.ts';
import type { SessionReference } from '../auth/session.ts';
import { readServiceConfig } from '../config/service.ts';
import { factorExists } from './confirm-factor.ts';

export const factorInput = z
  .object({ password: currentPassword })
  .check(z.meta({ id: 'SecondFactorInput', examples: [{ password: 'correct horse' }] }));

/**
 * Makes a second factor for the caller's account. Nothing is stored until `confirmFactor` gets its first code. Throws
 * `forbidden` if the address isn't verified, `conflict` if there is one, and as `requirePassword` does.
 */
export async function createFactor(caller: SessionReference, password: string) {
  const account = await requirePassword(caller, password);
  // The address may be a stranger's, whom a second factor would keep from resetting the password.
  if (!account.email_verified) throw unverified();
  if (account.factor) throw factorExists();
  const { secret, recoveryCodes } = newFactor();
  const confirmation = await issueConfirmation({
    session: caller,
    fingerprint: factorFingerprint(account),
    secret,
    hashes: recoveryCodes.map(hashOfRecoveryCode),
  });
  const url = appUrl(secret, readServiceConfig().serviceName, account.email);
  return { secret, url, recovery_codes: recoveryCodes, confirmation };
}
