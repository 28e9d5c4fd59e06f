import { composeMail } from '../../lib/accounts/compose-mail.ts';
import { mailHandler } from '../../lib/mail/handler.ts';

export const handler = mailHandler(composeMail);
