/**
 * Keeps serverless-offline from printing all its routes, each with an invocation address. Errors are printed still.
 * @returns {() => void} what ends it
 */
export function muteRoutes() {
  const { log } = console;
  console.log = () => {};
  return () => {
    console.log = log;
  };
}

/**
 * What a person needs who has just started the service.
 * @param {string} url
 * @param {string} database
 * @param {string} mails
 */
export const announcement = (url, database, mails) => `
The service is at ${url}. Ctrl-C ends it.

  docs      ${url}/docs
  demo      npm run demo, in a second terminal
  database  ${database}
  mails     ${mails}

A first call:

  curl ${url}/auth/signup -d '{"first_name":"Ada","last_name":"Lovelace","email":"ada@example.com","password":"correct horse"}'
`;

/**
 * Prints a line for each request once it is answered.
 * @param {import('@hapi/hapi').Server} server
 */
export function printRequests(server) {
  server.events.on('response', (request) => {
    const { method, raw, response, info, isInjected } =
      /** @type {typeof request & { isInjected: boolean }} */ (request);
    // The gateway's own repeat of a request, which has its line already.
    if (isInjected) return;
    const [path] = raw.req.url?.split('?') ?? [];
    const status = 'statusCode' in response ? response.statusCode : 'aborted';
    console.log(`${method.toUpperCase()} ${path} ${status} ${Date.now() - info.received} ms`);
  });
}
