import { runAuthorized } from '../aws/call.ts';
import { isRejection } from '../errors.ts';
import { logger, withoutDetails } from '../log.ts';
import { isStale, type MailRequest, mailRequest } from './request.ts';
import { type Mail, sendMail } from './ses.ts';

type Compose = (request: MailRequest) => Promise<Mail | undefined>;

/**
 * Makes the handler of the function that sends mails, which Lambda invokes asynchronously. It throws if a retry may
 * succeed. The log has the kind of a mail, never an address.
 */
export const mailHandler =
  (compose: Compose) =>
  async (payload: unknown): Promise<void> => {
    const request = mailRequest.safeParse(payload);
    try {
      if (!request.success) throw request.error;
      await runAuthorized(() => send(request.data, compose));
    } catch (error) {
      logger.error('mail', { kind: request.data?.kind, outcome: 'failed', error });
      throw withoutDetails(error);
    }
  };

async function send(request: MailRequest, compose: Compose): Promise<void> {
  const { kind } = request;
  if (isStale(request)) return logger.warn('mail', { kind, outcome: 'too late' });
  try {
    const mail = await compose(request);
    if (!mail) return logger.info('mail', { kind, outcome: 'nobody to send it to' });
    const { refusal } = await sendMail(mail);
    if (refusal) return logger.error('mail', { kind, outcome: 'refused', refusal });
    logger.info('mail', { kind, outcome: 'sent' });
  } catch (error) {
    if (!isRejection(error, 'too_many')) throw error;
    logger.info('mail', { kind, outcome: 'over the limit' });
  }
}
