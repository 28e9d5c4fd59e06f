import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';

/** A header of requests that names their call. */
export const CALLER = 'x-caller';

export interface DatabaseResponse {
  status: number;
  text: string;
}

/** What a client gets: a response, or some percent of its bytes; or its connection is closed, or left open. */
export type Reply = (DatabaseResponse & { percent?: number }) | 'hang up' | 'nothing';

export interface DatabaseRequest {
  /** Such as `PutItem`. */
  operation: string;
  body: string;
  /** The call that it belongs to, if that has a name. */
  caller: string;
  /** Executes it, also if it was executed before, or one that differs from it in these fields. */
  execute: (changes?: object) => Promise<DatabaseResponse>;
  /** Whether its client has closed the connection. */
  isAbandoned: () => Promise<boolean>;
}

/** An HTTP proxy in front of a DynamoDB. `reply` decides whether, when and how often each request is executed. */
export async function startProxy(
  target: string | (() => string),
  reply: (request: DatabaseRequest) => Promise<Reply>,
) {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const answer = await reply({
      operation: String(request.headers['x-amz-target']).replace(/^.*\./, ''),
      body,
      caller: String(request.headers[CALLER] ?? ''),
      execute: (changes) =>
        forward(
          typeof target === 'string' ? target : target(),
          request,
          changes ? JSON.stringify({ ...JSON.parse(body), ...changes }) : body,
        ),
      isAbandoned: async () => {
        // A socket's end is seen in the turn after its last bytes.
        await setImmediate();
        await setImmediate();
        return request.socket.destroyed;
      },
      // A busy emulator may close a connection that is about to be used again.
    }).catch(() => 'hang up' as const);
    send(response, answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function forward(
  target: string,
  { headers }: IncomingMessage,
  body: string,
): Promise<DatabaseResponse> {
  const passed = ['content-type', 'x-amz-target', 'x-amz-date', 'authorization'];
  const answer = await fetch(target, {
    method: 'POST',
    headers: Object.fromEntries(passed.map((name) => [name, String(headers[name])])),
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

function send(response: ServerResponse, answer: Reply): void {
  if (answer === 'nothing') return;
  if (answer === 'hang up' || response.destroyed) return void response.destroy();
  const bytes = Buffer.from(answer.text);
  response.writeHead(answer.status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': bytes.length,
  });
  if (answer.percent === undefined) return void response.end(bytes);
  response.write(bytes.subarray(0, Math.floor((bytes.length * answer.percent) / 100)), () =>
    response.destroy(),
  );
  response.flushHeaders();
}

const attribute = z.object({ S: z.string() });
const keys = z.object({ PK: attribute, SK: attribute });
const action = z.object({ Key: z.optional(keys), Item: z.optional(keys) });
const input = z.extend(action, {
  TransactItems: z.optional(z.array(z.record(z.string(), action))),
  RequestItems: z.optional(
    z.record(z.string(), z.array(z.object({ DeleteRequest: z.object({ Key: keys }) }))),
  ),
});

/** The keys of the items that a request to the database names, in its order. */
export function keysIn(request: unknown): { PK: string; SK: string }[] {
  const { TransactItems = [], RequestItems = {}, ...single } = input.parse(request);
  const actions = [single, ...TransactItems.flatMap((each) => Object.values(each))];
  const deleted = Object.values(RequestItems).flatMap((each) => each.map((one) => one.DeleteRequest.Key));
  return [...actions.flatMap(({ Key, Item }) => Key ?? Item ?? []), ...deleted].map(({ PK, SK }) => ({
    PK: PK.S,
    SK: SK.S,
  }));
}
