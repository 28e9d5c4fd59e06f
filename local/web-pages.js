import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('node:http').Server} Server */

const LOCAL = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/**
 * What the browser of somebody who visits a web page sends: with the page's name, if that leads to this machine, or with an
 * `Origin`.
 * @param {IncomingMessage} request
 */
const isOfWebPage = ({ headers }) => !LOCAL.test(String(headers.host)) || headers.origin !== undefined;

/**
 * Rejects what web pages send to a server that is for this service alone.
 * @param {Server} server
 */
export function rejectWebPages(server) {
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    if (isOfWebPage(request)) response.writeHead(403).end();
    else for (const listener of others) Reflect.apply(listener, server, [request, response]);
  });
}

const LISTENING = 'tracing:net.server.listen:asyncEnd';

/**
 * The same for the next server that listens on a port, for one that serverless-offline keeps to itself.
 * @param {number} port
 */
export function rejectWebPagesAt(port) {
  const reject = (/** @type {unknown} */ message) => {
    const { server } = /** @type {{ server: Server }} */ (message);
    const address = server.address();
    if (typeof address !== 'object' || address?.port !== port) return;
    unsubscribe(LISTENING, reject);
    rejectWebPages(server);
  };
  subscribe(LISTENING, reject);
}
