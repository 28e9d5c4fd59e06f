/** A file's content, gzipped and base64-encoded by build/gzip.js. */
declare module 'gzip:*' {
  const base64: string;
  export default base64;
}

/** The global that swagger-ui-bundle.js defines. */
declare function SwaggerUIBundle(options: Record<string, unknown>): void;
