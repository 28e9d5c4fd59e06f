import { attachment } from './attachment.ts';
import { notFound } from './errors.ts';
import { etagOf } from './etag.ts';

/** The result of a download, or the error if there is nothing to see. */
export const downloadResult = <Found extends { version: number; name: string }>(
  found: Found | undefined,
  textOf: (found: Found) => string,
  ending: string,
) =>
  found
    ? {
        headers: {
          etag: etagOf(found.version),
          'content-disposition': attachment(found.name, ending),
        },
        text: textOf(found),
      }
    : notFound();

/** Description of the header `Content-Disposition` in a contract. */
export const DOWNLOAD = "Has browsers save a file with the event's name";
