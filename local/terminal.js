/**
 * Stops serverless-offline from printing all its routes, for which it has no option. Errors are still printed.
 * @returns {() => void} undoes it
 */
export function muteRoutes() {
  const { log } = console;
  console.log = () => {};
  return () => {
    console.log = log;
  };
}

/**
 * Printed when the service has started.
 * @param {string} url
 * @param {string} database
 * @param {string} mails
 */
export const announcement = (url, database, mails) => `
The service is at ${url}. Press Ctrl-C to stop it.

  docs      ${url}/docs
  demo      ${url.endsWith(':3000') ? '' : `PORT=${new URL(url).port} `}npm run demo, in a second terminal
  database  ${database}
  mails     ${mails}

A first call:

  curl ${url}/auth/signup -d '{"first_name":"Ada","last_name":"Lovelace","email":"ada@example.com","password":"correct horse"}'
`;

/** Access tokens, tokens of share links and JWTs, which a request might have in its path, with what follows them. */
const TOKENS = /(eb[cst]_|eyj)[^/]+/gi;

/**
 * Prints a line for each request after its response. serverless-offline's own lines have no status.
 * @param {import('@hapi/hapi').Server} server
 */
export function printRequests(server) {
  server.events.on('response', (request) => {
    const { method, raw, response, info, isInjected } =
      /** @type {typeof request & { isInjected: boolean }} */ (request);
    // A request that the gateway sent again. It already has its line.
    if (isInjected) return;
    const [path = ''] = raw.req.url?.split('?') ?? [];
    const status = 'statusCode' in response ? response.statusCode : 'aborted';
    console.log(
      `${method.toUpperCase()} ${path.replace(TOKENS, '$1…')} ${status} ${Date.now() - info.received} ms`,
    );
  });
}
