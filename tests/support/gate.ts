import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { forward } from './forward.ts';

export interface DatabaseRequest {
  /** Such as `PutItem`. */
  operation: string;
  body: string;
}

type Hook = (request: DatabaseRequest) => unknown;

/** An HTTP proxy in front of a DynamoDB, which waits for a hook before and after each request. */
export async function startGate(target: string) {
  const gate = { before: (() => undefined) as Hook, after: (() => undefined) as Hook };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    await gate.before({ operation, body });
    const answer = await forward(target, request, body);
    await gate.after({ operation, body });
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(gate, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lets all requests through. */
    open: () => {
      gate.before = () => undefined;
      gate.after = () => undefined;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
