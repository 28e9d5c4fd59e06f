import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach } from 'vitest';
import { runPermitted } from '../../lib/aws/call.ts';
import { type DatabaseResponse, forward } from './forward.ts';

export interface DatabaseRequest {
  /** Such as `PutItem`. */
  operation: string;
  body: string;
  /** Executes the request, also if it was executed before, or one that differs from it in these fields. */
  execute: (changes?: object) => Promise<DatabaseResponse>;
}

/** A request is lost if the hook before it returns `lose`, and a response if the hook after its request does. */
type Hook = (request: DatabaseRequest) => unknown;

/** Puts a gate in front of the database of a test file, and opens it after each test. */
export async function gateToDatabase() {
  const gate = await startGate(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = gate.endpoint;
  afterAll(gate.stop);
  afterEach(gate.open);
  return gate;
}

/** An HTTP proxy in front of a DynamoDB, which waits for a hook before and after each request. */
async function startGate(target: string) {
  const gate = { before: (() => undefined) as Hook, after: (() => undefined) as Hook };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    const execute = (changes?: object) =>
      forward(target, request, changes ? JSON.stringify({ ...JSON.parse(body), ...changes }) : body);
    // A hook may call the library directly, like a test.
    const isLost = async (hook: Hook) =>
      (await runPermitted(async () => hook({ operation, body, execute }))) === 'lose';
    if (await isLost(gate.before)) return void response.destroy();
    const answer = await execute();
    if (await isLost(gate.after)) return void response.destroy();
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(answer.text),
    };
    response.writeHead(answer.status, headers).end(answer.text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open = () => {
    gate.before = () => undefined;
    gate.after = () => undefined;
  };
  return Object.assign(gate, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lets all requests through. */
    open,
    /** Responds to no request. */
    block: () => {
      gate.before = () => new Promise(() => {});
    },
    /** Starts a call and holds its next request that matches. Returns what lets it go on and gives the call's status. */
    hold: async (work: () => Promise<{ status: number }>, held: RegExp) => {
      const isHeld = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      gate.before = async ({ operation, body }) => {
        if (!held.test(operation + body)) return;
        open();
        isHeld.resolve();
        await goOn.promise;
      };
      const working = work();
      await isHeld.promise;
      return async () => {
        goOn.resolve();
        return (await working).status;
      };
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
