import { gunzipSync, gzipSync } from 'node:zlib';
import { etagOfContent, isNotModified } from './etag.ts';
import type { HttpResponse } from './responses.ts';

/** The same for everyone until the next deployment. */
export interface StaticFile {
  /** Gzipped, and Base64-encoded. */
  content: string;
  headers: Record<string, string>;
}

/** The whole file, or 304 if the client has it; unpacked if the client doesn't accept gzip. */
export function fileResponse(
  { content, headers }: StaticFile,
  request: Record<string, string | undefined>,
): HttpResponse {
  if (isNotModified(request['if-none-match'], headers['etag'])) return { statusCode: 304, headers, body: '' };
  const whole = { statusCode: 200, headers, body: content, isBase64Encoded: true as const };
  if (acceptsGzip(request['accept-encoding']))
    return { ...whole, headers: { ...headers, 'content-encoding': 'gzip' } };
  return {
    ...whole,
    // The unpacked bytes are another representation, so the strong tag of the packed ones is not theirs.
    headers: { ...headers, etag: `W/${headers['etag']}` },
    body: gunzipSync(Buffer.from(content, 'base64')).toString('base64'),
  };
}

/** Returns whether `Accept-Encoding` names gzip, or `*`, without a quality of 0. */
const acceptsGzip = (header = ''): boolean =>
  header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .some(([name, quality = 'q=1']) => (name === 'gzip' || name === '*') && !/^q=0(\.0*)?$/.test(quality));

const packedFile = (content: string, type: string, headers = {}): StaticFile => ({
  content,
  headers: {
    'cache-control': 'public, max-age=3600',
    etag: etagOfContent(content),
    vary: 'accept-encoding',
    'content-type': type,
    ...headers,
  },
});

/** Text as the content of a file. */
export const packed = (text: string): string => gzipSync(text).toString('base64');

export const jsonFile = (document: unknown): StaticFile =>
  packedFile(packed(JSON.stringify(document)), 'application/json');

/** A page. It may load only from this service, has its images inside, and runs no inline scripts. */
export const htmlFile = (content: string): StaticFile =>
  packedFile(content, 'text/html; charset=utf-8', {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      'img-src data:',
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      // Scripts send what a form has.
      "form-action 'none'",
    ].join('; '),
  });

export const cssFile = (content: string) => packedFile(content, 'text/css; charset=utf-8');
export const scriptFile = (content: string) => packedFile(content, 'text/javascript; charset=utf-8');
