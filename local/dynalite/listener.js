import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { isResponseError } from './transactions/errors.js';
import { transact } from './transactions/transact.js';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {{ statusCode: number, body: object }} ListenerResponse */

/**
 * Takes the transactions out of what a server of dynalite gets, which knows none.
 * @param {import('node:http').Server} server
 * @param {import('dynalite/db').Store} store
 */
export function takeTransactions(server, store) {
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    if (String(request.headers['x-amz-target']).endsWith('.TransactWriteItems'))
      void answer(request, response, store);
    else for (const listener of others) Reflect.apply(listener, server, [request, response]);
  });
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {import('dynalite/db').Store} store
 */
async function answer(request, response, store) {
  const { statusCode, body } = await answerTo(request, store);
  response.statusCode = statusCode;
  response.setHeader('content-type', 'application/x-amz-json-1.0');
  response.setHeader('x-amzn-requestid', randomUUID());
  response.end(JSON.stringify(body));
}

/**
 * @param {IncomingMessage} request
 * @param {import('dynalite/db').Store} store
 * @returns {Promise<ListenerResponse>}
 */
async function answerTo(request, store) {
  try {
    return { statusCode: 200, body: await transact(await text(request), store) };
  } catch (error) {
    if (isResponseError(error)) return error;
    const body = { __type: 'com.amazon.coral.service#InternalFailure', message: String(error) };
    return { statusCode: 500, body };
  }
}
