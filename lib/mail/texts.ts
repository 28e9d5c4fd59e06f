import type { Access } from '../auth/access-token.ts';
import { MAILED_MINUTES, type MailedKind } from '../auth/mailed-tokens.ts';
import type { MailConfig } from '../config/service.ts';
import { toTimeText } from '../instant.ts';
import type { MailRequest } from './request.ts';

export interface MailText {
  subject: string;
  text: string;
}

/** A mail has nothing that a person typed, so that nobody can send their own words from the service's address. */
type Content = [subject: string, ...paragraphs: string[]];

const write = ([subject, ...paragraphs]: Content, { serviceName }: MailConfig): MailText => ({
  subject: `${serviceName}: ${subject}`,
  text: `${paragraphs.join('\n\n')}\n\n${serviceName}\n`,
});

/** A mail with a token of this kind. */
export function linkText(kind: MailedKind, token: string, mail: MailConfig): MailText {
  const { serviceName, linksUrl } = mail;
  const page = `${linksUrl}/${kind === 'reset-password' ? kind : 'verify-email'}`;
  // The fragment isn't sent by browsers. Some mail gateways remove it, so the token also stands alone.
  const link = [
    `${page}#token=${token}`,
    "If the link doesn't work, or the page asks for a token, open this page and paste the token below into it:",
    page,
    token,
  ];
  const minutes = MAILED_MINUTES[kind];
  const lifetime = minutes === 60 ? 'an hour' : `${minutes / 60 / 24} days`;
  const contents: Record<MailedKind, Content> = {
    'verify-email': [
      'Confirm your e-mail address',
      `An account at ${serviceName} has this e-mail address. If it is yours, open this link to confirm the address:`,
      ...link,
      `The link works for ${lifetime}. If you have no account there, ignore this e-mail.`,
    ],
    'reset-password': [
      'Choose a new password',
      `Somebody asked for a new password for your account at ${serviceName}. If it was you, open this link to choose one:`,
      ...link,
      `The link works once, for ${lifetime}. If it wasn't you, ignore this e-mail. Your password stays as it is.`,
    ],
    'change-email': [
      'Confirm your new e-mail address',
      `Somebody asked to use this e-mail address for an account at ${serviceName}. If it was you, accept any invitations to the old address first, because they don't move to the new one. Then open this link to confirm the new address:`,
      ...link,
      `The link works for ${lifetime}. If it wasn't you, ignore this e-mail.`,
    ],
  };
  return write(contents[kind], mail);
}

/** A request for a mail without a token. */
export type NoticeRequest = Exclude<
  MailRequest,
  { kind: 'verify_email' | 'reset_password' | 'change_email' }
>;

/** Facts of an account that mails tell. */
interface AccountState {
  /** Access tokens that still work. */
  tokens: number;
  /** Those that are left, if there is a second factor. */
  recoveryCodes: number | undefined;
}

/** A mail without a token. */
export const noticeText = (request: NoticeRequest, mail: MailConfig, state: AccountState): MailText =>
  write(noticeContent(request, mail, state), mail);

function noticeContent(
  request: NoticeRequest,
  { serviceName, appUrl }: MailConfig,
  state: AccountState,
): Content {
  switch (request.kind) {
    case 'password_changed':
      return [
        'Your password was changed',
        `The password of your account at ${serviceName} was changed. All other devices were logged out, and all share links and offers of your events ended.`,
        ...stillWorking(state.tokens),
        `If it wasn't you, choose a new password now: ask for one with "forgot password".`,
      ];
    case 'token_created':
      return [
        'An access token was created',
        `An access token for your account at ${serviceName} was created. A program that has it can ${ALLOWED[request.access]} your events and those that others share with you, until the end of ${request.expires_on} (UTC).`,
        `If it wasn't you, somebody knows your password. Choose a new one now: ask for one with "forgot password". This also ends all access tokens.`,
      ];
    case 'share_link_created':
      return [
        'A share link was created',
        `A share link for one of your events at ${serviceName} was created${request.client ? ` with ${request.client}` : ''}. Anybody who has it can see the event, until the end of ${request.expires_on} (UTC) or until you end the link.`,
        `If it wasn't you, somebody uses your account. Choose a new password now: ask for one with "forgot password". This also ends all share links.`,
      ];
    case 'ownership_offered':
      return [
        'One of your events was offered to somebody',
        `One of your events at ${serviceName} was offered to somebody. Whoever accepts becomes the owner, and you can only edit the event then. Somebody who has been a member for 7 days can accept at once, and everybody else after 24 hours. Until then you can withdraw the offer: remove it from the members of the event.`,
        `If it wasn't you, somebody knows your password. Choose a new one now: ask for one with "forgot password". This also ends the offer.`,
      ];
    case 'ownership_accepted':
      return [
        'Your event has a new owner',
        `${eventText(request)} at ${serviceName} was offered to somebody, who has accepted and is the owner now. You are an editor. The share link and the older history have ended.`,
        `If you didn't offer it, somebody knows your password. Choose a new one now: ask for one with "forgot password". Only the new owner can give the event back, so contact the operator of the service.`,
      ];
    case 'ownership_declined':
      return [
        'Your offer was declined',
        `${eventText(request)} at ${serviceName} was offered to somebody, who has declined. You are still the owner.`,
      ];
    case 'factor_added':
      return [
        'A second factor was added',
        `Your account at ${serviceName} now has a second factor. A login needs your password and a code of your authenticator app, or a recovery code. All other devices were logged out, and all share links and offers of your events ended.`,
        "If it wasn't you, somebody knows your password. Contact the operator of the service.",
      ];
    case 'factor_removed':
      return [
        'Your second factor was removed',
        `Your account at ${serviceName} has no second factor any more. A login needs only your password.`,
        `If it wasn't you, choose a new password now: ask for one with "forgot password".`,
      ];
    case 'recovery_code_used':
      return [
        'A recovery code was used',
        `Somebody used a recovery code of the second factor of your account at ${serviceName}.`,
        ...codesLeft(state.recoveryCodes),
        `If it wasn't you, somebody knows your password and has your recovery codes. Choose a new password now: ask for one with "forgot password". Then create new recovery codes.`,
      ];
    case 'recovery_codes_created':
      return [
        'New recovery codes were created',
        `Your account at ${serviceName} has new recovery codes. The old ones don't work any more.`,
        `If it wasn't you, somebody knows your password and has your authenticator app. Choose a new password now: ask for one with "forgot password". Then remove the second factor, and add another one.`,
      ];
    case 'code_wrong':
      return [
        'A wrong code was sent',
        `Somebody sent a wrong code of the second factor of your account at ${serviceName}, and was refused. They know your password, or have a link that was mailed to you.`,
        'If it was you, ignore this e-mail. Otherwise log in and choose a new password now.',
      ];
    case 'email_changed':
      return [
        'Your e-mail address was changed',
        `The e-mail address of your account at ${serviceName} was changed. Mails go to the new address from now on. For 7 days, no event can be handed over.`,
        "If it wasn't you, contact the operator of the service.",
      ];
    case 'offered':
      return [
        'An event is offered to you',
        `Somebody wants to hand over an event to you at ${serviceName}. By accepting you become the owner: the event ${request.event_id} on ${request.event_date}. You can accept from ${toTimeText(request.from)} until ${toTimeText(request.until)}.`,
        ...logInToAnswer('offer', appUrl),
      ];
    case 'invited':
      return [
        'You are invited to an event',
        `Somebody invited you to plan an event together at ${serviceName}. The invitation lasts for 14 days.`,
        ...logInToAnswer('invitation', appUrl),
      ];
  }
}

const eventText = ({ event_id, event_date }: { event_id: number; event_date: string }): string =>
  `The event ${event_id} on ${event_date}`;

const logInToAnswer = (what: string, appUrl: string): string[] => [
  `Log in with this e-mail address, or sign up with it, to see the ${what} and to accept or decline it.${appUrl && `\n\n${appUrl}`}`,
  'The address has to be confirmed first. A new account gets an e-mail with a link for that.',
  `The event's owner sees your address, also a later owner. If you don't know anything about the ${what}, ignore this e-mail.`,
];

const ALLOWED: Record<Access, string> = {
  read: 'read',
  write: 'read, change and delete',
  calendar: 'see a calendar of',
};

function stillWorking(tokens: number): string[] {
  if (tokens === 0) return [];
  if (tokens === 1) return ["One access token for your account still works. End it if you don't need it."];
  return [`${tokens} access tokens for your account still work. End those that you don't need.`];
}

function codesLeft(count: number | undefined): string[] {
  if (count === undefined) return [];
  const left = count === 0 ? 'None is left.' : count === 1 ? '1 is left.' : `${count} are left.`;
  if (count > 2) return [left];
  return [`${left} Create new ones, with your password and a code of your authenticator app.`];
}
