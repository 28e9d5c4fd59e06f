import { matching, required, variable } from './environment.ts';
import { readServiceConfig, type ServiceConfig } from './service.ts';

export interface MailConfig extends ServiceConfig {
  /** The address that sends. */
  from: string;
  /** The function that sends. */
  functionName: string;
  /** Base URL of links with a token: the app's, or this service's own. Only the function that sends mails has it. */
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
