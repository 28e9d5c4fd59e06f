import { type StaticFile, staticFile } from '../http/static-file.ts';

/** A file whose content is gzipped. */
export const packedFile = (content: string, type: string, headers: Record<string, string> = {}): StaticFile =>
  staticFile(content, { 'content-type': type, ...headers }, { isGzipped: true });

/** A page. It may load only from this service and images from these sources, and runs no inline scripts. */
export const htmlFile = (content: string, imageSources: string): StaticFile =>
  packedFile(content, 'text/html; charset=utf-8', {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src ${imageSources}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      // Scripts send what a form has.
      "form-action 'none'",
    ].join('; '),
  });

export const cssFile = (content: string) => packedFile(content, 'text/css; charset=utf-8');

export const scriptFile = (content: string) => packedFile(content, 'text/javascript; charset=utf-8');
