import { EventEmitter } from 'node:events';
import https from 'node:https';
import { Readable } from 'node:stream';

/** Tells a call's DynamoDB requests apart: by target, and by the items and attributes that are read or written. */
export function requestName(target: string, body: string): string {
  const [partition = ''] = /"(?:ACCOUNT|PERSON|EMAIL)#[^"]*"/.exec(body) ?? [];
  const [items = ''] = /"SK":\{"S":"[^"]*"|"KeyConditionExpression":"[^"]*"/.exec(body) ?? [];
  const [names = ''] = /"ExpressionAttributeNames":\{[^}]*\}/.exec(body) ?? [];
  const [update = ''] = /"UpdateExpression":"[^"]*"/.exec(body) ?? [];
  const [start = ''] = /"ExclusiveStartKey":\{.*?\}\}/.exec(body) ?? [];
  const projected = body.includes('"ProjectionExpression"') ? names : '';
  return [target, partition, items, projected, update, start].join(' ');
}

/**
 * Responds to DynamoDB requests and Lambda invocations from memory, inside `https.request`. The SDK's code runs in full,
 * without sockets, and bundles need no change.
 */
export function answerFromMemory(answers: Record<string, string>): void {
  const bodies = new Map(Object.entries(answers).map(([name, body]) => [name, Buffer.from(body)]));
  /** Makes the response to a request. Only an invocation has no target. */
  const answerTo = (target: string | undefined, sent: string) => {
    if (target === undefined) return responseOf(Buffer.alloc(0), 202);
    const body = bodies.get(requestName(target, sent)) ?? bodies.get(target);
    if (!body) throw new Error('No response was recorded for this request.');
    return responseOf(body, 200);
  };
  Object.assign(https, {
    request: ({ headers }: { headers: Record<string, string> }, respond: (response: Readable) => void) =>
      new StubRequest((sent, close) => respond(answerTo(headers['x-amz-target'], sent).once('close', close))),
  });
}

class StubRequest extends EventEmitter {
  reusedSocket = true;
  #body = '';
  readonly #answer: (sent: string, close: () => void) => void;

  constructor(answer: (sent: string, close: () => void) => void) {
    super();
    this.#answer = answer;
  }

  end(last: string | Buffer = ''): void {
    this.write(last);
    setImmediate(() => this.#answer(this.#body, () => this.emit('close')));
  }

  setTimeout = (): this => this;
  setSocketKeepAlive(): void {}
  write(part: string | Buffer): void {
    this.#body += String(part);
  }
  destroy(): void {}
}

function responseOf(body: Buffer, statusCode: number): Readable {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'content-length': String(body.length) };
  return Object.assign(Readable.from([body], { objectMode: false }), { statusCode, headers });
}
