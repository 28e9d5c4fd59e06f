import type { Access } from '../auth/access-token.ts';
import type { MailConfig } from '../config/mail.ts';

export interface MailText {
  subject: string;
  text: string;
}

interface Link {
  token: string;
  /** Its lifetime. */
  minutes: number;
}

/** A mail has nothing that a person typed, so that nobody can send their own words from the service's address. */
const write = (subject: string, paragraphs: string[], { serviceName }: MailConfig): MailText => ({
  subject: `${serviceName}: ${subject}`,
  text: `${paragraphs.join('\n\n')}\n\n${serviceName}\n`,
});

/** The token is in the fragment, which browsers don't send. Some mail gateways remove it, so the token also stands alone. */
const waysTo = (page: string, { token }: Link, { linksUrl }: MailConfig): string[] => [
  `${linksUrl}/${page}#token=${token}`,
  "If the link doesn't work, or the page asks for a token, open this page and paste the token below into it:",
  `${linksUrl}/${page}`,
  token,
];

const lifetime = ({ minutes }: Link): string => (minutes === 60 ? 'an hour' : `${minutes / 60 / 24} days`);

export function verifyEmailText(mail: MailConfig, link: Link): MailText {
  const paragraphs = [
    `An account at ${mail.serviceName} has this e-mail address. If it is yours, open this link to confirm the address:`,
    ...waysTo('verify-email', link, mail),
    `The link works for ${lifetime(link)}. If you have no account there, ignore this e-mail.`,
  ];
  return write('Confirm your e-mail address', paragraphs, mail);
}

export function resetPasswordText(mail: MailConfig, link: Link): MailText {
  const paragraphs = [
    `Somebody asked for a new password for your account at ${mail.serviceName}. If it was you, open this link to choose one:`,
    ...waysTo('reset-password', link, mail),
    `The link works once, for ${lifetime(link)}. If it wasn't you, ignore this e-mail. Your password stays as it is.`,
  ];
  return write('Choose a new password', paragraphs, mail);
}

export function changeEmailText(mail: MailConfig, link: Link): MailText {
  const paragraphs = [
    `Somebody asked to use this e-mail address for an account at ${mail.serviceName}. If it was you, accept any invitations to the old address first, because they don't move to the new one. Then open this link to confirm the new address:`,
    ...waysTo('verify-email', link, mail),
    `The link works for ${lifetime(link)}. If it wasn't you, ignore this e-mail.`,
  ];
  return write('Confirm your new e-mail address', paragraphs, mail);
}

export function passwordChangedText(mail: MailConfig, tokens: number): MailText {
  const paragraphs = [
    `The password of your account at ${mail.serviceName} was changed. All other devices were logged out, and all share links and offers of your events ended.`,
    ...stillWorking(tokens),
    `If it wasn't you, choose a new password now: ask for one with "forgot password".`,
  ];
  return write('Your password was changed', paragraphs, mail);
}

/** A paragraph about the access tokens that still work, if there are any. */
function stillWorking(tokens: number): string[] {
  if (tokens === 0) return [];
  if (tokens === 1) return ["One access token for your account still works. End it if you don't need it."];
  return [`${tokens} access tokens for your account still work. End those that you don't need.`];
}

const ALLOWED: Record<Access, string> = {
  read: 'read',
  write: 'read, change and delete',
  calendar: 'see a calendar of',
};

export function tokenCreatedText(
  mail: MailConfig,
  { access, expires_on }: { access: Access; expires_on: string },
): MailText {
  const paragraphs = [
    `An access token for your account at ${mail.serviceName} was created. A program that has it can ${ALLOWED[access]} your events and those that others share with you, until the end of ${expires_on} (UTC).`,
    `If it wasn't you, somebody knows your password. Choose a new one now: ask for one with "forgot password". This also ends all access tokens.`,
  ];
  return write('An access token was created', paragraphs, mail);
}

export function shareLinkCreatedText(mail: MailConfig, { expires_on }: { expires_on: string }): MailText {
  const paragraphs = [
    `A share link for one of your events at ${mail.serviceName} was created. Anybody who has it can see the event, until the end of ${expires_on} (UTC) or until you end the link.`,
    `If it wasn't you, somebody uses your account. Choose a new password now: ask for one with "forgot password". This also ends all share links.`,
  ];
  return write('A share link was created', paragraphs, mail);
}

export function ownershipOfferedText(mail: MailConfig): MailText {
  const paragraphs = [
    `One of your events at ${mail.serviceName} was offered to somebody. Whoever accepts becomes the owner, and you can only edit the event then. Somebody who has been a member for 7 days can accept at once, and everybody else after 24 hours. Until then you can withdraw the offer: remove it from the members of the event.`,
    `If it wasn't you, somebody knows your password. Choose a new one now: ask for one with "forgot password". This also ends the offer.`,
  ];
  return write('One of your events was offered to somebody', paragraphs, mail);
}

export function factorAddedText(mail: MailConfig): MailText {
  const paragraphs = [
    `Your account at ${mail.serviceName} now has a second factor. A login needs your password and a code of your authenticator app, or a recovery code. All other devices were logged out, and all share links and offers of your events ended.`,
    "If it wasn't you, somebody knows your password. Contact the operator of the service.",
  ];
  return write('A second factor was added', paragraphs, mail);
}

export function factorRemovedText(mail: MailConfig): MailText {
  const paragraphs = [
    `Your account at ${mail.serviceName} has no second factor any more. A login needs only your password.`,
    `If it wasn't you, choose a new password now: ask for one with "forgot password".`,
  ];
  return write('Your second factor was removed', paragraphs, mail);
}

export function codeWrongText(mail: MailConfig): MailText {
  const paragraphs = [
    `Somebody sent a wrong code of the second factor of your account at ${mail.serviceName}, and was refused. They know your password, or have a link that was mailed to you.`,
    'If it was you, ignore this e-mail. Otherwise log in and choose a new password now.',
  ];
  return write('A wrong code was sent', paragraphs, mail);
}

export function emailChangedText(mail: MailConfig): MailText {
  const paragraphs = [
    `The e-mail address of your account at ${mail.serviceName} was changed. Mails go to the new address from now on.`,
    "If it wasn't you, contact the operator of the service.",
  ];
  return write('Your e-mail address was changed', paragraphs, mail);
}

export function invitedText(mail: MailConfig): MailText {
  const { serviceName, appUrl } = mail;
  const link = appUrl && `\n\n${appUrl}`;
  const paragraphs = [
    `Somebody invited you to plan an event together at ${serviceName}. Log in with this e-mail address, or sign up with it, to see the invitation and to accept or decline it.${link}`,
    'The address has to be confirmed first. A new account gets an e-mail with a link for that.',
    `The invitation lasts for 14 days. If you don't know anything about it, ignore this e-mail.`,
  ];
  return write('You are invited to an event', paragraphs, mail);
}
