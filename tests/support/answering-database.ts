import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach } from 'vitest';
import * as z from 'zod/mini';
import { runPermitted } from '../../lib/aws/call.ts';
import { type DatabaseResponse, forward } from './forward.ts';

/**
 * What becomes of a write. It is executed and answered (`pass`), only executed (`lose`), or neither, with the connection
 * closed (`drop`) or left open (`hang`). Or it isn't executed, because it meets another write (`meet`) or gets the given
 * answer.
 */
type End = 'pass' | 'lose' | 'drop' | 'hang' | 'meet' | DatabaseResponse;

/** The same, maybe decided when the write arrives, with what happens before it, or after it and before its client notices. */
export type Fate =
  | End
  | (() => End)
  | { before?: () => Promise<unknown>; end: End; after?: () => Promise<unknown> };

/** A write that arrived. */
export interface Write {
  /** Such as `PutItem`. */
  operation: string;
  body: string;
  /** The token of a transaction. */
  token: string | undefined;
  /** Executes it, also if it was executed before, or one that differs from it in these fields. */
  execute: (changes?: object) => Promise<DatabaseResponse>;
}

const transaction = z.object({
  ClientRequestToken: z.optional(z.string()),
  TransactItems: z.optional(z.array(z.unknown())),
});
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'];

/**
 * Puts an HTTP proxy in front of the database of a test file. No emulator has transactions that conflict, so the proxy says
 * that they do.
 */
export async function answeringDatabase() {
  const target = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  let writes: Write[] = [];
  let held = /./;
  let fates: Fate[] = [];
  let others: Fate = 'pass';

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    const isHeld = WRITES.includes(operation) && held.test(body);
    const { ClientRequestToken: token, TransactItems } = transaction.parse(JSON.parse(body));
    const execute = (changes?: object) =>
      forward(target, request, changes ? JSON.stringify({ ...JSON.parse(body), ...changes }) : body);
    if (isHeld) writes.push({ operation, body, token, execute });
    const fate = isHeld ? (fates.shift() ?? others) : 'pass';
    const { before, end, after } =
      typeof fate === 'object' && 'end' in fate ? fate : { end: typeof fate === 'function' ? fate() : fate };
    // A hook may call the library directly, like a test.
    await runPermitted(async () => before?.());
    const isExecuted = end === 'pass' || end === 'lose';
    const answer = isExecuted ? await execute() : end;
    await runPermitted(async () => after?.());
    if (answer === 'hang') return undefined;
    if (answer === 'drop' || end === 'lose') return request.socket.destroy();
    if (answer === 'meet') return respond(response, TransactItems ? meeting(TransactItems.length) : CONFLICT);
    return respond(response, answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const calm = () => {
    [writes, held, fates, others] = [[], /./, [], 'pass'];
  };
  afterEach(calm);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    /** Decides about the next writes with such a body, one after another, and then about all further ones. */
    let: (each: Fate[], { of = /./, further = 'pass' }: { of?: RegExp; further?: Fate } = {}): void => {
      [writes, held, fates, others] = [[], of, [...each], further];
    },
    /** The writes with such a body since then. */
    writes: (): Write[] => [...writes],
  };
}

const refusal = (name: string, status = 400, more: object = {}): DatabaseResponse => ({
  status,
  text: JSON.stringify({
    __type: `com.amazonaws.dynamodb.v20120810#${name}`,
    message: 'a test says so',
    ...more,
  }),
});

/** Refusals that say that the write wasn't done. */
export const CONFLICT = refusal('TransactionConflictException');
export const THROTTLED = refusal('ThrottlingException');
export const THROUGHPUT_EXCEEDED = refusal('ProvisionedThroughputExceededException');
export const IN_PROGRESS = refusal('TransactionInProgressException');
/** Errors that don't say whether it was done. */
export const FAILED = refusal('InternalServerError', 500);
export const UNAVAILABLE = refusal('ServiceUnavailable', 503);

/** A transaction of which the last item meets another write. */
const meeting = (actions: number): DatabaseResponse =>
  canceled(...Array(actions - 1).fill('None'), 'TransactionConflict');

function respond(response: ServerResponse, { status, text }: DatabaseResponse): void {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
  };
  response.writeHead(status, headers).end(text);
}

/** The refusal of a write of one item, with a message. */
export const refused = (name: string, message: string): DatabaseResponse => refusal(name, 400, { message });

/** A transaction that was cancelled for these reasons, one for each action. */
export const canceled = (
  ...reasons: (string | { Code: string; Message?: string; Item?: object })[]
): DatabaseResponse =>
  refusal('TransactionCanceledException', 400, {
    CancellationReasons: reasons.map((reason) => (typeof reason === 'string' ? { Code: reason } : reason)),
  });
