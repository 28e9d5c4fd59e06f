import { mailFor } from '../../lib/accounts/mails.ts';
import { mailHandler } from '../../lib/mail/handler.ts';

export const handler = mailHandler(mailFor);
