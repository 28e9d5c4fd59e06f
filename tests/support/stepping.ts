import { AsyncLocalStorage } from 'node:async_hooks';
import * as z from 'zod/mini';
import { documentClient } from '../../lib/dynamodb/items.ts';
import { keysIn } from './database-proxy.ts';

/** A request to the database that waits for its turn. */
export interface Held {
  /** Partition and sort keys of its items. Without the sort key, it is about the whole partition. */
  keys: string[];
  isWrite: boolean;
  /** Whether it waits for the end of all other calls. */
  isLast?: boolean;
  /** Executes it. With `crash` its response never arrives. */
  pass: (crash: boolean) => Promise<void>;
  /** Executes it without a response, also again. */
  execute: () => Promise<void>;
  /** Responds with an error, also instead of executing it. */
  fail: (error: Error) => void;
}

/** Keys of accounts and of the pointers to them. */
const ACCOUNTS = /^(?:PERSON#|EMAIL#.*@)/;
const ALL = /^/;
const text = z.optional(z.object({ S: z.string() }));
const query = z.object({
  ExpressionAttributeValues: z.optional(z.looseObject({ ':account': text, ':email': text })),
});

function keysOf(input: object): string[] {
  const named = keysIn(input);
  const { ExpressionAttributeValues: values } = query.parse(input);
  const ofQuery = values?.[':account'] ?? values?.[':email'];
  if (named.length === 0) return [ofQuery ? `${ofQuery.S} ` : ''];
  const [first] = named;
  return 'RequestItems' in input ? [`${first?.PK} `] : named.map(({ PK, SK }) => `${PK} ${SK}`);
}

/** A call whose requests are executed one by one. */
class Operation<Result> {
  readonly result: Promise<Result>;
  isCrashed = false;
  #isOver = false;
  readonly #held: Held[] = [];
  #changed = (): void => undefined;

  readonly holds: RegExp;

  constructor(work: () => Promise<Result>, holds: RegExp) {
    this.holds = holds;
    this.result = current.run(this, work).finally(() => {
      this.#isOver = true;
      this.#changed();
    });
    this.result.catch(() => undefined);
  }

  hold(held: Held): void {
    this.#held.push(held);
    this.#changed();
  }

  /** Resolves when all other calls have ended. */
  async awaitOthers(): Promise<void> {
    if (this.isCrashed) throw new Error('crashed');
    return new Promise((resolve, reject) => {
      const pass = async (crash: boolean) => (crash ? reject(new Error('crashed')) : resolve());
      this.hold({
        keys: [],
        isWrite: false,
        isLast: true,
        pass,
        execute: async () => undefined,
        fail: reject,
      });
    });
  }

  /** The next request; `undefined` if the call has ended. */
  async next(): Promise<Held | undefined> {
    if (!this.#isOver && this.#held.length === 0) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    return this.#held[0];
  }

  /** Takes the next request from those that wait. */
  take(): void {
    this.#held.shift();
  }

  /** Executes the next request, if there is one. With `crash` it is the call's last one, and has no response. */
  async step(crash = false): Promise<void> {
    const next = await this.next();
    this.take();
    if (crash) this.isCrashed = true;
    await next?.pass(crash);
  }

  /** Ends it before its next request. */
  crash(): void {
    this.isCrashed = true;
    for (const { fail } of this.#held.splice(0)) fail(new Error('crashed'));
  }
}

const current = new AsyncLocalStorage<Operation<unknown>>();

documentClient().middlewareStack.add(
  (next, { commandName }) =>
    async (command) => {
      const operation = current.getStore();
      if (!operation) return next(command);
      // The SDK doesn't retry after it.
      if (operation.isCrashed) throw new Error('crashed');
      const keys = keysOf(command.input);
      if (!keys.some((key) => operation.holds.test(key))) return next(command);
      return new Promise((resolve, reject) => {
        const isWrite = !/^(?:GetItem|Query)/.test(String(commandName));
        const pass = async (crash: boolean) => {
          const executing = next(command);
          await executing.catch(() => undefined);
          if (crash) reject(new Error('crashed'));
          else resolve(executing);
        };
        const execute = async () => void (await Promise.allSettled([next(command)]));
        operation.hold({ keys, isWrite, pass, execute, fail: reject });
      });
    },
  // After the SDK's retries, so for each attempt.
  { step: 'deserialize', name: 'stepping', priority: 'high' },
);

/** Starts a call whose requests for some partition keys are executed one by one, when `step` says so. */
export const start = <Result>(work: () => Promise<Result>, keys = ACCOUNTS) => new Operation(work, keys);

/** Resolves when all calls that run at once with the current one have ended. */
export const othersEnded = async (): Promise<void> => current.getStore()?.awaitOthers();

/** Makes a call whose function is killed when it has sent this many requests, before a further one. */
export async function killedAfter<Result>(requests: number, work: () => Promise<Result>): Promise<Result> {
  const operation = start(work, ALL);
  for (let sent = 0; sent < requests; sent += 1) await operation.step();
  operation.crash();
  return operation.result;
}

/** Makes a call whose function is killed when the last of this many requests was executed, before it gets the answer. */
export async function killedDuring<Result>(requests: number, work: () => Promise<Result>): Promise<Result> {
  const operation = start(work, ALL);
  for (let sent = 1; sent < requests; sent += 1) await operation.step();
  await operation.step(true);
  return operation.result;
}
