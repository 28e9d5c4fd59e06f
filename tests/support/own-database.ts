import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import http, { type RequestOptions, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { startDatabase } from '../../local/dynalite/database.js';
import { tableDefinition } from '../../resources/definitions.ts';

const LISTENING = 'tracing:net.server.listen:asyncEnd';
const listening = z.object({ server: z.instanceof(Server) });

/**
 * Starts the embedded database in this process. Requests of the SDK reach it without sockets, which would take half of their
 * time. Others use its port: `fetch`, and the proxies in front of it.
 */
export async function startOwnDatabase(): Promise<{ endpoint: string; table: object }> {
  const servers = new Map<number, Server>();
  const onListening = (message: unknown) => {
    const { server } = listening.parse(message);
    servers.set((server.address() as AddressInfo).port, server);
  };
  subscribe(LISTENING, onListening);
  const { endpoint } = await startDatabase();
  unsubscribe(LISTENING, onListening);
  const own = Number(new URL(endpoint).port);
  const server = servers.get(own);
  if (!server) throw new Error(`Nothing listens on ${endpoint}`);
  const { request } = http;
  const direct = (...given: [RequestOptions, OnResponse]) =>
    given[0].port === own ? directRequest(server, ...given) : Reflect.apply(request, http, given);
  Object.assign(http, { request: direct });
  return { endpoint, table: tableDefinition };
}

type OnResponse = (response: Readable) => void;

const streamOf = (content: Uint8Array | string): Readable => {
  const stream = new Readable({ read() {} });
  stream.push(content);
  stream.push(null);
  return stream;
};

/** Sends a request to a server of this process. Has what the SDK uses of requests. */
function directRequest(server: Server, { method, path, headers }: RequestOptions, onResponse: OnResponse) {
  let isClosed = false;
  const answers: Record<string, string> = {};
  const response = {
    statusCode: 200,
    setHeader: (name: string, value: unknown) => {
      answers[name.toLowerCase()] = String(value);
    },
    end: (text: string) => {
      if (isClosed) return;
      const length = { 'content-length': String(Buffer.byteLength(text)) };
      const { statusCode } = response;
      onResponse(Object.assign(streamOf(text), { statusCode, headers: { ...answers, ...length } }));
      request.destroy();
    },
  };
  const request = Object.assign(new EventEmitter(), {
    // For its timeouts, which aren't reached.
    socket: { connecting: false, setTimeout() {}, setKeepAlive() {}, removeListener() {} },
    end: (body: Uint8Array | string) => {
      const sent = Object.assign(streamOf(body), { method, url: path, headers });
      // Later, as through a socket: others have their turn, and may abort it.
      setImmediate(() => isClosed || server.emit('request', sent, response));
    },
    destroy: () => {
      isClosed = true;
      request.emit('close');
    },
  });
  return request;
}
