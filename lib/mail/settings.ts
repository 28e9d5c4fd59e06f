import { readConfig } from '../config/config.ts';
import type { MailConfig } from '../config/mail.ts';
import { MailDisabledError } from '../errors.ts';

/** The settings of mail. Throws `MailDisabledError` if the deployment sends none. */
export function requireMail(): MailConfig {
  const { mail } = readConfig();
  if (!mail) throw new MailDisabledError();
  return mail;
}
