import { afterAll, afterEach } from 'vitest';
import * as z from 'zod/mini';
import { runAuthorized } from '../../lib/aws/call.ts';
import { conflictOf } from './database-errors.ts';
import { type DatabaseRequest, type DatabaseResponse, type Reply, startProxy } from './database-proxy.ts';

/** The emulator's own endpoint: what is sent there is neither seen nor disturbed. */
export const emulator = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);

/** Puts a proxy in front of the database of a test file. */
export async function proxiedDatabase(reply: (request: DatabaseRequest) => Promise<Reply>): Promise<void> {
  const proxy = await startProxy(emulator, reply);
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint;
  afterAll(proxy.stop);
}

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
interface Write extends DatabaseRequest {
  /** The token of a transaction. */
  token: string | undefined;
}

const transaction = z.object({ ClientRequestToken: z.optional(z.string()) });
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'];

/** Puts a proxy in front of the database of a test file, which decides about its writes one by one. */
export async function answeringDatabase() {
  let writes: Write[] = [];
  let held = /./;
  let fates: Fate[] = [];
  let others: Fate = 'pass';

  await proxiedDatabase(async (request) => {
    if (!WRITES.includes(request.operation) || !held.test(request.body)) return request.execute();
    writes.push({ ...request, token: transaction.parse(JSON.parse(request.body)).ClientRequestToken });
    const fate = fates.shift() ?? others;
    const { before, end, after } =
      typeof fate === 'object' && 'end' in fate ? fate : { end: typeof fate === 'function' ? fate() : fate };
    // A hook may call the library directly, like a test.
    await runAuthorized(async () => before?.());
    const answer = end === 'pass' || end === 'lose' ? await request.execute() : end;
    await runAuthorized(async () => after?.());
    if (answer === 'hang') return 'nothing';
    if (answer === 'drop' || end === 'lose') return 'hang up';
    return answer === 'meet' ? conflictOf(request) : answer;
  });
  afterEach(() => {
    [writes, held, fates, others] = [[], /./, [], 'pass'];
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

/** A request is lost if the hook before it returns `lose`, and a response if the hook after its request does. */
type Hook = (request: DatabaseRequest) => unknown;

/** Puts a gate in front of the database of a test file, which waits for a hook before and after each request. */
export async function gateToDatabase() {
  const gate = {
    before: (() => undefined) as Hook,
    after: (() => undefined) as Hook,
    /** Lets all requests through. */
    open: () => {
      gate.before = () => undefined;
      gate.after = () => undefined;
    },
    /** Responds to no request. */
    block: () => {
      gate.before = () => new Promise(() => {});
    },
    /** Starts a call and holds its next request that matches. Returns what lets it go on and gives the call's status. */
    hold: async (work: () => Promise<{ status: number }>, held: RegExp) => {
      const isHeld = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      gate.before = async ({ operation, body }) => {
        if (!held.test(operation + body)) return;
        gate.open();
        isHeld.resolve();
        await goOn.promise;
      };
      const working = work();
      await isHeld.promise;
      return async () => {
        goOn.resolve();
        return (await working).status;
      };
    },
  };
  await proxiedDatabase(async (request) => {
    // A hook may call the library directly, like a test.
    const isLost = async (hook: Hook) => (await runAuthorized(async () => hook(request))) === 'lose';
    if (await isLost(gate.before)) return 'hang up';
    const answer = await request.execute();
    return (await isLost(gate.after)) ? 'hang up' : answer;
  });
  afterEach(gate.open);
  return gate;
}
