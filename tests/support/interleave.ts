import type { Choices } from './choices.ts';
import { type Held, start } from './stepping.ts';

interface Options {
  /** Whether one of the calls may crash. */
  crashes?: boolean;
  /** The keys of requests that are executed one by one. */
  holds?: RegExp;
  /** Called after each step with the number of its call. */
  after?: (number: number) => Promise<void>;
}

/**
 * Runs calls at once and executes their requests in the order that is chosen. Returns `undefined` if another order
 * differs only in requests that don't affect each other.
 */
export async function interleave<Result>(
  works: (() => Promise<Result>)[],
  choices: Choices,
  { crashes = true, holds, after }: Options = {},
) {
  const operations = works.map((work) => start(work, holds));
  const order: number[] = [];
  let crashed: number | undefined;
  let last: (Held & { number: number }) | undefined;
  for (;;) {
    const ready = [];
    for (const [number, operation] of operations.entries()) {
      const next = await operation.next();
      if (next) ready.push({ number, operation, ...next });
    }
    if (ready.length === 0) break;
    const running = ready.filter(({ isLast }) => !isLast);
    const candidates = running.length > 0 ? running : ready;
    // Of two neighbouring requests that don't affect each other, the first call's comes first.
    const options = candidates.filter(
      (each) => !choices.isExhaustive || !last || each.number >= last.number || affect(each, last),
    );
    const chosen = options[choices.oneOf(options.length)];
    if (!chosen) {
      await Promise.all(ready.map(({ operation }) => operation.step(true)));
      await Promise.allSettled(operations.map(({ result }) => result));
      return undefined;
    }
    last = chosen;
    const crash = crashes && crashed === undefined && choices.rarely();
    if (crash) crashed = chosen.number;
    await chosen.operation.step(crash);
    order.push(chosen.number);
    await after?.(chosen.number);
  }
  const results = await Promise.all(operations.map(({ result }) => result));
  return { results, order, crashed };
}

/** Whether the order of two requests matters. */
const affect = (one: Held, other: Held): boolean =>
  Boolean(one.isLast || other.isLast) ||
  ((one.isWrite || other.isWrite) &&
    one.keys.some((key) => other.keys.some((known) => key.startsWith(known) || known.startsWith(key))));
