import { activeTokens } from '../auth/access-token.ts';
import {
  emailFingerprint,
  fingerprintOf,
  hasFingerprint,
  issueMailedToken,
  MAILED_MINUTES,
  type MailedToken,
} from '../auth/mailed-tokens.ts';
import type { MailConfig } from '../config/mail.ts';
import type { MailRequest } from '../mail/request.ts';
import type { Mail } from '../mail/ses.ts';
import { requireMail } from '../mail/settings.ts';
import {
  changeEmailText,
  codeWrongText,
  emailChangedText,
  factorAddedText,
  factorRemovedText,
  invitedText,
  type MailText,
  ownershipOfferedText,
  passwordChangedText,
  resetPasswordText,
  shareLinkCreatedText,
  tokenCreatedText,
  verifyEmailText,
} from '../mail/texts.ts';
import type { Account } from './account.ts';
import { findAccountId } from './address.ts';
import { countInvitationMail, countNotice } from './limits.ts';
import { findAccount, getAccount } from './repository.ts';

/**
 * Composes a mail that was requested. Returns `undefined` if there is no account for it, or no need any more. Throws
 * `too_many` if there were too many.
 */
export async function composeMail(request: MailRequest): Promise<Mail | undefined> {
  if (request.kind === 'invited') {
    // Counted even if the address has no account.
    await countInvitationMail(request);
    return { to: request.email, ...invitedText(requireMail()) };
  }
  const account =
    request.kind === 'reset_password'
      ? await findAccount(request.email)
      : await getAccount(request.account_id);
  return account && account.leaving === undefined ? mailTo(account, request) : undefined;
}

async function mailTo(
  account: Account,
  request: Exclude<MailRequest, { kind: 'invited' }>,
): Promise<Mail | undefined> {
  const settings = requireMail();
  const { email, account_id: accountId } = account;
  switch (request.kind) {
    case 'verify_email': {
      if (account.email_verified) return undefined;
      if (!request.is_counted) await countNotice('verify_email', email, accountId);
      const link = await linkOf({ kind: 'verify-email', accountId, fingerprint: emailFingerprint(email) });
      return { to: email, ...verifyEmailText(settings, link) };
    }
    case 'reset_password': {
      const link = await linkOf({ kind: 'reset-password', accountId, fingerprint: fingerprintOf(account) });
      return { to: email, ...resetPasswordText(settings, link) };
    }
    case 'change_email': {
      const { new_email, fingerprint } = request;
      // The caller isn't told that an address is taken.
      if (!hasFingerprint(account, fingerprint) || (await findAccountId(new_email))) return undefined;
      const link = await linkOf({ kind: 'change-email', accountId, fingerprint, email: new_email });
      return { to: new_email, ...changeEmailText(settings, link) };
    }
    case 'password_changed':
    case 'token_created':
    case 'share_link_created':
    case 'ownership_offered':
    case 'factor_added':
    case 'factor_removed':
    case 'code_wrong': {
      // An address that isn't verified may be a stranger's.
      if (!account.email_verified) return undefined;
      await countNotice(request.kind, email, accountId);
      return { to: email, ...noticeText(settings, account, request) };
    }
    case 'email_changed': {
      const { old_email } = request;
      await countNotice('email_changed', old_email, accountId);
      return { to: old_email, ...emailChangedText(settings) };
    }
  }
}

type Notice = Exclude<
  MailRequest,
  { kind: 'invited' | 'verify_email' | 'reset_password' | 'change_email' | 'email_changed' }
>;

function noticeText(settings: MailConfig, { tokens }: Account, request: Notice): MailText {
  switch (request.kind) {
    case 'password_changed':
      return passwordChangedText(settings, activeTokens(tokens).length);
    case 'token_created':
      return tokenCreatedText(settings, request);
    case 'share_link_created':
      return shareLinkCreatedText(settings, request);
    case 'ownership_offered':
      return ownershipOfferedText(settings);
    case 'factor_added':
      return factorAddedText(settings);
    case 'factor_removed':
      return factorRemovedText(settings);
    case 'code_wrong':
      return codeWrongText(settings);
  }
}

const linkOf = async (token: MailedToken) => ({
  token: await issueMailedToken(token),
  minutes: MAILED_MINUTES[token.kind],
});
