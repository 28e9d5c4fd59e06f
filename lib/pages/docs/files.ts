import page from 'gzip:./index.html';
import initializer from 'gzip:./initializer.js';
import ownStyles from 'gzip:./page.css';
import icon from 'gzip:swagger-ui-dist/favicon-32x32.png';
import license from 'gzip:swagger-ui-dist/LICENSE';
import notice from 'gzip:swagger-ui-dist/NOTICE';
import styles from 'gzip:swagger-ui-dist/swagger-ui.css';
import bundle from 'gzip:swagger-ui-dist/swagger-ui-bundle.js';
import bundleLicenses from 'gzip:swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt';
import * as z from 'zod/mini';
import { type StaticFile, staticFile } from '../../http/static-file.ts';

/** The page may load only from this service, and runs no inline scripts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

const file = (content: string, type: string, headers: Record<string, string> = {}): StaticFile =>
  staticFile(content, { 'content-type': type, ...headers }, { isGzipped: true });

const html = file(page, 'text/html; charset=utf-8', { 'content-security-policy': POLICY });
const css = (content: string) => file(content, 'text/css; charset=utf-8');
const script = (content: string) => file(content, 'text/javascript; charset=utf-8');
const text = (content: string) => file(content, 'text/plain; charset=utf-8');

export const docsFiles: ReadonlyMap<string, StaticFile> = new Map([
  ['index.html', html],
  ['initializer.js', script(initializer)],
  ['swagger-ui-bundle.js', script(bundle)],
  ['swagger-ui.css', css(styles)],
  ['page.css', css(ownStyles)],
  ['favicon-32x32.png', file(icon, 'image/png')],
  // Who gets Swagger UI gets its license with it. The script names the file of its parts' licenses.
  ['LICENSE', text(license)],
  ['NOTICE', text(notice)],
  ['swagger-ui-bundle.js.LICENSE.txt', text(bundleLicenses)],
]);

/** Without a file name, the page itself is served. */
export const docsParameters = z.object({
  file: z._default(z.string().check(z.meta({ examples: ['index.html'] })), 'index.html'),
});
