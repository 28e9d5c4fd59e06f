import * as z from 'zod/mini';
import { currentPassword, requirePassword } from '../accounts/check-password.ts';
import { unverified } from '../accounts/person.ts';
import { appUrl, hashOfRecoveryCode, newFactor } from '../auth/codes.ts';
import { factorFingerprint, issueConfirmation } from '../auth/factor-confirmation.ts';
import { JWT_EXAMPLE } from '../auth/jwt.ts';
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

export const createdFactorResponse = z
  .object({
    secret: z
      .string()
      .check(z.meta({ description: 'In base32, for people who type it into their authenticator app' })),
    url: z.string().check(z.meta({ description: 'The same for the app. Show it as a QR code' })),
    recovery_codes: z.array(z.string()).check(
      z.meta({
        description:
          'Each works once instead of a code of the app. No other response has them. Have the person keep them safe',
      }),
    ),
    confirmation: z.string().check(z.meta({ description: 'Send it with the first code, within 10 minutes' })),
  })
  .check(
    z.meta({
      id: 'CreatedSecondFactor',
      examples: [
        {
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          url: 'otpauth://totp/Event%20Budget:ada%40example.com?issuer=Event%20Budget&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
          recovery_codes: ['MFRG-GZDF-MZTW-Q2LK-NNWG-23TP'],
          confirmation: JWT_EXAMPLE,
        },
      ],
    }),
  );
