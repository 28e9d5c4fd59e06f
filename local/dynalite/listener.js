import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { streamsOf } from './streams.js';
import { isResponseError } from './transactions/errors.js';
import { transact } from './transactions/transact.js';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {{ statusCode: number, body: object }} ListenerResponse */
/** @typedef {(body: string) => object | Promise<object>} Operation */

/**
 * Takes the transactions and the reading of streams out of what a server of dynalite gets, which knows neither.
 * @param {import('node:http').Server} server
 * @param {import('dynalite/db').Store} store
 */
export function takeWhatDynaliteLacks(server, store) {
  const streams = Object.entries(streamsOf(store)).map(
    ([name, answerTo]) =>
      /** @type {const} */ ([
        `DynamoDBStreams_20120810.${name}`,
        (/** @type {string} */ body) => answerTo(JSON.parse(body)),
      ]),
  );
  /** @type {Map<string, Operation>} */
  const operations = new Map([
    ['DynamoDB_20120810.TransactWriteItems', (/** @type {string} */ body) => transact(body, store)],
    ...streams,
  ]);
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    const operation = operations.get(String(request.headers['x-amz-target']));
    if (operation) void answer(request, response, operation);
    else for (const listener of others) Reflect.apply(listener, server, [request, response]);
  });
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {Operation} operation
 */
async function answer(request, response, operation) {
  const { statusCode, body } = await answerTo(request, operation);
  response.statusCode = statusCode;
  response.setHeader('content-type', 'application/x-amz-json-1.0');
  response.setHeader('x-amzn-requestid', randomUUID());
  response.end(JSON.stringify(body));
}

/**
 * @param {IncomingMessage} request
 * @param {Operation} operation
 * @returns {Promise<ListenerResponse>}
 */
async function answerTo(request, operation) {
  try {
    return { statusCode: 200, body: await operation(await text(request)) };
  } catch (error) {
    if (isResponseError(error)) return error;
    const body = { __type: 'com.amazon.coral.service#InternalFailure', message: String(error) };
    return { statusCode: 500, body };
  }
}
