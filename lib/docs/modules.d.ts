/** The gzipped content of a file in base64; build/gzip.js makes it. */
declare module 'gzip:*' {
  const base64: string;
  export default base64;
}

/** What swagger-ui-bundle.js leaves to the page's scripts. */
declare function SwaggerUIBundle(options: Record<string, unknown>): void;
