import { matching, required, variable } from './environment.ts';
import { readServiceConfig, type ServiceConfig } from './service.ts';

export interface MailConfig extends ServiceConfig {
  /** The address that sends. */
  from: string;
  /** The function that sends. */
  functionName: string;
  /** Where links with a token lead to: the app, or this service itself. Only the function that sends has it. */
  linksUrl: string;
}

export function readMailConfig(): MailConfig | undefined {
  if (variable('MAIL_FROM') === undefined) return undefined;
  const { serviceName, appUrl } = readServiceConfig();
  return {
    from: matching('MAIL_FROM', '', /^[^\s@<>",]+@[^\s@<>",]+$/, 'an e-mail address'),
    functionName: required('MAIL_FUNCTION'),
    serviceName,
    appUrl,
    linksUrl: appUrl || (variable('SERVICE_URL') ?? ''),
  };
}
