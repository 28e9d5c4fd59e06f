import { setTimeout } from 'node:timers/promises';
import { importLatest } from './sources.js';

/** @typedef {(request: unknown, context: unknown) => Promise<unknown>} Handler */

/**
 * The functions by name. serverless-offline looks them up here.
 * @type {Record<string, Handler>}
 */
export const handlers = {};

/** Before a background function that failed is run again. On AWS, they are a minute and two. */
const PAUSES_MS = [2_000, 4_000];

/**
 * Makes serverless-offline run each function from its source.
 * @param {Record<string, { handler: string, events?: object[] }>} functions
 */
export function serveFromSources(functions) {
  for (const [name, definition] of Object.entries(functions)) {
    const isBackground = !definition.events?.some((event) => 'httpApi' in event);
    handlers[name] = fromSource(definition.handler, isBackground ? PAUSES_MS : []);
    definition.handler = `local/functions.handlers.${name}`;
  }
}

/**
 * A function that runs its source file as it is on disk at the time of the call. If that throws, it is run again after each
 * of the pauses, and then responds 500, because serverless-offline would respond 200.
 * @param {string} handler
 * @param {number[]} pausesMs
 * @returns {Handler}
 */
export function fromSource(handler, pausesMs) {
  const [, stem = '', name = ''] = /^(.*)\.(\w+)$/.exec(handler) ?? [];
  const file = `${stem}.ts`;
  return async (request, context) => {
    for (const pauseMs of [...pausesMs, undefined]) {
      try {
        const { [name]: run } = await importLatest(file);
        if (typeof run !== 'function') throw new Error(`It has no export ${name}.`);
        return await run(request, context);
      } catch (error) {
        console.error(`${file} failed. ${reason(error)}`);
      }
      if (pauseMs !== undefined) await setTimeout(pauseMs);
    }
    return {
      statusCode: 500,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: JSON.stringify({ status: 'error', message: `${file} failed. The terminal shows the error.` }),
    };
  };
}

/**
 * An error in one line, with the file and line where it was thrown.
 * @param {unknown} error
 */
function reason(error) {
  if (!(error instanceof Error)) return String(error);
  const [, file = '', line = ''] =
    /((?:functions|lib)\/[^\s?]+)(?:\?v=\d+)?(:\d+)/.exec(error.stack ?? '') ?? [];
  return `${error.name}: ${error.message.split('\n')[0]} ${file}${line}`;
}
