import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** What may become of a request to the database on its way there and back. */
export const faultKinds = ['delay', 'drop', 'cut', 'error', 'throttle', 'lose'] as const;

/** `degree`, from 0 to 99, tells the variants of a fault apart. */
export interface Fault {
  kind: (typeof faultKinds)[number];
  degree: number;
}

/** Requests that share a plan, which says of each next one what becomes of it. */
class Lane {
  requests = 0;
  readonly injected = { delay: 0, drop: 0, cut: 0, error: 0, throttle: 0, lose: 0 };
  private readonly texts: string[] = [];
  private readonly plan: () => Fault | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(plan: () => Fault | undefined) {
    this.plan = plan;
  }

  /** Takes in each request whose body holds the text. */
  add(text: string): void {
    this.texts.push(text);
  }

  holds(body: Buffer): boolean {
    return this.texts.some((text) => body.includes(text));
  }

  nextFault(): Fault | undefined {
    this.requests += 1;
    const fault = this.plan();
    if (fault) this.injected[fault.kind] += 1;
    return fault;
  }

  /** One by one, or what its sender has given up could be done after what was sent in its place. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves once the database has answered all that it was sent. */
  async settled(): Promise<void> {
    await this.last;
  }
}

export type { Lane };

/** An HTTP proxy in front of a DynamoDB; what belongs to no lane passes as it is. */
export async function startFaultProxy(target: string) {
  const lanes: Lane[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const lane = lanes.find((each) => each.holds(body));
    const done = () => forward(target, request, body);
    await serve(request, response, lane?.nextFault(), () => (lane ? lane.inTurn(done) : done()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disturb: (plan: () => Fault | undefined): Lane => {
      const lane = new Lane(plan);
      lanes.push(lane);
      return lane;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Answer {
  status: number;
  text: string;
}

async function serve(
  { socket }: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
  done: () => Promise<Answer>,
): Promise<void> {
  const { kind, degree = 0 } = fault ?? {};
  const odd = degree % 2 === 1;
  if (kind === 'drop') return void socket.destroy();
  if (kind === 'throttle')
    return send(
      response,
      refusal(400, odd ? 'ThrottlingException' : 'ProvisionedThroughputExceededException'),
    );
  // Half of the delays outlast the sender, who hangs up: a request so late is never done.
  if (kind === 'delay' && odd) return;
  if (kind === 'delay') await setTimeout(degree / 2);
  // DynamoDB's own errors leave it open whether it was done.
  if (kind === 'error' && odd) return send(response, refusal(500, 'InternalServerError'));
  const answer = await done();
  if (kind === 'error') return send(response, refusal(500, 'InternalServerError'));
  if (kind === 'lose') return void socket.destroy();
  if (kind === 'cut') return cut(response, answer, degree);
  send(response, answer);
}

const refusal = (status: number, name: string): Answer => ({
  status,
  text: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'at random' }),
});

const headersOf = ({ text }: Answer) => ({
  'content-type': 'application/x-amz-json-1.0',
  'content-length': Buffer.byteLength(text),
});

function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, headersOf(answer)).end(answer.text);
}

/** Sends some of an answer, `percent` of its bytes, and hangs up. */
function cut(response: ServerResponse, answer: Answer, percent: number): void {
  const bytes = Buffer.from(answer.text);
  response.writeHead(answer.status, headersOf(answer));
  response.write(bytes.subarray(0, Math.floor((bytes.length * percent) / 100)), () =>
    response.socket?.destroy(),
  );
  response.flushHeaders();
}

async function forward(target: string, { headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  const passed = ['content-type', 'x-amz-target', 'x-amz-date', 'authorization'];
  const answer = await fetch(target, {
    method: 'POST',
    headers: Object.fromEntries(passed.map((name) => [name, String(headers[name])])),
    body: new Uint8Array(body),
  });
  return { status: answer.status, text: await answer.text() };
}
