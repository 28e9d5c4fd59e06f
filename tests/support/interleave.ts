import type { Choices } from './choices.ts';
import { type Held, start } from './stepping.ts';

/**
 * What may become of a write: it is executed, but its answer is lost; it arrives late, without an answer or besides; or it isn't
 * executed, because it meets another one.
 */
type Fate = 'lost' | 'late' | 'doubled' | 'met';

/** After it, the SDK sends a request again. */
const closed = () => Object.assign(new Error('The connection is closed'), { code: 'ECONNRESET' });

const met = () =>
  Object.assign(new Error('It was not done'), {
    name: 'TransactionConflictException',
    $metadata: { httpStatusCode: 400 },
  });

interface Options {
  /** Whether one of the calls may crash. */
  crashes?: boolean;
  /** How many writes may have one of these fates. Their clients send them again. */
  broken?: number;
  fates?: readonly Fate[];
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
  { crashes = true, broken = 0, fates = ['lost', 'late'], holds, after }: Options = {},
) {
  const operations = works.map((work) => start(work, holds));
  const order: number[] = [];
  let crashed: number | undefined;
  let last: Turn | undefined;
  /** The calls whose writes had such a fate. */
  const unsure: number[] = [];
  const late = new Set<Turn>();

  async function take(number: number, operation: (typeof operations)[number], held: Held): Promise<void> {
    const crash = crashes && crashed === undefined && choices.rarely();
    if (crash) crashed = number;
    const mayBreak = !crash && held.isWrite && unsure.length < broken;
    const fate = mayBreak ? [undefined, ...fates][choices.oneOf(fates.length + 1)] : undefined;
    if (!fate) return operation.step(crash);
    unsure.push(number);
    operation.take();
    if (fate === 'late' || fate === 'doubled') addLate(number, held);
    if (fate === 'doubled') return held.pass(false);
    if (fate === 'lost') await held.execute();
    held.fail(fate === 'met' ? met() : closed());
  }

  function addLate(number: number, held: Held): void {
    const take = async () => {
      late.delete(turn);
      await held.execute();
    };
    const turn: Turn = { ...held, number, isLate: true, take };
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
