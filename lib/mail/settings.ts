import { readConfig } from '../config/config.ts';
import type { MailConfig } from '../config/mail.ts';
import { Rejection } from '../errors.ts';

/** The settings of mail. Throws `mail_disabled` if the deployment sends none. */
export function requireMail(): MailConfig {
  const { mail } = readConfig();
  if (!mail) throw new Rejection('mail_disabled');
  return mail;
}
