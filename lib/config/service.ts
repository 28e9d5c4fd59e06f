import { matching, required, variable } from './environment.ts';

/** Mailed tokens are sent to it. */
const APP_URL = /^((https:\/\/|http:\/\/localhost(?=[:/]|$))[^\s?#]*)?$/;

export const readServiceConfig = () => ({
  serviceName: matching('SERVICE_NAME', 'Event Budget', /^[\x20-\x7e]{1,60}$/, 'at most 60 ASCII characters'),
  /** The app that people use, without a slash at the end; empty if there is none. */
  appUrl: matching('APP_URL', '', APP_URL, 'an https URL without ? and # (http only for localhost)').replace(
    /(?<!\/)\/+$/,
    '',
  ),
});

export type ServiceConfig = ReturnType<typeof readServiceConfig>;

/** The service's own address. Only functions that show it have it. */
export const readServiceUrl = (): string => required('SERVICE_URL');

/** `undefined` if the deployment sends no mail. */
export function readMailConfig() {
  if (variable('MAIL_FROM') === undefined) return undefined;
  const service = readServiceConfig();
  return {
    ...service,
    from: matching('MAIL_FROM', '', /^[^\s@<>",]+@[^\s@<>",]+$/, 'an e-mail address'),
    functionName: required('MAIL_FUNCTION'),
    /** Base URL of links with a token: the app's, or this service's own. Only the function that sends mails has it. */
    linksUrl: service.appUrl || (variable('SERVICE_URL') ?? ''),
  };
}

export type MailConfig = NonNullable<ReturnType<typeof readMailConfig>>;
