import styles from 'gzip:./browser/page.css';
import script from 'gzip:./browser/page.js';
import resetPassword from 'gzip:./reset-password.html';
import verifyEmail from 'gzip:./verify-email.html';
import * as z from 'zod/mini';
import { type StaticFile, staticFile } from '../http/static-file.ts';

/** The pages may load only from this service, and run no inline scripts. A script sends their forms. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

const file = (content: string, type: string, headers: Record<string, string> = {}): StaticFile =>
  staticFile(content, { 'content-type': `${type}; charset=utf-8`, ...headers }, { isGzipped: true });

const pageFiles = (page: string): ReadonlyMap<string, StaticFile> =>
  new Map([
    ['index.html', file(page, 'text/html', { 'content-security-policy': POLICY })],
    ['page.css', file(styles, 'text/css')],
    ['page.js', file(script, 'text/javascript')],
  ]);

export const resetPasswordFiles = pageFiles(resetPassword);
export const verifyEmailFiles = pageFiles(verifyEmail);

/** Without a file name, the page itself is served. */
export const pageParameters = z.object({
  file: z._default(z.string().check(z.meta({ examples: ['index.html'] })), 'index.html'),
});
