import styles from 'gzip:./browser/page.css';
import script from 'gzip:./browser/page.js';
import resetPassword from 'gzip:./reset-password.html';
import tokenField from 'gzip:./token-field.html';
import verifyEmail from 'gzip:./verify-email.html';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readServiceConfig } from '../config/service.ts';
import type { StaticFile } from '../http/static-file.ts';
import { cssFile, htmlFile, scriptFile } from './packed-file.ts';
import { PAGE } from './parameters.ts';

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const unpacked = (text: string): string => gunzipSync(Buffer.from(text, 'base64')).toString();

/** A page with the name of the service, a field for the token, and a link to the app if there is one. */
function page(template: string): StaticFile {
  const { serviceName, appUrl } = readServiceConfig();
  const service = escaped(serviceName);
  const link = appUrl && `<p><a href="${escaped(appUrl)}">Go to ${service}</a></p>`;
  const parts: Record<string, string> = { service, link, field: unpacked(tokenField) };
  const html = unpacked(template).replaceAll(/\{(\w+)\}/g, (_, name) => parts[name] ?? '');
  return htmlFile(gzipSync(html).toString('base64'), 'data:');
}

const FILES = new Map([
  ['page.css', cssFile(styles)],
  ['page.js', scriptFile(script)],
]);

/** A file of a page; `undefined` if there is none of that name. */
const fileOf = (template: string) => (name: string) => (name === PAGE ? page(template) : FILES.get(name));

export const resetPasswordFile = fileOf(resetPassword);
export const verifyEmailFile = fileOf(verifyEmail);
