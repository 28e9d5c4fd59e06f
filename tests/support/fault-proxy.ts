import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Fault, Lane, type LaneRequest } from './fault-lane.ts';
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
    const fault = lane?.nextFault(laneRequest);
    await lane?.before(laneRequest, fault);
    // Often after its retry, and after other calls.
    if (fault?.kind === 'late') lane?.later(() => setTimeout(5 * fault.degree).then(answer));
    const isTold = await serve({ request, response, fault, done: answer, ...laneRequest }).catch(() => {
      // A busy emulator may close a connection that is about to be used again. The response is lost then.
      request.socket.destroy();
      return false;
    });
    if (!isTold) lane?.leaveUnknown(laneRequest);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Creates an empty lane. */
    disturb: (...[plan]: ConstructorParameters<typeof Lane>): Lane => {
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

interface Served extends LaneRequest {
  request: IncomingMessage;
  response: ServerResponse;
  fault: Fault | undefined;
  done: () => Promise<DatabaseResponse>;
}

/** Returns whether the client is told if its request was executed. */
async function serve({ request, response, fault, done, ...laneRequest }: Served): Promise<boolean> {
  const { socket } = request;
  const { kind, degree = 0 } = fault ?? {};
  const odd = degree % 2 === 1;
  if (kind === 'drop' || kind === 'late') return hangUp(socket);
  if (kind === 'throttle') return send(response, throttled(laneRequest, degree));
  if (kind === 'conflict') return send(response, conflicting(laneRequest, degree));
  // One delay in ten is longer than the client's timeout. Such a request is never executed.
  if (kind === 'delay' && degree >= 90) return false;
  if (kind === 'delay') await setTimeout(degree / 2);
  // A 500 from DynamoDB doesn't say whether the request was executed.
  if (kind === 'error' && odd) return send(response, FAILED);
  if (await hasHungUp(socket)) return false;
  const answer = await done();
  if (kind === 'error') return send(response, FAILED);
  if (kind === 'lose' || socket.destroyed) return hangUp(socket);
  if (kind === 'cut') return cut(response, answer, degree);
  return send(response, answer);
}

function hangUp(socket: Socket): false {
  socket.destroy();
  return false;
}

/** A busy machine may read a request after its client's timeout. Executed then, it would be a delayed write. */
async function hasHungUp(socket: Socket): Promise<boolean> {
  // The socket's end is seen in the turn after its last bytes.
  await setImmediate();
  await setImmediate();
  return socket.destroyed;
}

const refusal = (status: number, name: string, message = 'at random'): DatabaseResponse => ({
  status,
  text: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message }),
});

const FAILED = refusal(500, 'InternalServerError');

const transaction = z.object({ TransactItems: z.array(z.unknown()) });
const batch = z.object({ RequestItems: z.unknown() });

function throttled({ operation, body }: LaneRequest, degree: number): DatabaseResponse {
  // A whole transaction may be throttled as well, or one of its actions.
  if (operation === 'TransactWriteItems' && degree % 4 > 1)
    return canceled(body, degree, degree % 4 === 2 ? 'ThrottlingError' : 'ProvisionedThroughputExceeded');
  return refusal(400, degree % 2 === 1 ? 'ThrottlingException' : 'ProvisionedThroughputExceededException');
}

/** How DynamoDB refuses a write while a transaction is under way with one of its items. */
function conflicting({ operation, body }: LaneRequest, degree: number): DatabaseResponse {
  if (operation === 'TransactWriteItems') return canceled(body, degree, 'TransactionConflict');
  if (operation === 'BatchWriteItem') {
    const { RequestItems: UnprocessedItems } = batch.parse(JSON.parse(body));
    return { status: 200, text: JSON.stringify({ UnprocessedItems }) };
  }
  return refusal(400, 'TransactionConflictException', 'Transaction is ongoing for the item');
}

/** A transaction that is cancelled because of one of its actions. */
function canceled(body: string, degree: number, code: string): DatabaseResponse {
  const { TransactItems } = transaction.parse(JSON.parse(body));
  const place = degree % TransactItems.length;
  const reasons = TransactItems.map((_, n) =>
    n === place ? { Code: code, Message: 'at random' } : { Code: 'None' },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return {
    status: 400,
    text: JSON.stringify({
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message,
      CancellationReasons: reasons,
    }),
  };
}

const headersOf = ({ text }: DatabaseResponse) => ({
  'content-type': 'application/x-amz-json-1.0',
  'content-length': Buffer.byteLength(text),
});

function send(response: ServerResponse, answer: DatabaseResponse): boolean {
  response.writeHead(answer.status, headersOf(answer)).end(answer.text);
  return answer.status < 500;
}

/** Sends `percent` of a response's bytes, then closes the connection. */
function cut(response: ServerResponse, answer: DatabaseResponse, percent: number): boolean {
  const bytes = Buffer.from(answer.text);
  response.writeHead(answer.status, headersOf(answer));
  response.write(bytes.subarray(0, Math.floor((bytes.length * percent) / 100)), () =>
    response.socket?.destroy(),
  );
  response.flushHeaders();
  // The status alone tells of a refusal.
  return answer.status >= 400 && answer.status < 500;
}
