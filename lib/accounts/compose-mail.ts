import { activeTokens } from '../auth/access-token.ts';
import { fingerprintOf, hasFingerprint, issueMailedToken, type MailedKind } from '../auth/mailed-tokens.ts';
import { requireMail } from '../config/config.ts';
import type { MailRequest } from '../mail/request.ts';
import type { Mail } from '../mail/send-mail.ts';
import { linkText, type NoticeRequest, noticeText } from '../mail/texts.ts';
import type { Account } from './account.ts';
import { countInvitationMail, countNotice } from './limits.ts';
import { findAccount, findAccountId, getAccount } from './repository.ts';

/** Returns a requested mail, or `undefined` if nobody needs it (any more). Throws `too_many` if there were too many. */
export async function composeMail(request: MailRequest): Promise<Mail | undefined> {
  if (request.kind === 'invited' || request.kind === 'offered') {
    // Counted even if the address has no account.
    await countInvitationMail(request.email);
    return {
      to: request.email,
      ...noticeText(request, requireMail(), { tokens: 0, recoveryCodes: undefined }),
    };
  }
  const account =
    request.kind === 'reset_password'
      ? await findAccount(request.email)
      : await getAccount(request.account_id);
  return account && account.leaving === undefined ? mailOf(account, request) : undefined;
}

async function mailOf(
  account: Account,
  request: Exclude<MailRequest, { kind: 'invited' | 'offered' }>,
): Promise<Mail | undefined> {
  const { email, account_id: accountId } = account;
  switch (request.kind) {
    case 'verify_email':
      if (account.email_verified) return undefined;
      if (!request.is_counted) await countNotice('verify_email', email, accountId);
      return mailWithLink(account, 'verify-email');
    case 'reset_password':
      return mailWithLink(account, 'reset-password');
    case 'change_email': {
      const { new_email, fingerprint } = request;
      // The caller isn't told that an address is taken.
      const isCurrent = hasFingerprint(account, { kind: 'change-email', fingerprint });
      if (!isCurrent || (await findAccountId(new_email))) return undefined;
      return mailWithLink(account, 'change-email', new_email);
    }
    case 'email_changed':
      return notice(request.old_email, account, request);
    default:
      // An address that isn't verified may be a stranger's.
      return account.email_verified ? notice(email, account, request) : undefined;
  }
}

async function mailWithLink(account: Account, kind: MailedKind, email?: string): Promise<Mail> {
  const fingerprint = fingerprintOf(account, kind);
  const token = await issueMailedToken({ kind, accountId: account.account_id, fingerprint, email });
  return { to: email ?? account.email, ...linkText(kind, token, requireMail()) };
}

async function notice(to: string, account: Account, request: NoticeRequest): Promise<Mail> {
  await countNotice(request.kind, to, account.account_id);
  const state = {
    tokens: activeTokens(account.tokens).length,
    recoveryCodes: account.factor?.r.length,
  };
  return { to, ...noticeText(request, requireMail(), state) };
}
