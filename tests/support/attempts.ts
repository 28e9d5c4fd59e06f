import { AsyncLocalStorage } from 'node:async_hooks';
import { documentClient } from '../../lib/dynamodb/items.ts';
import type { Choices } from './choices.ts';
import { refillRetries } from './retries.ts';

/** An attempt of the SDK to send a request, which waits for its turn. */
interface Attempt {
  isWrite: boolean;
  /** Executes the request, also again. */
  execute: () => Promise<void>;
  /** Executes the request and responds. */
  pass: () => Promise<void>;
  /** Responds that the request wasn't executed, or not at all. */
  fail: (error: Error) => void;
}

/** A call whose attempts wait for their turns. */
class Writer {
  readonly ended: Promise<void>;
  isOver = false;
  readonly #attempts: Attempt[] = [];
  #changed = (): void => undefined;

  constructor(work: () => Promise<void>) {
    this.ended = current.run(this, work).finally(() => {
      this.isOver = true;
      this.#changed();
    });
  }

  hold(attempt: Attempt): void {
    this.#attempts.push(attempt);
    this.#changed();
  }

  /** The next attempt; `undefined` if the call has ended. */
  async next(): Promise<Attempt | undefined> {
    if (!this.isOver && this.#attempts.length === 0) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    return this.#attempts[0];
  }

  take(): void {
    this.#attempts.shift();
  }
}

const current = new AsyncLocalStorage<Writer>();

documentClient().middlewareStack.add(
  (next, { commandName }) =>
    (command) => {
      const writer = current.getStore();
      if (!writer) return next(command);
      return new Promise((resolve, reject) => {
        writer.hold({
          isWrite: !/^(?:GetItem|Query)/.test(String(commandName)),
          execute: async () => {
            await next(command).catch(() => undefined);
          },
          pass: async () => {
            const executing = next(command);
            await executing.catch(() => undefined);
            resolve(executing);
          },
          fail: reject,
        });
      });
    },
  // For each attempt, within the SDK's retries.
  { step: 'deserialize', name: 'attempts in turn', priority: 'high' },
);

/** After it, the SDK sends a request again. */
const timeout = () => Object.assign(new Error('There is no response'), { name: 'TimeoutError' });

const conflict = () =>
  Object.assign(new Error('It was not done'), {
    name: 'TransactionConflictException',
    $metadata: { httpStatusCode: 400 },
  });

interface Options {
  /** How many attempts to write are lost, late, doubled or in the way of others. */
  faults: number;
  /** Called after each step: with the number of the call of which an attempt arrived late, or without one. */
  after: (late?: number) => Promise<void>;
}

/**
 * Runs calls at once. Their attempts are executed in the order that is chosen, and some are lost, or executed without a
 * response, later, twice, or not at all because of another write. Everything late has arrived in the end.
 */
export async function playAttempts(
  works: (() => Promise<void>)[],
  choices: Choices,
  { faults, after }: Options,
): Promise<void> {
  await refillRetries();
  const writers = works.map((work) => new Writer(work));
  const late: { by: number; execute: () => Promise<void> }[] = [];
  let left = faults;
  for (;;) {
    const steps: (() => Promise<void>)[] = [];
    for (const [by, writer] of writers.entries()) {
      const attempt = await writer.next();
      if (!attempt) continue;
      const { isWrite, execute, pass, fail } = attempt;
      const step = (act: () => unknown) =>
        steps.push(async () => {
          writer.take();
          await act();
          await after();
        });
      step(pass);
      if (!isWrite || left === 0) continue;
      const fault = (act: () => unknown) =>
        step(() => {
          left -= 1;
          return act();
        });
      fault(() => execute().then(() => fail(timeout())));
      fault(() => {
        late.push({ by, execute });
        fail(timeout());
      });
      fault(() => {
        late.push({ by, execute });
        return pass();
      });
      fault(() => fail(conflict()));
    }
    for (const each of late) {
      steps.push(async () => {
        late.splice(late.indexOf(each), 1);
        await each.execute();
        await after(each.by);
      });
    }
    if (steps.length === 0) break;
    await steps[choices.oneOf(steps.length)]?.();
  }
  await Promise.all(writers.map(({ ended }) => ended));
}
