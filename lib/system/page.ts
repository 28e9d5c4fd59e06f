import resetPassword from 'gzip:./reset-password.html';
import shared from 'gzip:./shared.html';
import tokenField from 'gzip:./token-field.html';
import verifyEmail from 'gzip:./verify-email.html';
import { gunzipSync } from 'node:zlib';
import { readServiceConfig } from '../config/service.ts';
import { htmlFile, packed, type StaticFile } from '../http/static-file.ts';
import { escaped } from './escaped.ts';

const TEMPLATES = new Map([
  ['reset-password', resetPassword],
  ['verify-email', verifyEmail],
  ['shared', shared],
]);

const unpacked = (text: string): string => gunzipSync(Buffer.from(text, 'base64')).toString();

/** Returns `undefined` if there is no page of that name. */
export function pageNamed(name: string): StaticFile | undefined {
  const template = TEMPLATES.get(name);
  if (template === undefined) return undefined;
  const { serviceName, appUrl } = readServiceConfig();
  const service = escaped(serviceName);
  const link = appUrl && `<p><a href="${escaped(appUrl)}">Go to ${service}</a></p>`;
  const parts: Record<string, string> = { service, link, field: unpacked(tokenField) };
  const html = unpacked(template).replaceAll(/\{(\w+)\}/g, (_, part) => parts[part] ?? '');
  return htmlFile(packed(html));
}

/** Some mail gateways encode the `#` of a link, even twice. API Gateway may decode a path before it passes it on. */
const REWRITTEN = /^\/(reset-password|verify-email|shared)(?:#|%(?:25)*23)/;

/** Finds the page of a link whose `#` was encoded, so that its token is in the path. */
export function pageOfRewrittenLink(path: string): StaticFile | undefined {
  const [, name = ''] = REWRITTEN.exec(path) ?? [];
  const file = pageNamed(name);
  // A cache would keep the address, and with it the token.
  return file ? { ...file, headers: { ...file.headers, 'cache-control': 'no-store' } } : undefined;
}
