import { composeMail } from '../../lib/accounts/compose-mail.ts';
import { mailHandler } from '../../lib/mail/send-mail.ts';

export const handler = mailHandler(composeMail);
