import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Invocation {
  functionName: string;
  type: unknown;
  payload: unknown;
}

/** Invocations that no test has taken yet, oldest first. */
const invocations: Invocation[] = [];
let isBroken = false;

/** Starts a server in place of Lambda, which records invocations. */
export async function startLambda() {
  const server = createServer(async (request, response) => {
    const payload = await json(request);
    const [, functionName] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(request.url ?? '') ?? [];
    const isInvoked = functionName !== undefined && !isBroken;
    if (isInvoked)
      invocations.push({ functionName, type: request.headers['x-amz-invocation-type'], payload });
    response
      .writeHead(isInvoked ? 202 : 503, { 'content-type': 'application/json' })
      .end(isInvoked ? '' : '{}');
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

/** Returns the invocations since the last call. */
export const takeInvocations = () => invocations.splice(0);

/** Returns the payloads for one function since the last call. */
export function takePayloadsFor(functionName: string | undefined): unknown[] {
  const [own, others] = [true, false].map((isOwn) =>
    invocations.filter((each) => (each.functionName === functionName) === isOwn),
  );
  invocations.splice(0, invocations.length, ...(others ?? []));
  return (own ?? []).map(({ payload }) => payload);
}

/** Has Lambda fail during `work`. */
export async function withoutLambda<Result>(work: () => Promise<Result>): Promise<Result> {
  isBroken = true;
  try {
    return await work();
  } finally {
    isBroken = false;
  }
}
