import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { MailDisabledError, MailUnavailableError } from '../errors.ts';
import { logger } from '../log.ts';
import { sdkSettings } from '../sdk.ts';
import type { NewMailRequest } from './request.ts';
import { requireMail } from './settings.ts';

/** Short, so that a signup whose mail can't be queued still answers in time. */
const PATIENCE = { timeoutMs: 1_500, maxAttempts: 2 };

let client: LambdaClient | undefined;

/**
 * Has a mail sent by another function, without waiting for it. Throws `MailDisabledError`, and `MailUnavailableError`
 * if that function can't be invoked.
 */
export async function queueMail(request: NewMailRequest): Promise<void> {
  const { functionName } = requireMail();
  client ??= new LambdaClient(sdkSettings(PATIENCE));
  const command = new InvokeCommand({
    FunctionName: functionName,
    InvocationType: 'Event',
    Payload: JSON.stringify({ ...request, time: Date.now() }),
  });
  try {
    await client.send(command);
  } catch (error) {
    throw new MailUnavailableError('The mail function could not be invoked', { cause: error });
  }
}

/** The same for a mail that is no reason to fail. */
export async function queueNotice(request: NewMailRequest): Promise<void> {
  try {
    await queueMail(request);
  } catch (error) {
    if (error instanceof MailDisabledError) return;
    if (!(error instanceof MailUnavailableError)) throw error;
    logger.error('mail', { kind: request.kind, outcome: 'not queued', error });
  }
}
