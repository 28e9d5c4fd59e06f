/** Bytes, and the headers that tell what they are. */
export interface File {
  base64: string;
  headers: Record<string, string>;
}

/** What an operation that succeeds says beside its sentence. */
export interface Reply {
  body?: Record<string, unknown>;
  /** What is answered in place of all this. */
  file?: File;
  /** The path of what has been made. */
  location?: string;
  /** The account that the call has made known; for the log. */
  accountId?: string;
}

/** A document as it lies, without the status of an answer. */
export const jsonFile = (document: unknown): File => ({
  base64: Buffer.from(JSON.stringify(document)).toString('base64'),
  headers: { 'content-type': 'application/json' },
});
