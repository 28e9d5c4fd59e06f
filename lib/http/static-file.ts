import { gunzipSync } from 'node:zlib';
import { etagOfContent, isNotModified } from './etag.ts';
import type { HttpResponse } from './responses.ts';

/** A file that is the same for everyone until the next deployment. */
export interface StaticFile {
  /** Base64-encoded. */
  content: string;
  isGzipped: boolean;
  headers: Record<string, string>;
}

type RequestHeaders = Record<string, string | undefined>;

/** The headers of a file with this content; `headers` has at least its type. */
export function staticFile(
  content: string,
  headers: Record<string, string>,
  { isGzipped }: { isGzipped: boolean },
): StaticFile {
  return {
    content,
    isGzipped,
    headers: {
      'cache-control': 'public, max-age=3600',
      etag: etagOfContent(content),
      vary: 'accept-encoding',
      ...headers,
    },
  };
}

/** A JSON file that is served as it is, without `status`. */
export const jsonFile = (document: unknown): StaticFile =>
  staticFile(
    Buffer.from(JSON.stringify(document)).toString('base64'),
    { 'content-type': 'application/json' },
    { isGzipped: false },
  );

/** The whole file, or 304 if the client has it; unpacked if the client doesn't accept gzip. */
export function fileResponse(
  { content, isGzipped, headers }: StaticFile,
  request: RequestHeaders,
): HttpResponse {
  if (isNotModified(request['if-none-match'], headers['etag'])) return { statusCode: 304, headers, body: '' };
  if (!isGzipped) return { statusCode: 200, headers, body: content, isBase64Encoded: true };
  return acceptsGzip(request['accept-encoding'])
    ? {
        statusCode: 200,
        headers: { ...headers, 'content-encoding': 'gzip' },
        body: content,
        isBase64Encoded: true,
      }
    : {
        statusCode: 200,
        // The unpacked bytes are another representation, so the strong tag of the packed ones is not theirs.
        headers: { ...headers, etag: `W/${headers['etag']}` },
        body: gunzipSync(Buffer.from(content, 'base64')).toString('base64'),
        isBase64Encoded: true,
      };
}

/** Returns whether `Accept-Encoding` names gzip, or `*`, without a quality of 0. */
const acceptsGzip = (header = ''): boolean =>
  header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .some(([name, quality = 'q=1']) => (name === 'gzip' || name === '*') && !/^q=0(\.0*)?$/.test(quality));
