import { EventEmitter } from 'node:events';
import https from 'node:https';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { requestName } from './request-name.ts';

type Respond = (response: Readable) => void;

/** The body of Lambda's response to an asynchronous invocation. */
const ACCEPTED = Buffer.alloc(0);

/**
 * Responds to DynamoDB requests and Lambda invocations from memory, inside `https.request`, after a delay (ms). The SDK's
 * code runs in full, without sockets, and bundles need no change.
 */
export function answerFromMemory(answers: Record<string, string>, delay: number): void {
  const wait = () => (delay > 0 ? setTimeout(delay) : setImmediate());
  const bodies = new Map(Object.entries(answers).map(([name, body]) => [name, Buffer.from(body)]));
  Object.assign(https, {
    request: ({ headers }: { headers: Record<string, string> }, respond: Respond) => {
      const target = headers['x-amz-target'];
      // Only an invocation has no target.
      if (target === undefined) return new StubRequest(wait, respond, () => ACCEPTED, 202);
      const answerTo = (body: string) => bodies.get(requestName(target, body)) ?? bodies.get(target);
      return new StubRequest(wait, respond, answerTo);
    },
  });
}

class StubRequest extends EventEmitter {
  reusedSocket = true;
  readonly #wait: () => Promise<void>;
  readonly #respond: Respond;
  readonly #answerTo: (body: string) => Buffer | undefined;
  readonly #status: number;
  #body = '';

  constructor(
    wait: () => Promise<void>,
    respond: Respond,
    answerTo: (body: string) => Buffer | undefined,
    status = 200,
  ) {
    super();
    this.#wait = wait;
    this.#respond = respond;
    this.#answerTo = answerTo;
    this.#status = status;
  }

  end(last?: string | Buffer): void {
    if (last) this.write(last);
    void this.#wait().then(() => {
      const response = responseOf(this.#answerTo(this.#body), this.#status);
      response.once('close', () => this.emit('close'));
      this.#respond(response);
    });
  }

  setTimeout = (): this => this;
  setSocketKeepAlive(): void {}
  write(part: string | Buffer): void {
    this.#body += String(part);
  }
  destroy(): void {}
}

function responseOf(body: Buffer | undefined, statusCode: number): Readable {
  if (!body) throw new Error('No response was recorded for this request.');
  const stream = new Readable({
    read() {
      this.push(body);
      this.push(null);
    },
  });
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'content-length': String(body.length) };
  return Object.assign(stream, { statusCode, headers });
}
