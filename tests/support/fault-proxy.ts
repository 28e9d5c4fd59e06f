import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type Fault, Lane } from './fault-lane.ts';
import { type DatabaseResponse, forward } from './forward.ts';

/** A header of requests that names their call. */
export const CALLER = 'x-caller';

/** An HTTP proxy in front of a DynamoDB. Requests that belong to no lane pass unchanged. */
export async function startFaultProxy(target: string) {
  const lanes: Lane[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const caller = String(request.headers[CALLER] ?? '');
    const lane = lanes.find((each) => each.holds(body, caller));
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    const laneRequest = { operation, body: String(body), caller };
    const done = async () => {
      const answer = await forward(target, request, body);
      await lane?.after(laneRequest, answer.status);
      return answer;
    };
    const answer = () => (lane ? lane.inTurn(done) : done());
    const fault = lane?.nextFault(caller);
    await lane?.before(laneRequest, fault);
    // A busy emulator may close a connection that is about to be used again. The response is lost then.
    await serve(request, response, fault, answer).catch(() => request.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Creates an empty lane. */
    disturb: (plan: (caller: string) => Fault | undefined): Lane => {
      const lane = new Lane(plan);
      lanes.push(lane);
      return lane;
    },
    /** Lets the requests of a lane pass unchanged from now on. */
    release: (lane: Lane): void => {
      lanes.splice(lanes.indexOf(lane), 1);
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function serve(
  { socket }: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
  done: () => Promise<DatabaseResponse>,
): Promise<void> {
  const { kind, degree = 0 } = fault ?? {};
  const odd = degree % 2 === 1;
  if (kind === 'drop') return void socket.destroy();
  if (kind === 'throttle') return send(response, odd ? THROTTLED : THROUGHPUT_EXCEEDED);
  // One delay in ten is longer than the client's timeout. Such a request is never executed.
  if (kind === 'delay' && degree >= 90) return;
  if (kind === 'delay') await setTimeout(degree / 2);
  // A 500 from DynamoDB doesn't say whether the request was executed.
  if (kind === 'error' && odd) return send(response, FAILED);
  if (await hasHungUp(socket)) return;
  const answer = await done();
  if (kind === 'error') return send(response, FAILED);
  if (kind === 'lose') return void socket.destroy();
  if (kind === 'cut') return cut(response, answer, degree);
  send(response, answer);
}

/** A busy machine may read a request after its client's timeout. Executed then, it would be a delayed write. */
async function hasHungUp(socket: Socket): Promise<boolean> {
  // The socket's end is seen in the turn after its last bytes.
  await setImmediate();
  await setImmediate();
  return socket.destroyed;
}

const refusal = (status: number, name: string): DatabaseResponse => ({
  status,
  text: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'at random' }),
});

const THROTTLED = refusal(400, 'ThrottlingException');
const THROUGHPUT_EXCEEDED = refusal(400, 'ProvisionedThroughputExceededException');
const FAILED = refusal(500, 'InternalServerError');

const headersOf = ({ text }: DatabaseResponse) => ({
  'content-type': 'application/x-amz-json-1.0',
  'content-length': Buffer.byteLength(text),
});

function send(response: ServerResponse, answer: DatabaseResponse): void {
  response.writeHead(answer.status, headersOf(answer)).end(answer.text);
}

/** Sends `percent` of a response's bytes, then closes the connection. */
function cut(response: ServerResponse, answer: DatabaseResponse, percent: number): void {
  const bytes = Buffer.from(answer.text);
  response.writeHead(answer.status, headersOf(answer));
  response.write(bytes.subarray(0, Math.floor((bytes.length * percent) / 100)), () =>
    response.socket?.destroy(),
  );
  response.flushHeaders();
}
