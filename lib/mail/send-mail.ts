import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { runAuthorized } from '../aws/call.ts';
import { guarded, sdkSettings } from '../aws/sdk.ts';
import { requireMail } from '../config/config.ts';
import { isRejection } from '../errors.ts';
import { logger, withoutDetails } from '../log.ts';
import { type MailRequest, mailRequest } from './request.ts';
import type { MailText } from './texts.ts';

export interface Mail extends MailText {
  to: string;
}

/** Nobody expects a mail any more after this time. */
const MAX_AGE_MS = 15 * 60 * 1_000;

const TIMEOUTS = { timeoutMs: 3_000, maxAttempts: 2 };

/** SES's errors that a retry can't mend, such as for an address that isn't verified in SES's sandbox. */
const PERMANENT = ['MessageRejected', 'MailFromDomainNotVerifiedException', 'BadRequestException'];

let client: SESv2Client | undefined;

/**
 * Sends a mail. Returns the name of SES's error if it rejected the mail for good. Throws if a retry may succeed, without
 * SES's own message, which can name the address.
 */
export async function sendMail({ to, subject, text }: Mail): Promise<string | undefined> {
  const { from } = requireMail();
  client ??= guarded(new SESv2Client(sdkSettings(TIMEOUTS)));
  const command = new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: {
      Simple: {
        Subject: { Data: subject, Charset: 'UTF-8' },
        Body: { Text: { Data: text, Charset: 'UTF-8' } },
      },
    },
  });
  try {
    await client.send(command);
    return undefined;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    if (error instanceof SESv2ServiceException && PERMANENT.includes(name)) return name;
    throw new Error(`SES failed: ${name}`);
  }
}

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
  if (request.time + MAX_AGE_MS < Date.now()) return logger.warn('mail', { kind, outcome: 'too late' });
  try {
    const mail = await compose(request);
    if (!mail) return logger.info('mail', { kind, outcome: 'nobody to send it to' });
    const refusal = await sendMail(mail);
    if (refusal) return logger.error('mail', { kind, outcome: 'refused', refusal });
    logger.info('mail', { kind, outcome: 'sent' });
  } catch (error) {
    if (!isRejection(error, 'too_many')) throw error;
    logger.info('mail', { kind, outcome: 'over the limit' });
  }
}
