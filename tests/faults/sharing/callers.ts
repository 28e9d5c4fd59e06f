import { AsyncLocalStorage } from 'node:async_hooks';
import { HttpRequest } from '@smithy/core/protocols';
import { documentClient } from '../../../lib/dynamodb/items.ts';
import { CALLER } from '../../support/database-proxy.ts';

const callers = new AsyncLocalStorage<string>();

/** Runs a call whose requests to the database name it. */
export const callAs = <Result>(caller: string, work: () => Promise<Result>): Promise<Result> =>
  callers.run(caller, work);

/** Has requests to the database name their call. Connects to the database. */
export function nameCallers(): void {
  documentClient().middlewareStack.add(
    (next) => (command) => {
      const caller = callers.getStore();
      if (caller && HttpRequest.isInstance(command.request)) command.request.headers[CALLER] = caller;
      return next(command);
    },
    { step: 'build', name: 'callers' },
  );
}
