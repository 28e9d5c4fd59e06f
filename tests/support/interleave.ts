import type { Choices } from './choices.ts';
import { type Held, start } from './stepping.ts';

interface Options {
  /** Whether one of the calls may crash. */
  crashes?: boolean;
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
  { crashes = true, after }: Options = {},
) {
  const operations = works.map((work) => start(work));
  const order: number[] = [];
  let crashed: number | undefined;
  let last: (Pick<Held, 'key' | 'isWrite'> & { number: number }) | undefined;
  for (;;) {
    const ready = [];
    for (const [number, operation] of operations.entries()) {
      const next = await operation.next();
      if (next) ready.push({ number, operation, ...next });
    }
    if (ready.length === 0) break;
    // Of two neighbouring requests that don't affect each other, the first call's comes first.
    const options = ready.filter(
      ({ number, key, isWrite }) =>
        !choices.isExhaustive ||
        !last ||
        number >= last.number ||
        (key === last.key && (isWrite || last.isWrite)),
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
