import { matching, required } from './environment.ts';

export interface ServiceConfig {
  /** What mails and pages call the service. */
  serviceName: string;
  /** The app that people use, without a slash at the end; empty if there is none. */
  appUrl: string;
}

export const readServiceConfig = (): ServiceConfig => ({
  serviceName: matching('SERVICE_NAME', 'Event Budget', /^[\x20-\x7e]{1,60}$/, 'at most 60 ASCII characters'),
  appUrl: matching('APP_URL', '', /^(https?:\/\/[^\s?#]+)?$/, 'an http or https URL without ? and #').replace(
    /\/+$/,
    '',
  ),
});

/** The service's own address. Only functions that show it have it. */
export const readServiceUrl = (): string => required('SERVICE_URL');
