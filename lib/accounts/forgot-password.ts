import * as z from 'zod/mini';
import { queueMail } from '../mail/queue.ts';
import { requireMail } from '../mail/settings.ts';
import type { Client } from './client.ts';
import { emailAddress } from './fields.ts';
import { countMail } from './limits.ts';

/** The body of a request for a new password. */
export const forgotPasswordBody = z
  .object({ username: emailAddress })
  .check(z.meta({ id: 'ForgotPassword', examples: [{ username: 'ada@example.com' }] }));

/**
 * Has a link mailed, if there is an account with this e-mail address: the function that sends looks, so this makes the
 * same requests for every address.
 */
export async function requestReset(email: string, { network }: Client): Promise<void> {
  requireMail();
  await countMail('reset_password', email, network);
  await queueMail({ kind: 'reset_password', email });
}
