import { AsyncLocalStorage } from 'node:async_hooks';

/** One of two calls that run at once. */
interface Runner {
  /** Lets the requests that are held pass. */
  held: (() => void)[];
  isDone: boolean;
  changed: () => void;
}

const current = new AsyncLocalStorage<Runner>();

/** Holds each request to the database of a call that is being interleaved, until it is its turn. */
export const stepping =
  <Input, Output>(next: (input: Input) => Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    const runner = current.getStore();
    if (runner)
      await new Promise<void>((resolve) => {
        runner.held.push(resolve);
        runner.changed();
      });
    return next(input);
  };

type Race = <Result>(
  one: () => Promise<Result>,
  other: () => Promise<Result>,
) => Promise<[one: Result, other: Result]>;

/** How often a call is held while it could go on. All orders would take hours. */
const MAX_SWITCHES = 2;

interface Order {
  chosen: number[];
  switches: number;
}

/**
 * Runs a situation once for each order of the requests of its two calls, with up to {@link MAX_SWITCHES} switches between
 * them. Requests that a call sends side by side are one step.
 */
export async function interleave(situation: (race: Race) => Promise<void>): Promise<void> {
  const orders: Order[] = [
    { chosen: [0], switches: 0 },
    { chosen: [1], switches: 0 },
  ];
  for (let order = orders.pop(); order; order = orders.pop()) {
    const { chosen, switches } = order;
    await situation(async (one, other) => {
      const calls = [start(one), start(other)] as const;
      const taken: number[] = [];
      for (;;) {
        await Promise.all(calls.map(({ settled }) => settled()));
        const ready = [0, 1].filter((n) => !calls[n]?.runner.isDone);
        const last = taken.at(-1) ?? 0;
        const next = chosen[taken.length] ?? (ready.includes(last) ? last : ready[0]);
        if (next === undefined || ready.length === 0) break;
        // To hold this call here and let the other one go on is another order.
        if (taken.length >= chosen.length && ready.length === 2 && switches < MAX_SWITCHES)
          orders.push({ chosen: [...taken, 1 - next], switches: switches + 1 });
        taken.push(next);
        calls[next]?.step();
      }
      return [await calls[0].result, await calls[1].result];
    });
  }
}

function start<Result>(work: () => Promise<Result>) {
  const runner: Runner = { held: [], isDone: false, changed: () => undefined };
  const result = current.run(runner, work);
  const end = () => {
    runner.isDone = true;
    runner.changed();
  };
  result.then(end, end);
  return {
    runner,
    result,
    /** Resolves when the call waits for its turn, or has ended. */
    settled: () =>
      new Promise<void>((resolve) => {
        runner.changed = () => (runner.isDone || runner.held.length > 0 ? resolve() : undefined);
        runner.changed();
      }),
    step: () => {
      for (const release of runner.held.splice(0)) release();
    },
  };
}
