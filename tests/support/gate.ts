import { afterEach } from 'vitest';
import { runAuthorized } from '../../lib/aws/call.ts';
import type { DatabaseRequest } from './database-proxy.ts';
import { proxiedDatabase } from './proxied-database.ts';

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
