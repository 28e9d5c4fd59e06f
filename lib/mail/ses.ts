import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { guarded, sdkSettings } from '../aws/sdk.ts';
import { requireMail } from './settings.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const TIMEOUTS = { timeoutMs: 3_000, maxAttempts: 2 };

/** SES's errors that a retry can't mend, such as for an address that isn't verified in SES's sandbox. */
const PERMANENT = ['MessageRejected', 'MailFromDomainNotVerifiedException', 'BadRequestException'];

let client: SESv2Client | undefined;

/**
 * Sends a mail. Returns the name of SES's error if it refused the mail for good. Throws if it may succeed later, without
 * SES's own message, which can name the address.
 */
export async function sendMail({ to, subject, text }: Mail): Promise<{ refusal?: string }> {
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
    return {};
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    if (error instanceof SESv2ServiceException && PERMANENT.includes(name)) return { refusal: name };
    throw new Error(`SES failed: ${name}`);
  }
}
