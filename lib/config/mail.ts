import { matching, required, variable } from './environment.ts';

export interface MailConfig {
  /** The address that sends. */
  from: string;
  /** The function that sends. */
  functionName: string;
  /** What mails call the service. */
  serviceName: string;
  /** Where links lead to: an app, or this service itself. Without a slash at the end. Only the function that sends has it. */
  appUrl: string;
}

export function readMailConfig(): MailConfig | undefined {
  if (variable('MAIL_FROM') === undefined) return undefined;
  return {
    from: matching('MAIL_FROM', '', /^[^\s@<>",]+@[^\s@<>",]+$/, 'an e-mail address'),
    functionName: required('MAIL_FUNCTION'),
    serviceName: matching(
      'SERVICE_NAME',
      'Event Budget',
      /^[\x20-\x7e]{1,60}$/,
      'at most 60 ASCII characters',
    ),
    appUrl: matching(
      'APP_URL',
      variable('SERVICE_URL') ?? '',
      /^(https?:\/\/\S+)?$/,
      'an http or https URL',
    ).replace(/\/+$/, ''),
  };
}
