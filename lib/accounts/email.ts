import * as z from 'zod/mini';
import { JWT_EXAMPLE } from '../auth/jwt.ts';
import { fingerprintOf, type MailedToken } from '../auth/mailed-tokens.ts';
import { isActive, type SessionReference } from '../auth/session.ts';
import { requireMail } from '../config/config.ts';
import { Rejection } from '../errors.ts';
import { queueMail, queueNotice } from '../mail/queue.ts';
import { problem } from '../problem.ts';
import type { Account } from './account.ts';
import { changeAccount } from './change-account.ts';
import { changeConfirmed, checkPassword, currentPassword, requirePassword } from './check-password.ts';
import { sentCode, type UseCode, withCode } from './code.ts';
import { emailAddress } from './fields.ts';
import { countMail, hmacOfCounted } from './limits.ts';
import { invalidToken, mailedToken, readMailedToken, requireFingerprint } from './mailed-link.ts';
import type { Client } from './network.ts';

export const emailChange = z.object({ password: currentPassword, email: emailAddress, code: sentCode }).check(
  z.meta({
    id: 'EmailChange',
    examples: [{ password: 'correct horse', email: 'ada@example.org' }],
  }),
);

/**
 * Queues a mail to the new address, with a link for `verifyEmail`. The caller isn't told whether the address is taken. Throws as
 * `requirePassword` and `withCode` do.
 */
export async function requestEmailChange(
  caller: SessionReference,
  { password, email, code }: z.output<typeof emailChange>,
  { network }: Client,
): Promise<void> {
  requireMail();
  const account = await requirePassword(caller, password);
  const change = async (useCode: UseCode) => {
    // A wrong code counts no mail, and a limit uses up no code.
    useCode(account);
    await countMail('change_email', email, network, account.account_id);
    await changeConfirmed(caller, account, useCode);
  };
  await withCode(account, code, change, caller);
  await queueMail({
    kind: 'change_email',
    account_id: account.account_id,
    new_email: email,
    fingerprint: fingerprintOf(account, 'change-email'),
  });
}

export const emailVerification = z
  .object({
    token: mailedToken,
    password: z.optional(
      currentPassword.check(
        z.meta({
          description: 'The password of the account. Not needed with a token of one of its sessions',
        }),
      ),
    ),
  })
  .check(
    z.meta({
      id: 'EmailVerification',
      examples: [{ token: JWT_EXAMPLE, password: 'correct horse' }, { token: JWT_EXAMPLE }],
    }),
  );

/**
 * Verifies an account's e-mail address by a mailed token, or changes it to the one that the token was mailed to. Throws
 * `invalid`, `forbidden` without the account's session or password, and `conflict` if another account
 * has the address by now.
 */
export async function verifyEmail(
  { token, password }: z.output<typeof emailVerification>,
  caller: SessionReference | undefined,
  { network }: Client,
): Promise<void> {
  const { mailed, account } = await readMailedToken(token, ['verify-email', 'change-email']);
  const decide = (found: Account) => withConfirmed(found, mailed);
  // Before the password is compared.
  const { email } = decide(account);
  await requireOwner(account, caller, { password, network });
  const isChanged = await changeAccount(account, decide, invalidToken);
  // An address that isn't verified may be a stranger's.
  if (isChanged && email !== account.email && account.email_verified)
    await queueNotice({ kind: 'email_changed', account_id: account.account_id, old_email: account.email });
}

/** Gives an account the address that a mailed token confirms. Throws `invalid` if the token isn't for it. */
export function withConfirmed(account: Account, mailed: MailedToken): Account {
  const { kind, email } = mailed;
  // The token was used before.
  if (kind === 'change-email' && account.email === email) return account;
  requireFingerprint(account, mailed);
  if (kind === 'change-email') {
    if (email === undefined) throw invalidToken();
    const address_changes = (account.address_changes ?? 0) + 1;
    return { ...account, email, email_verified: true, address_changes, email_changed_at: Date.now() };
  }
  return account.email_verified ? account : { ...account, email_verified: true };
}

/**
 * The reader of a mail may not be the owner of the account: somebody may have signed up with a stranger's address, and
 * the stranger opened the link. Throws `forbidden`, `wrong_password`, and `too_many` as a login does.
 */
async function requireOwner(
  account: Account,
  caller: SessionReference | undefined,
  { password, network }: { password: string | undefined; network: string },
): Promise<void> {
  const session = caller?.accountId === account.account_id && account.sessions[caller.sessionId];
  if (session && isActive(session)) return;
  if (password === undefined) throw unconfirmed();
  const { email } = account;
  const find = async () => account;
  if (!(await checkPassword({ password, email, network, find })))
    throw new Rejection('wrong_password', [], { emailHmac: hmacOfCounted(email) });
}

export const unconfirmed = () =>
  new Rejection('forbidden', {
    field: 'account',
    problem: problem('unconfirmed', "Send the account's password, or the token of one of its sessions."),
  });
