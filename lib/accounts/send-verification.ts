import type { SessionReference } from '../auth/sessions.ts';
import { queueMail } from '../mail/queue.ts';
import { requireMail } from '../mail/settings.ts';
import type { Client } from '../network.ts';
import { getAccount } from './account-repository.ts';
import { countMail } from './limits.ts';

/** Has a link mailed that verifies the caller's e-mail address, unless it is verified already. */
export async function sendVerification(
  { accountId }: SessionReference,
  { network }: Client,
): Promise<'done' | 'ended'> {
  requireMail();
  const account = await getAccount(accountId);
  if (!account) return 'ended';
  if (account.email_verified) return 'done';
  await countMail('verify_email', account.email, network);
  await queueMail({ kind: 'verify_email', account_id: accountId });
  return 'done';
}
