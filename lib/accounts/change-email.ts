import * as z from 'zod/mini';
import { fingerprintOf } from '../auth/mailed-tokens.ts';
import type { SessionReference } from '../auth/session.ts';
import { queueMail } from '../mail/queue.ts';
import { requireMail } from '../mail/settings.ts';
import type { Client } from './client.ts';
import { confirmPassword } from './change-password.ts';
import { currentPassword } from './credentials.ts';
import { countMail } from './limits.ts';
import { personFields } from './sign-up.ts';

/** The body of a change of e-mail address. */
export const emailChange = z.object({ password: currentPassword, email: personFields.shape.email }).check(
  z.meta({
    id: 'EmailChange',
    examples: [{ password: 'correct horse', email: 'ada@example.org' }],
  }),
);

/** Has a link mailed to the new e-mail address, which changes it. Throws `InvalidFieldError`. The caller isn't told whether the address is taken. */
export async function requestEmailChange(
  caller: SessionReference,
  { password, email }: z.output<typeof emailChange>,
  client: Client,
): Promise<void> {
  requireMail();
  const account = await confirmPassword(caller, password);
  await countMail('change_email', email, client.network, account.account_id);
  const { account_id } = account;
  await queueMail({
    kind: 'change_email',
    account_id,
    new_email: email,
    fingerprint: fingerprintOf(account),
  });
}
