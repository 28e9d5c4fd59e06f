import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Invocation {
  functionName: string;
  type: unknown;
  payload: unknown;
}

/** Lambda's endpoint, which keeps what it is asked to invoke. Answers 500 while it `isBroken`. */
export async function startLambda() {
  const lambda = { invocations: [] as Invocation[], isBroken: false };
  const server = createServer(async (request, response) => {
    const payload = JSON.parse(await text(request));
    if (lambda.isBroken) {
      response.writeHead(500).end();
      return;
    }
    const [, functionName = ''] = /\/functions\/([^/]+)\/invocations/.exec(request.url ?? '') ?? [];
    lambda.invocations.push({ functionName, type: request.headers['x-amz-invocation-type'], payload });
    response.writeHead(202).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env['AWS_ENDPOINT_URL_LAMBDA'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(lambda, { stop });
}
