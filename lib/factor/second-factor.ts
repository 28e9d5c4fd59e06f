import * as z from 'zod/mini';
import { accountItem, nextCredentialsVersion } from '../accounts/account.ts';
import { changeOwnAccount, requireSession } from '../accounts/change-account.ts';
import { changeConfirmed, currentPassword, requirePassword } from '../accounts/check-password.ts';
import { sentCode, type UseCode, withCode } from '../accounts/code.ts';
import { unverified } from '../accounts/person.ts';
import {
  appUrl,
  hashOfRecoveryCode,
  isOfApp,
  keyOf,
  minutesAhead,
  newFactor,
  newRecoveryCodes,
  plainCode,
  stepOf,
} from '../auth/codes.ts';
import {
  factorFingerprint,
  hasFactorFingerprint,
  issueConfirmation,
  verifyConfirmation,
} from '../auth/factor-confirmation.ts';
import { JWT_EXAMPLE } from '../auth/jwt.ts';
import type { SessionReference } from '../auth/session.ts';
import { readServiceConfig } from '../config/service.ts';
import { Rejection, wrongCode } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import { type FieldProblem, problem } from '../problem.ts';
import { requiredText } from '../schema.ts';

export const factorConfirmation = z
  .object({
    confirmation: requiredText('From the response to the create'),
    code: requiredText('The six digits that the authenticator app shows now'),
  })
  .check(
    z.meta({
      id: 'SecondFactorConfirmation',
      examples: [{ confirmation: JWT_EXAMPLE, code: '123456' }],
    }),
  );

export const factorExists = () =>
  new Rejection('conflict', {
    field: 'second_factor',
    problem: problem('duplicate', 'This account already has a second factor.'),
  });

/**
 * Adds a second factor to the caller's account by its first code, and ends all other sessions, share links and offers. Throws
 * `conflict` if there is one, and `invalid`.
 */
export async function confirmFactor(
  caller: SessionReference,
  { confirmation, code }: z.output<typeof factorConfirmation>,
): Promise<void> {
  const pending = await verifyConfirmation(confirmation, caller);
  await changeOwnAccount(caller, accountItem, (found) => {
    if (found.factor) throw factorExists();
    if (!pending || !hasFactorFingerprint(found, pending.fingerprint)) throw invalidConfirmation();
    const key = keyOf(pending.secret);
    const step = stepOf(plainCode(code), key);
    if (step === undefined) throw new Rejection('invalid', wrongFirstCode(plainCode(code), key));
    const { factor_changes = 0 } = found;
    return {
      ...found,
      factor: { k: key, s: Date.now(), u: step, r: pending.hashes },
      factor_changes: factor_changes + 1,
      links_epoch: nextCredentialsVersion(found),
      sessions: { [caller.sessionId]: requireSession(found, caller) },
    };
  });
  await queueNotice({ kind: 'factor_added', account_id: caller.accountId });
}

/** The secret is new, so a code of another time shows that a clock is wrong. */
function wrongFirstCode(code: string, key: Uint8Array): FieldProblem {
  const ahead = isOfApp(code) ? minutesAhead(code, key) : undefined;
  if (ahead === undefined) return wrongCode(isOfApp(code));
  const minutes = Math.round(Math.abs(ahead));
  const time = `about ${minutes === 1 ? 'a minute' : '{minutes} minutes'} ${ahead < 0 ? 'behind' : 'ahead'}`;
  return {
    field: 'code',
    problem: problem('clock', `The phone's clock is ${time}. Set it, and try again.`, { minutes }),
  };
}

/** Doesn't tell why it can't be used. */
const invalidConfirmation = () =>
  new Rejection('invalid', {
    field: 'confirmation',
    problem: problem(
      'invalid',
      'This confirmation is invalid or has expired. Create the second factor again.',
    ),
  });

export const factorEnd = z
  .object({ password: currentPassword, code: sentCode })
  .check(z.meta({ id: 'SecondFactorEnd', examples: [{ password: 'correct horse', code: '123456' }] }));

export const noFactor = () =>
  new Rejection('conflict', {
    field: 'second_factor',
    problem: problem('not_found', 'This account has no second factor.'),
  });

/**
 * Removes the second factor of the caller's account. Throws `conflict` if there is none, and as `requirePassword` and
 * `withCode` do.
 */
export async function endFactor(
  caller: SessionReference,
  { password, code }: z.output<typeof factorEnd>,
): Promise<void> {
  const account = await requirePassword(caller, password);
  await withCode(
    account,
    code,
    (useCode) =>
      changeConfirmed(caller, account, (found) => {
        if (!found.factor) throw noFactor();
        const { factor_changes = 0 } = found;
        return { ...useCode(found), factor: undefined, factor_changes: factor_changes + 1 };
      }),
    caller,
  );
  await queueNotice({ kind: 'factor_removed', account_id: caller.accountId });
}

export const recoveryCodesInput = z
  .object({
    password: currentPassword,
    code: sentCode.check(
      z.meta({ description: 'A code of the authenticator app. A recovery code is rejected' }),
    ),
  })
  .check(z.meta({ id: 'RecoveryCodesInput', examples: [{ password: 'correct horse', code: '123456' }] }));

/**
 * Gives the caller's second factor new recovery codes, and ends the old ones. Takes no recovery code: the response may be lost,
 * and the last one with it. Throws as `endFactor` does.
 */
export async function createRecoveryCodes(
  caller: SessionReference,
  { password, code }: z.output<typeof recoveryCodesInput>,
) {
  const account = await requirePassword(caller, password);
  const recovery_codes = newRecoveryCodes();
  const r = recovery_codes.map(hashOfRecoveryCode);
  const change = (useCode: UseCode) =>
    changeConfirmed(caller, account, (found) => {
      const { factor, ...others } = useCode(found);
      if (!factor) throw noFactor();
      return { ...others, factor: { ...factor, r } };
    });
  await withCode(account, code, change, { ...caller, takesOnlyApp: true });
  await queueNotice({ kind: 'recovery_codes_created', account_id: caller.accountId });
  return { recovery_codes };
}

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
  const { secret, recoveryCodes: recovery_codes } = newFactor();
  const confirmation = await issueConfirmation({
    session: caller,
    fingerprint: factorFingerprint(account),
    secret,
    hashes: recovery_codes.map(hashOfRecoveryCode),
  });
  const url = appUrl(secret, readServiceConfig().serviceName, account.email);
  return { secret, url, recovery_codes, confirmation };
}

const RECOVERY_CODE_EXAMPLE = 'MFRG-GZDF-MZTW-Q2LK-NNWG-23TP-OA';

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
          recovery_codes: [RECOVERY_CODE_EXAMPLE],
          confirmation: JWT_EXAMPLE,
        },
      ],
    }),
  );

export const recoveryCodesResponse = z
  .object({ recovery_codes: createdFactorResponse.shape.recovery_codes })
  .check(z.meta({ id: 'RecoveryCodes', examples: [{ recovery_codes: [RECOVERY_CODE_EXAMPLE] }] }));
