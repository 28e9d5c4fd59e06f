import { mailFor } from '../../lib/accounts/account-mail.ts';
import { mailHandler } from '../../lib/mail/handler.ts';

export const handler = mailHandler(mailFor);
