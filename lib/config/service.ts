import { matching, required } from './environment.ts';

export interface ServiceConfig {
  /** The service's name in mails and on pages. */
  serviceName: string;
  /** The app that people use, without a slash at the end; empty if there is none. */
  appUrl: string;
}

/** Mailed tokens are sent to it. */
const APP_URL = /^((https:\/\/|http:\/\/localhost(?=[:/]|$))[^\s?#]*)?$/;

export const readServiceConfig = (): ServiceConfig => ({
  serviceName: matching('SERVICE_NAME', 'Event Budget', /^[\x20-\x7e]{1,60}$/, 'at most 60 ASCII characters'),
  appUrl: matching('APP_URL', '', APP_URL, 'an https URL without ? and # (http only for localhost)').replace(
    /(?<!\/)\/+$/,
    '',
  ),
});

/** The service's own address. Only functions that show it have it. */
export const readServiceUrl = (): string => required('SERVICE_URL');
