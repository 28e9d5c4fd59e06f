/** A file's content, gzipped and base64-encoded by build/gzip.js. */
declare module 'gzip:*' {
  const base64: string;
  export default base64;
}
