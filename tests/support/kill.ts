import { AsyncLocalStorage } from 'node:async_hooks';
import { documentClient } from '../../lib/dynamodb/items.ts';

interface Life {
  /** How many requests a function may still send. */
  requests: number;
  /** Whether it dies while its last request is executed, or before a further one. */
  diesWaiting: boolean;
}

const life = new AsyncLocalStorage<Life>();

documentClient().middlewareStack.add(
  (next) => async (command) => {
    const left = life.getStore();
    if (!left) return next(command);
    left.requests -= 1;
    if (left.requests < 0) throw new Error('killed');
    const result = await next(command);
    if (left.diesWaiting && left.requests === 0) throw new Error('killed');
    return result;
  },
  { step: 'initialize', name: 'kill' },
);

/** Makes a call whose function is killed when it has sent this many requests, before a further one. */
export const killedAfter = <Result>(requests: number, work: () => Result): Result =>
  life.run({ requests, diesWaiting: false }, work);

/** Makes a call whose function is killed when the last of this many requests was executed, before it gets the answer. */
export const killedDuring = <Result>(requests: number, work: () => Result): Result =>
  life.run({ requests, diesWaiting: true }, work);
