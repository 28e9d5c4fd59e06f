import { AsyncLocalStorage } from 'node:async_hooks';
import { documentClient } from '../../lib/dynamodb/items.ts';

/** How many requests a function sends before it is killed. */
const life = new AsyncLocalStorage<{ requests: number }>();

documentClient().middlewareStack.add(
  (next) => (command) => {
    const left = life.getStore();
    if (left && left.requests-- <= 0) throw new Error('killed');
    return next(command);
  },
  { step: 'initialize', name: 'kill' },
);

/** Makes a call whose function is killed when it has sent this many requests. */
export const killedAfter = <Result>(requests: number, work: () => Result): Result =>
  life.run({ requests }, work);
