import { afterEach } from 'vitest';
import * as z from 'zod/mini';
import { runAuthorized } from '../../lib/aws/call.ts';
import { conflictOf } from './database-errors.ts';
import type { DatabaseRequest, DatabaseResponse } from './database-proxy.ts';
import { proxiedDatabase } from './proxied-database.ts';

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
