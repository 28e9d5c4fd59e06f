import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import * as z from 'zod/mini';
import { getAccount } from '../../lib/accounts/repository.ts';
import { hashOfRecoveryCode, keyOf, newFactor } from '../../lib/auth/codes.ts';
import { factorFingerprint, issueConfirmation } from '../../lib/auth/factor-confirmation.ts';
import { call } from './call.ts';
import { clientOf } from './client.ts';
import { endpoints, person, storedPerson } from './service.ts';

const created = z.object({
  secret: z.string(),
  url: z.string(),
  recovery_codes: z.array(z.string()),
  confirmation: z.string(),
});

export type Created = z.output<typeof created>;

const STEP_MS = 30_000;

/** What an authenticator app shows, now or so many steps later. */
export const codeOf = ({ secret }: Pick<Created, 'secret'>, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** A code that is wrong now and some steps before and after. */
export const wrongCode = (factor: Pick<Created, 'secret'>): string => {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(factor, steps));
  return (
    ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !right.includes(code)) ?? ''
  );
};

export async function createFactor(token: string, password: string): Promise<Created> {
  const { body } = await call(endpoints.createFactor.handler, { token, body: { password } });
  return created.parse(body.data);
}

/** A second factor of the session's account that waits for its first code. Compares no password, which takes longer. */
export async function pendingFactor(token: string) {
  const { sub: accountId = '', sid } = decodeJwt(token);
  const { secret, recoveryCodes } = newFactor();
  const account = await getAccount(accountId);
  const confirmation = await issueConfirmation({
    session: { accountId, sessionId: String(sid) },
    fingerprint: account ? factorFingerprint(account) : '',
    ...{ secret, hashes: recoveryCodes.map(hashOfRecoveryCode) },
  });
  return { secret, confirmation };
}

/** Stores the account of somebody with a verified address and a second factor since 8 days, confirmed by the code of the step before. */
export async function newFactorOwner() {
  const { secret, recoveryCodes } = newFactor();
  const { email, password } = person();
  const factor = {
    ...{ k: keyOf(secret), s: Date.now() - 8 * 86_400_000, u: TOTP.counter() - 1 },
    r: recoveryCodes.map(hashOfRecoveryCode),
  };
  const token = await storedPerson({ email, email_verified: true, factor, factor_changes: 1 });
  return { ...clientOf(token), email, password, secret, recovery_codes: recoveryCodes };
}

export type FactorOwner = Awaited<ReturnType<typeof newFactorOwner>>;

/** The second factor that the account shows. */
export const shownFactor = async (token: unknown): Promise<unknown> => {
  const { body } = await call(endpoints.viewAccount.handler, { method: 'GET', token: String(token) });
  return Object(body.data).second_factor;
};
