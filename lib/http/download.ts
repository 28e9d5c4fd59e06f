import { attachment } from './attachment.ts';
import { etagOf } from './etag.ts';

/** The result of a download of a file that is made from something with a version and a name. */
export const downloadResult = (
  { version, name }: { version: number; name: string },
  ending: string,
  text: () => string,
) => ({
  headers: { etag: etagOf(version), 'content-disposition': attachment(name, ending) },
  text,
});

/** Description of the header `Content-Disposition` in a contract. */
export const DOWNLOAD = "Makes browsers save the file under the event's name";
