import { invokeLater } from '../aws/invoke.ts';
import { requireMail } from '../config/config.ts';
import { InvocationError, isRejection } from '../errors.ts';
import { logger } from '../log.ts';
import type { NewMailRequest } from './request.ts';

/** Throws `mail_disabled`, and `InvocationError` if the function that sends mails can't be invoked. */
export async function queueMail(request: NewMailRequest): Promise<void> {
  await invokeLater(requireMail().functionName, { ...request, time: Date.now() });
}

/**
 * Queues a notice, and returns whether it is queued. Unlike `queueMail`, it only logs a failure, and does nothing if the deployment
 * sends no mail.
 */
export async function queueNotice(request: NewMailRequest): Promise<boolean> {
  try {
    await queueMail(request);
    return true;
  } catch (error) {
    if (isRejection(error, 'mail_disabled')) return false;
    if (!(error instanceof InvocationError)) throw error;
    logger.error('mail', { kind: request.kind, outcome: 'not queued', error });
    return false;
  }
}
