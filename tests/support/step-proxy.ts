import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { documentClient } from '../../lib/dynamodb/items.ts';
import { type DatabaseResponse, forward } from './forward.ts';

const HEADER = 'x-operation';
/** Requests for accounts and for the pointers to them. Others pass at once. */
const HELD = /"(?:PERSON#[^"]*|EMAIL#[^"]*@[^"]*)"/;
/** The SDK doesn't retry after it. */
const REFUSED: DatabaseResponse = {
  status: 400,
  text: JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', message: 'crashed' }),
};

interface Held {
  forward: () => Promise<DatabaseResponse>;
  respond: (answer: DatabaseResponse) => void;
}

/** An operation whose database requests are executed one by one, when `step` says so. */
export interface Operation<Result> {
  /** Executes the next request, if there is one. With `crash` its response never arrives. */
  step: (crash?: boolean) => Promise<void>;
  /** Ends it: none of its further requests is executed. */
  crash: () => void;
  result: Promise<Result>;
}

/** An HTTP proxy in front of an emulator that holds the requests of operations. */
export async function startStepProxy(target: string) {
  const operation = new AsyncLocalStorage<string>();
  const held = new Map<string, Held[]>();
  const crashed = new Set<string>();
  const waiting = new Map<string, () => void>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const name = String(request.headers[HEADER] ?? '');
    const execute = () => forward(target, request, body);
    if (name === '' || !HELD.test(body.toString())) return send(response, await execute());
    if (crashed.has(name)) return send(response, REFUSED);
    held.get(name)?.push({ forward: execute, respond: (answer) => send(response, answer) });
    waiting.get(name)?.();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let operations = 0;

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
    /** Makes the service's client name the operation of each request. */
    watch: () =>
      documentClient().middlewareStack.add(
        (next) => (command) => {
          const name = operation.getStore();
          const { request } = command as { request: { headers: Record<string, string> } };
          if (name !== undefined) request.headers[HEADER] = name;
          return next(command);
        },
        { step: 'build', name: 'operation' },
      ),
    start: <Result>(work: () => Promise<Result>): Operation<Result> => {
      operations += 1;
      const name = String(operations);
      held.set(name, []);
      let isOver = false;
      const result = operation.run(name, work).finally(() => {
        isOver = true;
        waiting.get(name)?.();
      });
      const crash = () => {
        crashed.add(name);
        for (const { respond } of held.get(name)?.splice(0) ?? []) respond(REFUSED);
      };
      const step = async (crashes = false) => {
        if (!isOver && held.get(name)?.length === 0) {
          await new Promise<void>((resolve) => waiting.set(name, resolve));
        }
        const next = held.get(name)?.shift();
        if (!next) return;
        const answer = await next.forward();
        if (crashes) crash();
        next.respond(crashes ? REFUSED : answer);
      };
      return { step, crash, result };
    },
  };
}

const send = (response: ServerResponse, { status, text }: DatabaseResponse): void => {
  response
    .writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
};

/** Every order of steps in which operation n makes `counts[n]` of them. */
export function ordersOf(counts: readonly number[]): number[][] {
  if (counts.every((count) => count === 0)) return [[]];
  return counts.flatMap((count, index) =>
    count === 0
      ? []
      : ordersOf(counts.map((each, other) => (other === index ? each - 1 : each))).map((rest) => [
          index,
          ...rest,
        ]),
  );
}
