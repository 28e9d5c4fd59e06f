/** A file: base64-encoded bytes and their headers. */
export interface StaticFile {
  base64: string;
  headers: Record<string, string>;
}

/** A JSON file that is served as it is, without `status`. */
export const jsonFile = (document: unknown): StaticFile => ({
  base64: Buffer.from(JSON.stringify(document)).toString('base64'),
  headers: { 'content-type': 'application/json' },
});
