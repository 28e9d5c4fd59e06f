import type { Choices } from './choices.ts';
import { type Held, start } from './stepping.ts';

interface Options {
  /** Whether one of the calls may crash. */
  crashes?: boolean;
  /** How many writes may lose their answers, or be late. Their clients send them again. */
  broken?: number;
  /** The keys of requests that are executed one by one. */
  holds?: RegExp;
  /** Called after each step with the number of its call, and whether it was a late write. */
  after?: (number: number, isLate: boolean) => Promise<void>;
}

/** A request of a call, and what executes it. */
interface Turn extends Pick<Held, 'keys' | 'isWrite' | 'isLast'> {
  number: number;
  isLate?: boolean;
  take: () => Promise<void>;
}

/**
 * Runs calls at once and executes their requests in the order that is chosen. Returns `undefined` if another order
 * differs only in requests that don't affect each other.
 */
export async function interleave<Result>(
  works: (() => Promise<Result>)[],
  choices: Choices,
  { crashes = true, broken = 0, holds, after }: Options = {},
) {
  const operations = works.map((work) => start(work, holds));
  const order: number[] = [];
  let crashed: number | undefined;
  let last: Turn | undefined;
  /** The calls whose writes were broken. */
  const unsure: number[] = [];
  const late = new Set<Turn>();

  async function take(number: number, operation: (typeof operations)[number], held: Held): Promise<void> {
    const crash = crashes && crashed === undefined && choices.rarely();
    if (crash) crashed = number;
    const fate = !crash && held.isWrite && unsure.length < broken ? choices.oneOf(3) : 0;
    if (fate === 0) return operation.step(crash);
    unsure.push(number);
    const execute = await operation.breakOff();
    if (fate === 1) return execute();
    const turn: Turn = {
      ...held,
      number,
      isLate: true,
      take: async () => {
        late.delete(turn);
        await execute();
      },
    };
    late.add(turn);
  }

  for (;;) {
    const ready: Turn[] = [];
    for (const [number, operation] of operations.entries()) {
      const next = await operation.next();
      if (next) ready.push({ ...next, number, take: () => take(number, operation, next) });
    }
    const running = ready.filter(({ isLast }) => !isLast);
    const candidates = [...(running.length > 0 ? running : ready), ...late];
    if (candidates.length === 0) break;
    // Of two neighbouring requests that don't affect each other, the first call's comes first.
    const options = candidates.filter(
      (each) => !choices.isExhaustive || !last || each.number >= last.number || affect(each, last),
    );
    const chosen = options[choices.oneOf(options.length)];
    if (!chosen) {
      await Promise.all(operations.map((operation) => operation.step(true)));
      await Promise.allSettled(operations.map(({ result }) => result));
      return undefined;
    }
    last = chosen;
    await chosen.take();
    order.push(chosen.number);
    await after?.(chosen.number, chosen.isLate ?? false);
  }
  const results = await Promise.all(operations.map(({ result }) => result));
  return { results, order, crashed, unsure };
}

/** Whether the order of two requests matters. */
const affect = (one: Turn, other: Turn): boolean =>
  Boolean(one.isLast || other.isLast) ||
  ((one.isWrite || other.isWrite) &&
    one.keys.some((key) => other.keys.some((known) => key.startsWith(known) || known.startsWith(key))));
