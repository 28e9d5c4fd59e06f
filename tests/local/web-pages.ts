import { request } from 'node:http';

/** The headers that tell a web page's request to a port of this machine. */
export const headersOfWebPages = (port: string): Record<string, string>[] => [
  { host: 'page.example' },
  { host: `page.example:${port}` },
  { host: `localhost.page.example:${port}` },
  { host: '127.0.0.1.page' },
  { origin: 'https://page.example' },
  { origin: 'null' },
  { origin: `http://127.0.0.1:${port}` },
];

/** The status of an answer to a `POST` with header fields that `fetch` doesn't send. */
export const statusOf = (url: string, headers: Record<string, string>, body = '{}') =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { method: 'POST', headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(body);
  });
