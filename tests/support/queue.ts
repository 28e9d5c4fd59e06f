import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What was queued and not taken yet, oldest first. */
const queued: { path: string; type: string; payload: unknown }[] = [];
let status = 202;

/** Starts a server that takes asynchronous invocations, like Lambda, and keeps them. */
export async function startQueue() {
  const server = createServer(async (request, response) => {
    const payload = await json(request);
    const type = String(request.headers['x-amz-invocation-type']);
    if (status === 202) queued.push({ path: String(request.url), type, payload });
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 202 ? '' : '{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Takes everything out of the queue. */
export const takeQueued = () => queued.splice(0);

/** Has the queue refuse what is queued during `work`. */
export async function withoutQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  status = 503;
  try {
    return await work();
  } finally {
    status = 202;
  }
}
