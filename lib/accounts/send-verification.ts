import type { SessionReference } from '../auth/session.ts';
import { queueMail } from '../mail/queue.ts';
import { requireMail } from '../mail/settings.ts';
import type { Client } from './client.ts';
import { getOwnAccount } from './repository.ts';
import { countMail } from './limits.ts';

/** Has a link mailed that verifies the caller's e-mail address, unless it is verified already. */
export async function sendVerification(caller: SessionReference, { network }: Client): Promise<void> {
  requireMail();
  const account = await getOwnAccount(caller);
  if (account.email_verified) return;
  await countMail('verify_email', account.email, network);
  await queueMail({ kind: 'verify_email', account_id: account.account_id, is_counted: true });
}
